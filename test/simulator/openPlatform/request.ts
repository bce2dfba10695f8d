import type { Endpoint } from './endpoint';
import type { Engines } from './engines';
import type { ImageMemory } from './images';
import type { Param } from './param';
import type { Settings } from './settings';

/** An authenticated request, as the endpoints see it. */
export interface PlatformRequest {
	endpoint: Endpoint;
	param: Param;
	contentType: string | undefined;
	/** The header X-Real-Ip; '' if it is absent. */
	realIp: string;
	body: Buffer;
	settings: Settings;
	engines: Engines;
	/** Images to which earlier answers gave an ID. */
	images: ImageMemory;
}

/** The result of an endpoint: the envelope's `data`, or audio that is sent without an envelope. */
export type Result = { data: unknown } | { audio: Buffer };
