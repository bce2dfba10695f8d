import { aiCallAccount } from '../protocol/aiCallAccount';
import type { AiCallEnvelope } from '../protocol/aiCallEnvelope';
import { aiCallHttpRequest, readHttpResponse } from '../protocol/aiCallHttp';
import { MAX_RETRIES } from '../protocol/aiCallLimits';
import { API_METHODS, TOKEN_PARAMETER, type ApiMethod } from '../protocol/methods';
import { finalError, retryPolicyOf } from '../protocol/retryPolicy';
import type { JsonRecord } from '../../values';
import { post, type RequestContext } from '../../n8n/http/transport';
import { concurrentRequests, retries, timeout, type RequestOptions } from '../../n8n/parameters';
import { systemClock, type Clock } from '../../n8n/requests/clock';
import { startRun, withRetries } from '../../n8n/requests/retry';
import { tokenFailure } from './renewToken';
import { sendWithToken, type Query } from './sendWithToken';

export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/**
 * The client of document 2: sends a request and returns the envelope of the response. The response
 * is a success, or a refusal that means that the requested state is already reached.
 * @throws RefusalError, UnreadableResponseError, TransportError, TokenError, NotSentError
 */
export type AiCallClient = (
	method: ApiMethod,
	body: JsonRecord,
	options?: SendOptions,
) => Promise<AiCallEnvelope>;

export interface SendOptions extends Partial<RequestOptions> {
	/** Called before each attempt. If it throws, nothing is sent, and that error is the failure. */
	beforeSend?(): void;
}

/** How the requests of a client are sent unless the caller says otherwise. */
export interface ClientOptions extends Partial<RequestOptions> {
	concurrency?: number;
	/** For how many seconds the platform may refuse all requests because of their rate. */
	patienceSeconds?: number;
}

/** The options of requests for which a user waits in the editor. */
export const INTERACTIVE_OPTIONS: ClientOptions = {
	timeoutMs: 10_000,
	retries: 1,
	patienceSeconds: 5,
};

/**
 * Creates the client of document 2. The credential adds the token; n8n fetches a token if there is
 * none or if it has expired. If the platform refuses a request because of its token, the request is
 * sent again with another token.
 * @throws InputError if the credential's key, secret or address cannot be right; nothing was sent
 */
export async function createAiCallClient(
	context: RequestContext,
	options: ClientOptions = {},
	clock: Clock = systemClock,
): Promise<AiCallClient> {
	const account = aiCallAccount(await context.getCredentials(AI_CALL_CREDENTIAL));
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const run = startRun(
		options.concurrency ?? concurrentRequests.default,
		{ clock, stopped },
		options.patienceSeconds,
	);

	return async (method, body, sendOptions) => {
		const settings = { ...defaultsOf(method), ...options, ...sendOptions };
		const send = async (query: Query) => {
			sendOptions?.beforeSend?.();
			// If the platform refused the token of the last attempt, that token is still in `query`. n8n
			// replaces it before it sends the request again.
			const refusedToken = query[TOKEN_PARAMETER];
			const recover = (error: unknown) => {
				const gotToken = query[TOKEN_PARAMETER] !== refusedToken;
				return tokenFailure(account, error, gotToken);
			};
			const request = {
				...aiCallHttpRequest(account, method, body),
				qs: query,
				timeoutMs: settings.timeoutMs,
			};
			const response = await post(context, AI_CALL_CREDENTIAL, request, { recover });
			return readHttpResponse(account, method, response, query[TOKEN_PARAMETER]);
		};
		return await withRetries(run, {
			send: async () => await sendWithToken(send, clock, stopped),
			policy: retryPolicyOf(method, settings),
			explain: (last, earlier) => finalError(method, last, earlier),
		});
	};
}

function defaultsOf(method: ApiMethod): RequestOptions {
	return {
		retries: API_METHODS[method].idempotent ? retries.default : MAX_RETRIES,
		timeoutMs: timeout.default * 1000,
	};
}
