import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { methodUrl, normalizeBaseAddress, REQUEST_HEADERS, TOKEN_PARAMETER, type ApiMethod } from '../../aiCall/methods';
import { readResponse, type Envelope } from '../../aiCall/envelope';
import { checkKeys, secretsOf } from '../../aiCall/keys';
import type { JsonRecord } from '../../values';
import { withRetries } from './retry';
import { failedAuthentication, failedRenewal, tokenSource } from './token';
import { sendWithToken, type Query } from './tokenRefusal';
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
 * time is over. A request that the platform refuses for its token is sent again with another one.
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
		const send = async (qs: Query) => {
			const refused = qs[TOKEN_PARAMETER];
			const request = { url, headers: REQUEST_HEADERS, body: text, qs, timeoutMs };
			const response = await post(context, AI_CALL_CREDENTIAL, request, undefined, (error) => failedRenewal(source, error) ?? (qs[TOKEN_PARAMETER] === refused ? failedAuthentication(error) : undefined));
			return readResponse(method, response.body, response.status, [...secretsOf(source), qs[TOKEN_PARAMETER] ?? '']);
		};
		return await withRetries(method, async () => await sendWithToken(send, stopped), { retries: options.retries, stopped });
	};
}
