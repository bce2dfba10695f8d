import { aiCallAccount } from '../protocol/aiCallAccount';
import {
	aiCallHttpRequest,
	readHttpResponse,
	type AiCallEnvelope,
} from '../protocol/aiCallEnvelope';
import { API_METHODS, TOKEN_PARAMETER, type ApiMethod } from '../protocol/apiMethods';
import { MAX_RETRIES } from '../protocol/limits';
import { finalError, retryPolicyOf, statusWithoutCode } from '../protocol/retryPolicy';
import type { JsonRecord } from '../../values';
import { post, type RequestContext } from '../../n8n/http/transport';
import { concurrentRequests, retries, timeout } from '../../n8n/parameters/properties';
import type { RequestOptions } from '../../n8n/parameters/item';
import { systemClock, type Clock } from '../../n8n/requests/clock';
import { startRun, withRetries } from '../../n8n/requests/attempts';
import { REFUSED_TOKEN, tryAgain } from '../../retry/tryAgain';
import { tokenFailure, TokenNeededError } from './token';
import { TOKEN_INVALID } from '../protocol/aiCallCodes';
import { RefusalError } from '../protocol/aiCallErrors';
import { asFailure, type Failure } from '../../failure';

export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/**
 * The client of the call platform: sends a request and returns the envelope of the response. The response
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
	/** Sends the request also after the user has stopped the execution, to leave nothing behind. */
	evenIfStopped?: boolean;
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
 * Creates the client of the call platform. The credential adds the token; n8n fetches a token if there is
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
	const concurrency = options.concurrency ?? concurrentRequests.default;
	const begin = (signal?: AbortSignal) =>
		startRun(concurrency, { clock, stopped: signal }, options.patienceSeconds);
	const run = begin(stopped);

	return async (method, body, sendOptions) => {
		const goesOn = sendOptions?.evenIfStopped;
		const settings = {
			retries: API_METHODS[method].idempotent ? retries.default : MAX_RETRIES,
			timeoutMs: timeout.default * 1000,
			...options,
			...sendOptions,
		};
		const send = async (query: Query) => {
			sendOptions?.beforeSend?.();
			// If the platform refused the token of the last attempt, that token is still in `query`. n8n
			// replaces it before it sends the request again.
			const refusedToken = query[TOKEN_PARAMETER];
			const recover = (error: unknown) =>
				tokenFailure(account, error, query[TOKEN_PARAMETER] !== refusedToken);
			const request = {
				...aiCallHttpRequest(account, method, body),
				qs: query,
				timeoutMs: settings.timeoutMs,
			};
			const sender = goesOn ? withoutStop(context) : context;
			const response = await post(sender, AI_CALL_CREDENTIAL, request, { recover });
			return readHttpResponse(account, method, response, query[TOKEN_PARAMETER]);
		};
		return await withRetries(goesOn ? begin() : run, {
			send: async () => await sendWithToken(send, clock, goesOn ? undefined : stopped),
			policy: retryPolicyOf(method, settings),
			explain: (last, earlier) => finalError(method, last, earlier),
		});
	};
}

/** A copy of the context whose requests go on after the user has stopped the execution. */
function withoutStop(context: RequestContext): RequestContext {
	return Object.create(context, { getExecutionCancelSignal: { value: () => undefined } });
}

/**
 * The query of a request. It keeps the token that the request carried, so that the credential does
 * not add the same one again.
 */
type Query = Record<string, string>;

/**
 * Sends a request, and again if the platform refuses it because of its token. For each try n8n reads
 * the credential again, and fetches a new token only if the stored token is the refused one.
 * @param send sends the request with the credential's token in the query
 */
export async function sendWithToken<T>(
	send: (query: Query) => Promise<T>,
	clock: Clock,
	stopped?: AbortSignal,
): Promise<T> {
	const query: Query = {};
	let refusal: Failure | undefined;
	return await tryAgain(
		async () => await send(query),
		async (error, tried) => {
			const failure = asFailure(error);
			// The platform has issued the refused token again. `refusal` says more than this error.
			if (failure instanceof TokenNeededError && refusal) throw refusal;
			const isLast = tried > REFUSED_TOKEN.retries || stopped?.aborted;
			if (!isTokenRefusal(failure) || isLast) throw failure;
			refusal = failure;
			await clock.sleep(REFUSED_TOKEN.pauseMs(tried));
		},
	);
}

const UNAUTHORIZED = 401;

function isTokenRefusal(error: unknown): boolean {
	return (
		(error instanceof RefusalError && error.code === TOKEN_INVALID) ||
		statusWithoutCode(error) === UNAUTHORIZED
	);
}
