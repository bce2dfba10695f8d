import { NodeOperationError, sleep, type IExecuteFunctions } from 'n8n-workflow';
import { PlatformError, TransportError } from '../failure';
import { contentType, encodeBody, type RequestBody } from '../openPlatform/body';
import { encodeParam, HEADER } from '../openPlatform/checksum';
import { DEFAULT_BASE_URLS, type Endpoint } from '../openPlatform/services';
import { pLimit } from '../vendor';
import { post, type HttpAnswer } from './transport';

/** Name of the credential that signs the requests. */
export const OPEN_PLATFORM_CREDENTIAL = 'iflytekApi';

/** One request to document 1: where, the business parameters of X-Param, and the body. */
export interface OpenPlatformRequest {
	endpoint: Endpoint;
	param: Record<string, unknown>;
	/** Further headers. */
	headers?: Record<string, string>;
	body: RequestBody;
}

/** How patient a request is. */
export interface Patience {
	/** How often a failure that may pass is tried again. */
	retries: number;
	/** Time for one request and its answer, in milliseconds. */
	timeoutMs: number;
}

/** The door to document 1: sends a request until it is answered; `read` understands the answer. */
export type OpenPlatformDoor = <T>(
	request: OpenPlatformRequest,
	read: (answer: HttpAnswer) => T,
	patience: Patience,
) => Promise<T>;

const FIRST_PAUSE_MS = 500;

/**
 * Opens the one door to document 1's services. It signs through the credential (anew for each try), has
 * at most `concurrency` requests under way, and tries again what may pass: temporary codes (10114,
 * 10700), HTTP 5xx, refused and broken connections. Every operation of document 1 only reads, so a
 * repetition does no harm.
 */
export async function openDoor(context: IExecuteFunctions, concurrency: number): Promise<OpenPlatformDoor> {
	const credential = await context.getCredentials(OPEN_PLATFORM_CREDENTIAL);
	const limit = pLimit(concurrency);

	async function once<T>(request: OpenPlatformRequest, read: (answer: HttpAnswer) => T, timeoutMs: number): Promise<T> {
		const { endpoint, param, headers, body } = request;
		const answer = await post(context, OPEN_PLATFORM_CREDENTIAL, {
			url: baseUrl(credential[endpoint.base], endpoint, context) + endpoint.path,
			headers: { ...headers, [HEADER.param]: encodeParam(param), 'Content-Type': contentType(body) },
			body: encodeBody(body),
			timeoutMs,
		});
		return read(answer);
	}

	return async (request, read, { retries, timeoutMs }) =>
		await limit(async () => {
			for (let attempt = 0; ; attempt++) {
				const [outcome] = await Promise.allSettled([once(request, read, timeoutMs)]);
				if (outcome.status === 'fulfilled') return outcome.value;
				if (attempt >= retries || !mayPass(outcome.reason)) throw outcome.reason;
				await sleep(pauseMs(attempt));
			}
		});
}

function mayPass(error: unknown): boolean {
	if (error instanceof PlatformError) return error.temporary;
	return error instanceof TransportError && (error.kind === 'notConnected' || error.kind === 'broken');
}

/** Doubles from try to try; the jitter keeps many items from coming back in step. */
function pauseMs(attempt: number): number {
	return FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
}

function baseUrl(value: unknown, endpoint: Endpoint, context: IExecuteFunctions): string {
	const url = (typeof value === 'string' && value.trim()) || DEFAULT_BASE_URLS[endpoint.base];
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
		throw new NodeOperationError(context.getNode(), `The base address for ${endpoint.service} is not a web address: ${url}`, {
			description: `Correct it in the credential. The default is ${DEFAULT_BASE_URLS[endpoint.base]}.`,
		});
	}
	return url.replace(/\/+$/, '');
}
