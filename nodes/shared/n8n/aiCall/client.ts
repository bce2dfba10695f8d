import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import type { Envelope } from '../../aiCall/envelope';
import { MAX_RETRIES } from '../../aiCall/limits';
import { API_METHODS, TOKEN_PARAMETER, type ApiMethod } from '../../aiCall/methods';
import { finalError, retryPolicyOf } from '../../aiCall/retryPolicy';
import type { JsonRecord } from '../../values';
import { post } from '../http/transport';
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_SECONDS, type RequestOptions } from '../parameters/settings';
import { systemClock, type Clock } from '../retry/clock';
import { startRun, withRetries } from '../retry/retry';
import { exchange } from './exchange';
import { failedRenewal } from './renewal';
import { failedAuthentication, tokenSource } from './token';
import { sendWithToken, type Query } from './tokenRefusal';

export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/**
 * The client of document 2: sends a request and returns the envelope of its success, or of the refusal that says that
 * what was asked for is already so.
 * @throws RefusalError, UnreadableResponseError, TransportError, TokenError, NotSentError
 */
export type AiCallClient = (method: ApiMethod, body: JsonRecord, options?: SendOptions) => Promise<Envelope>;

export interface SendOptions extends Partial<RequestOptions> {
	/** Called before each attempt; where it throws, nothing is sent, and that is the failure. */
	beforeSend?(): void;
}

/** How the requests of a client are sent where the caller does not say. */
export interface ClientOptions extends Partial<RequestOptions> {
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
 * @throws InputError where the credential's key, secret or address cannot be right; nothing was sent
 */
export async function createAiCallClient(context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions, options: ClientOptions = {}, clock: Clock = systemClock): Promise<AiCallClient> {
	const source = tokenSource(await context.getCredentials(AI_CALL_CREDENTIAL));
	const stopped = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const run = startRun(options.concurrency ?? DEFAULT_CONCURRENCY, { clock, stopped }, options.patienceSeconds);

	return async (method, body, own) => {
		const { retries, timeoutMs } = { ...defaultsOf(method), ...options, ...own };
		const send = async (query: Query) => {
			own?.beforeSend?.();
			const refused = query[TOKEN_PARAMETER];
			const recover = (error: unknown) => failedRenewal(source, error) ?? (query[TOKEN_PARAMETER] === refused ? failedAuthentication(error) : undefined);
			return await exchange(source, method, body, async (request) => await post(context, AI_CALL_CREDENTIAL, { ...request, qs: query, timeoutMs }, undefined, recover), () => query[TOKEN_PARAMETER]);
		};
		return await withRetries(run, {
			send: async () => await sendWithToken(send, clock, stopped),
			policy: retryPolicyOf(method, { retries, timeoutMs }),
			explain: (last, earlier) => finalError(method, last, earlier),
		});
	};
}

function defaultsOf(method: ApiMethod): RequestOptions {
	return { retries: API_METHODS[method].idempotent ? DEFAULT_RETRIES : MAX_RETRIES, timeoutMs: DEFAULT_TIMEOUT_SECONDS * 1000 };
}
