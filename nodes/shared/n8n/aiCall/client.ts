import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { API_METHODS, methodUrl, normalizeBaseUrl, REQUEST_HEADERS, TOKEN_PARAMETER, type ApiMethod } from '../../aiCall/methods';
import { readResponse, type Envelope } from '../../aiCall/envelope';
import { inDoubtError } from '../../aiCall/errors';
import { MAX_RETRIES } from '../../aiCall/limits';
import { requestOutcome, retryPolicyOf } from '../../aiCall/retryPolicy';
import { checkKeys, secretsOf } from '../../aiCall/token';
import { retryAfterMs } from '../../retry/http';
import type { JsonRecord } from '../../values';
import { failedAuthentication, failedRenewal, tokenSource } from './token';
import { sendWithToken, type Query } from './tokenRefusal';
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_SECONDS, type RequestOptions } from '../parameters/settings';
import { post } from '../http/transport';
import { systemClock, type Clock } from '../retry/clock';
import { startRun, withRetries } from '../retry/retry';

/** Name of the credential that carries the token. */
export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/**
 * The client of document 2: sends a request and returns the envelope of its success, or of the refusal that says that
 * what was asked for is already so.
 *
 * @throws RefusalError, UnreadableResponseError, TransportError, TokenError, NotSentError
 */
export type AiCallClient = (method: ApiMethod, body: JsonRecord, options?: SendOptions) => Promise<Envelope>;

/** How one request is sent. */
export interface SendOptions extends Partial<RequestOptions> {
	/** Called before each attempt; where it throws, nothing is sent, and that is the failure. */
	beforeSend?(): void;
}

/** How the requests of a client are sent where the caller does not say. */
export interface ClientOptions extends Partial<RequestOptions> {
	/** Requests in flight at most. */
	concurrency?: number;
	/** For how long requests may be refused for their rate. */
	patienceSeconds?: number;
}

const DEFAULT_CONCURRENCY = 5;

/** Where a user waits in the editor. */
export const INTERACTIVE_OPTIONS: ClientOptions = { timeoutMs: 10_000, retries: 1, patienceSeconds: 5 };

/**
 * Creates the client of document 2. The credential puts the token in; n8n fetches one where there is none or where its
 * time is over. A request that the platform refuses for its token is sent again with another one.
 *
 * @throws InputError where the credential's key, secret or address cannot be right; nothing was sent
 */
export async function createAiCallClient(context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions, options: ClientOptions = {}, clock: Clock = systemClock): Promise<AiCallClient> {
	const source = tokenSource(await context.getCredentials(AI_CALL_CREDENTIAL));
	checkKeys(source);
	normalizeBaseUrl(source.baseUrl);
	const stopped = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const run = startRun(options.concurrency ?? DEFAULT_CONCURRENCY, { clock, stopped }, options.patienceSeconds);

	return async (method, body, own) => {
		const { retries, timeoutMs } = { ...defaultsOf(method), ...options, ...own };
		const url = methodUrl(source.baseUrl, method);
		const text = JSON.stringify(body);
		const send = async (qs: Query) => {
			own?.beforeSend?.();
			const refused = qs[TOKEN_PARAMETER];
			const request = { url, headers: REQUEST_HEADERS, body: text, qs, timeoutMs };
			const response = await post(context, AI_CALL_CREDENTIAL, request, undefined, (error) => failedRenewal(source, error) ?? (qs[TOKEN_PARAMETER] === refused ? failedAuthentication(error) : undefined));
			return readResponse(method, response.body, response.status, [...secretsOf(source), qs[TOKEN_PARAMETER] ?? ''], retryAfterMs(response.headers, Date.now()));
		};
		return await withRetries(run, {
			send: async () => await sendWithToken(send, clock, stopped),
			policy: retryPolicyOf(method, { retries, timeoutMs }),
			explain: (last, earlier) => (earlier.some(mayHaveBeenDone) ? inDoubtError(method, last) : last),
		});
	};
}

function defaultsOf(method: ApiMethod): RequestOptions {
	return { retries: API_METHODS[method].idempotent ? DEFAULT_RETRIES : MAX_RETRIES, timeoutMs: DEFAULT_TIMEOUT_SECONDS * 1000 };
}

function mayHaveBeenDone(error: unknown): boolean {
	return requestOutcome(error) === 'unknown';
}
