import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { PlatformError, TransportError } from '../shared/failure';
import type { HttpResponse } from '../shared/http';
import type { RequestBody } from '../shared/openPlatform/body';
import { accountOf, encodeParam, HEADER } from '../shared/openPlatform/checksum';
import { addressOf, type Endpoint } from '../shared/openPlatform/services';
import { pLimit } from '../shared/vendor';
import { sleepUnlessStopped } from '../shared/n8n/http/sleep';
import { post } from '../shared/n8n/http/transport';

/** Name of the credential that signs the requests. */
const OPEN_PLATFORM_CREDENTIAL = 'iflytekApi';

/** One request to document 1: where, the business parameters of X-Param, and the body. */
export interface OpenPlatformRequest {
	endpoint: Endpoint;
	param: Record<string, unknown>;
	/** Further headers. */
	headers?: Record<string, string>;
	body: RequestBody;
}

/** How patient the requests of an item are. */
export interface RequestOptions {
	/** How often a failure that may pass is tried again. */
	retries: number;
	/** How long the server may give no sign, in milliseconds. */
	timeoutMs: number;
}

/**
 * Sends a request until it is answered; `read` understands the answer.
 * @throws Failure, once there is nothing left to try
 */
export type Send = <T>(request: OpenPlatformRequest, read: (response: HttpResponse) => T) => Promise<T>;

/**
 * Makes a request that travels in another way than `Send`, until it is answered.
 * @throws Failure, once there is nothing left to try
 */
export type Attempts = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * The client of document 1: gives an item its way to send. Once one of an item's requests has failed, none
 * that waits is sent: nobody would get its answer, and the account would pay for it.
 */
export interface OpenPlatformClient {
	(options: RequestOptions): Send;
	/** The same for what does not go over HTTP: an item's way to try it. */
	attempts: (options: RequestOptions) => Attempts;
	credential: ICredentialDataDecryptedObject;
}

const FIRST_DELAY_MS = 500;
/** Half as much again at most, with the jitter. */
const MAX_DELAY_MS = 20_000;

/**
 * Creates the client of document 1's services. It signs through the credential (anew for each try), has
 * at most `concurrency` requests under way, and tries again what may pass: temporary codes (10114,
 * 10700), HTTP 429 and 5xx, refused and broken connections, cut-off answers. Every operation of document 1 only reads, so a
 * repetition does no harm. When the user stops the execution, n8n breaks off the requests under way and
 * sends none any more; nor when `run` ends, because an item has failed and no answer would reach anybody.
 * @throws InputError where App ID or key cannot be right; nothing was sent
 */
export async function createOpenPlatformClient(context: IExecuteFunctions, concurrency: number, run: AbortSignal): Promise<OpenPlatformClient> {
	const credential = await context.getCredentials(OPEN_PLATFORM_CREDENTIAL);
	// The credential checks it for each request as well, but n8n up to 2.33 passes on no error of a credential as it is.
	accountOf(credential);
	const limit = pLimit(concurrency);

	async function once<T>(request: OpenPlatformRequest, read: (response: HttpResponse) => T, timeoutMs: number): Promise<T> {
		const { endpoint, param, headers, body } = request;
		const sent = {
			url: addressOf(endpoint, credential[endpoint.base]),
			headers: { ...headers, [HEADER.param]: encodeParam(param), 'Content-Type': body.contentType },
			body: body.content,
			timeoutMs,
		};
		return read(await post(context, OPEN_PLATFORM_CREDENTIAL, sent, credential));
	}

	const attempts = ({ retries }: RequestOptions): Attempts => {
		let failure: { reason: unknown } | undefined;
		return async (attempt) =>
			await limit(async () => {
				for (let tries = 0; ; tries++) {
					if (failure) throw failure.reason;
					run.throwIfAborted();
					const [outcome] = await Promise.allSettled([attempt()]);
					if (outcome.status === 'fulfilled') return outcome.value;
					if (tries >= retries || !isTemporary(outcome.reason)) {
						failure = { reason: outcome.reason };
						throw outcome.reason;
					}
					await sleepUnlessStopped(retryDelayMs(tries), run);
				}
			});
	};
	const forItem = (options: RequestOptions): Send => {
		const tried = attempts(options);
		return async (request, read) => await tried(async () => await once(request, read, options.timeoutMs));
	};
	return Object.assign(forItem, { attempts, credential });
}

function isTemporary(error: unknown): boolean {
	if (error instanceof PlatformError) return error.temporary;
	return error instanceof TransportError && (error.kind === 'notConnected' || error.kind === 'broken');
}

/** Milliseconds before the next try: doubled from try to try up to the longest; the jitter keeps many items from coming back in step. */
export function retryDelayMs(attempt: number): number {
	return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random());
}
