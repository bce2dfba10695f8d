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
	body: Buffer;
	settings: Settings;
	engines: Engines;
	/** Images that earlier answers gave an id. */
	images: ImageMemory;
}

/** What an endpoint works out: the envelope's `data`, or audio that goes out as it is. */
export type Result = { data: unknown } | { audio: Buffer };
