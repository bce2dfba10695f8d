import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { HttpResponse } from '../shared/http';
import type { RequestBody } from '../shared/openPlatform/body';
import { accountOf, encodeParam, HEADER } from '../shared/openPlatform/checksum';
import { addressOf, type Endpoint } from '../shared/openPlatform/services';
import { post } from '../shared/n8n/http/transport';
import type { RequestOptions } from '../shared/n8n/parameters/settings';
import { systemClock, type Clock } from '../shared/n8n/retry/clock';
import { startRun, withRetries, type RequestGroup } from '../shared/n8n/retry/retry';

/** Name of the credential that signs the requests. */
const OPEN_PLATFORM_CREDENTIAL = 'iflytekApi';

/** One request to document 1: where, the business parameters of X-Param, and the body. */
export interface OpenPlatformRequest {
	endpoint: Endpoint;
	param: Record<string, unknown>;
	body: RequestBody;
}

/**
 * Sends a request, with retries; `read` reads the response of an endpoint.
 * @throws Failure if no attempt succeeded
 */
export type Send = <T>(request: OpenPlatformRequest, read: (response: HttpResponse, endpoint: Endpoint) => T) => Promise<T>;

/**
 * Makes a request other than `Send`, with retries.
 * @throws Failure if no attempt succeeded
 */
export type Attempts = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * The client of document 1: each item gets its own way to send. After one request of an item has failed, its waiting
 * requests are not sent: nobody would get their response, and the account would pay for them.
 */
export interface OpenPlatformClient {
	(options: RequestOptions): Send;
	/** The same for requests other than HTTP. */
	attempts: (options: RequestOptions) => Attempts;
	credential: ICredentialDataDecryptedObject;
}

/**
 * Makes the client of document 1's services for a run. It signs through the credential (anew for each try), has at most
 * `concurrency` requests in flight, and sends again what may succeed later: every operation of document 1 only reads.
 * When the user stops the execution, n8n breaks off the requests in flight, and none is sent any more; nor when `run` ends,
 * because an item has failed and no result would reach anybody.
 * @throws InputError where App ID or key cannot be right; nothing was sent
 */
export async function createOpenPlatformClient(context: IExecuteFunctions, concurrency: number, run: AbortSignal, clock: Clock = systemClock): Promise<OpenPlatformClient> {
	const credential = await context.getCredentials(OPEN_PLATFORM_CREDENTIAL);
	// The credential checks it for each request as well, but n8n up to 2.33 passes on no error of a credential as it is.
	accountOf(credential);
	const shared = startRun(concurrency, { clock, ended: run, stopped: context.getExecutionCancelSignal() });

	async function once<T>(request: OpenPlatformRequest, read: (response: HttpResponse, endpoint: Endpoint) => T, timeoutMs: number): Promise<T> {
		const { endpoint, param, body } = request;
		const sent = {
			url: addressOf(endpoint, credential[endpoint.base]),
			headers: { [HEADER.param]: encodeParam(param), 'Content-Type': body.contentType },
			body: body.content,
			timeoutMs,
		};
		return read(await post(context, OPEN_PLATFORM_CREDENTIAL, sent, credential), endpoint);
	}

	const attempts = (options: RequestOptions): Attempts => {
		const policy = { ...options, isSafe: () => true };
		const group: RequestGroup = {};
		return async (send) => await withRetries(shared, { send, policy, group });
	};
	const forItem = (options: RequestOptions): Send => {
		const tried = attempts(options);
		return async (request, read) => await tried(async () => await once(request, read, options.timeoutMs));
	};
	return Object.assign(forItem, { attempts, credential });
}
