import type { HttpResponse } from '../../httpResponse';
import type { RequestBody } from './requestBody';

/** What is known of an endpoint of the open platform: its service, its address, its key and its limits. */

/**
 * The four base addresses of the open platform, and the one of streaming speech. Each has a field in the
 * credential.
 */
export type BaseUrl =
	'nlpBaseUrl' | 'ocrBaseUrl' | 'visionBaseUrl' | 'apiBaseUrl' | 'streamingBaseUrl';

/** Reads the response of an endpoint. */
export type ReadResponse<T> = (response: HttpResponse, endpoint: Endpoint) => T;

/** A minimal request that shows whether a key is accepted. */
export interface Probe {
	param: Record<string, unknown>;
	body: RequestBody;
	/** Reads the response to the request; by default it is read as an envelope. */
	read?: ReadResponse<unknown>;
	/**
	 * Codes that the service returns only after it has accepted the key, each with the message that
	 * the test then shows. From other services these codes mean something else.
	 */
	keyAccepted?: Readonly<Record<string, string>>;
	/** Further advice if the key is refused. */
	keyRefused?: string;
}

/** How the credential tests the key of a service. */
interface KeyTest {
	/** The title of the entry in the list Service of This Key. */
	name: string;
	/** The value of that entry, which n8n stores. */
	value: string;
	/** What that entry says after the name of the service. */
	note?: string;
	probe: Probe | 'webSocket';
}

/** What the endpoints with the same key share. */
export interface Service {
	base: BaseUrl;
	/**
	 * The name in messages. iFLYTEK's console lists the service under a Chinese name, which is in
	 * docs/console.md.
	 */
	service: string;
	test: KeyTest;
}

export interface Endpoint extends Service {
	path: string;
	/** The limits of one request, by name (part 8). */
	limits?: Readonly<Record<string, unknown>>;
	/**
	 * The largest response that is accepted. It is several times as large as any response that the
	 * service's limits allow. No document states such a size.
	 */
	responseBytes: number;
}
