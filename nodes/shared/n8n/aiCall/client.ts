import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { isTokenInvalid } from '../../aiCall/codes';
import { methodUrl, normalizeBaseAddress, REQUEST_HEADERS, TOKEN_PARAMETER, type ApiMethod } from '../../aiCall/methods';
import { readResponse, type Envelope } from '../../aiCall/envelope';
import { RefusalError } from '../../aiCall/errors';
import { statusWithoutCode } from '../../aiCall/retryPolicy';
import { checkKeys, secretsOf } from '../../aiCall/keys';
import type { JsonRecord } from '../../values';
import { withRetries } from './retry';
import { failedRenewal, TokenNeededError, tokenSource } from './token';
import { DEFAULT_TIMEOUT_SECONDS } from '../parameters/settings';
import { post } from '../http/transport';

/** Name of the credential that carries the token. */
export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/**
 * The client of document 2: sends a request and returns the envelope of its success, or of the refusal that says that
 * what was asked for is already so.
 *
 * @throws RefusalError, UnreadableAnswerError, TransportError, TokenError
 */
export type AiCallClient = (method: ApiMethod, body: JsonRecord, timeoutMs?: number) => Promise<Envelope>;

/** How long a client tries. */
export interface ClientOptions {
	timeoutMs?: number;
	retries?: number;
}

/** Where a user waits in the editor. */
export const INTERACTIVE_OPTIONS: ClientOptions = { timeoutMs: 10_000, retries: 1 };

/**
 * Creates the client of document 2. The credential puts the token in; n8n fetches one where there is none or where its
 * time is over. A request that the platform refuses for its token is sent once more with a renewed one: the refused
 * token still stands in its query, and the credential does not put the same one in again.
 *
 * @param options how long a request may take where the caller does not say, and how often it is repeated at most
 * @throws InputError where the credential's key, secret or address cannot be right; nothing was sent
 */
export async function createAiCallClient(context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions, options: ClientOptions = {}): Promise<AiCallClient> {
	const source = tokenSource(await context.getCredentials(AI_CALL_CREDENTIAL));
	checkKeys(source);
	normalizeBaseAddress(source.baseAddress);
	const stopped = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

	return async (method, body, timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_SECONDS * 1000) => {
		const url = methodUrl(source.baseAddress, method);
		const text = JSON.stringify(body);
		const send = async (qs: Record<string, string>) => {
			const request = { url, headers: REQUEST_HEADERS, body: text, qs, timeoutMs };
			const response = await post(context, AI_CALL_CREDENTIAL, request, undefined, (error) => failedRenewal(source, error));
			return readResponse(method, response.body, response.status, [...secretsOf(source), qs[TOKEN_PARAMETER] ?? '']);
		};
		return await withRetries(method, async () => await sendOnceMore(send), { retries: options.retries, stopped });
	};
}

/** Sends a request, and once more where it was refused for its token. */
async function sendOnceMore(send: (qs: Record<string, string>) => Promise<Envelope>): Promise<Envelope> {
	const qs = {};
	const [first] = await Promise.allSettled([send(qs)]);
	if (first.status === 'fulfilled') return first.value;
	if (!isTokenRefusal(first.reason)) throw first.reason;
	const [second] = await Promise.allSettled([send(qs)]);
	if (second.status === 'fulfilled') return second.value;
	// The platform gave the refused token again: its refusal says more.
	throw second.reason instanceof TokenNeededError ? first.reason : second.reason;
}

const UNAUTHORIZED = 401;

function isTokenRefusal(error: unknown): boolean {
	return (error instanceof RefusalError && isTokenInvalid(error.code)) || statusWithoutCode(error) === UNAUTHORIZED;
}
