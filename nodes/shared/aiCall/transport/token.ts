import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { aiCallAccount, fingerprint, type AiCallAccount } from '../protocol/aiCallAccount';
import {
	isUsable,
	packToken,
	readToken,
	tokenBody,
	unpackToken,
	type Token,
} from '../protocol/storedToken';
import { TokenError } from '../protocol/aiCallErrors';
import { TOKEN_PARAMETER } from '../protocol/apiMethods';
import { asFailure, Failure } from '../../failure';
import type { HttpResponse } from '../../httpResponse';
import { hasTextOf } from '../../n8n/olderN8n';
import { KEY_REFUSED } from '../protocol/aiCallCodes';
import { systemClock, type Clock } from '../../n8n/requests/clock';
import { aiCallHttpRequest, readHttpResponse } from '../protocol/aiCallEnvelope';
import { retryPolicyOf } from '../protocol/retryPolicy';
import { sendPlain } from '../../n8n/http/transport';
import { startRun, withRetries } from '../../n8n/requests/attempts';
import { TOKEN_REQUEST } from '../../retry/tryAgain';

/**
 * The life of a token. It is stored in a hidden field of the credential (`TOKEN_PROPERTY`). The
 * credential's `authenticate` adds it to each request (`addToken`). If there is no usable token,
 * `addToken` throws an error shaped like a 401; n8n then calls `preAuthentication`, which fetches a
 * token (`renewToken`, `fetchToken`), stores it and authorizes the request again. If the platform
 * itself refuses the token, `sendWithToken` sends the request again with another token.
 */

/**
 * The credential's hidden property in which n8n keeps the token, for all executions and workers.
 */
export const TOKEN_PROPERTY = 'sessionToken';

/**
 * A request needs a new token: its token is missing or expired, or the platform has just refused
 * the request because of it. The error has the form of a response with status 401, so n8n renews
 * the credential and authorizes the request a second time, but no more.
 */
export class TokenNeededError extends TokenError {
	readonly response = { status: 401 };

	constructor() {
		super(
			new Failure('no usable token was returned', 'refused', {
				advice: 'Test the credential. If the test succeeds, run the workflow again.',
			}),
		);
	}
}

/**
 * The failure of a request that did not get its token: n8n could not read the credential, or could
 * not save the new token. The request was not sent.
 */
export function failedAuthentication(error: unknown): TokenError {
	const tokenNeeded = new TokenNeededError();
	if (hasTextOf(error, tokenNeeded)) return tokenNeeded;
	// n8n replaces some messages by a text of its own, so the message of the cause comes first.
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const reason = cause instanceof Error ? cause.message : String(cause);
	return new TokenError(
		new Failure(`n8n could not read the credential or save its token (${reason})`, 'unavailable', {
			advice: "Check n8n's log and its database, then run the workflow again.",
		}),
	);
}

/**
 * Adds the stored token to the request's query (document 2, part 5). It changes the request's own
 * `qs`, so that the caller can see there which token was sent, also when the request is repeated.
 * @throws TokenNeededError if there is no usable token, or only one that was just refused
 */
export function addToken(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const token = unpackToken(credential[TOKEN_PROPERTY], aiCallAccount(credential));
	const query = (request.qs ??= {});
	if (!token || !isUsable(token, Date.now()) || query[TOKEN_PARAMETER] === token.token)
		throw new TokenNeededError();
	query[TOKEN_PARAMETER] = token.token;
	return request;
}

/**
 * Renewals under way in this process, the latest tokens, and the latest failures. The keys of all
 * three maps are the fingerprints of accounts.
 */
const pendingRenewals = new Map<string, Promise<Token>>();
const latestTokens = new Map<string, Token>();
const latestFailures = new Map<string, { failure: Failure; at: number }>();

/**
 * Returns a token other than the one in the credential, as text to be stored. All callers share a
 * renewal that is under way. If a caller comes later and its credential still has an older token,
 * it gets the latest token, and no token is fetched. With each new token the token before it may
 * become invalid, so no more tokens are fetched than needed.
 * @throws InputError if key, secret or address cannot be right; nothing was sent
 * @throws TokenError if the platform returns no token, or has just refused key and secret
 */
export async function renewToken(
	helper: IHttpRequestHelper,
	credential: ICredentialDataDecryptedObject,
	clock: Clock = systemClock,
): Promise<string> {
	const account = aiCallAccount(credential);
	const accountId = fingerprint(account);
	refuseWrongKeys(accountId);
	const newToken =
		latestIfNewer(latestTokens.get(accountId), unpackToken(credential[TOKEN_PROPERTY], account)) ??
		(await shareRenewal(accountId, () => fetchToken(helper, account, clock)));
	return packToken(newToken, account);
}

/**
 * After the platform has refused a key, it is not asked again for this time. Without this pause
 * each batch of a run would ask again.
 */
const REFUSED_MS = 10_000;

function refuseWrongKeys(accountId: string): void {
	const latest = latestFailures.get(accountId);
	if (
		latest &&
		KEY_REFUSED.has(latest.failure.details.code ?? '') &&
		performance.now() - latest.at < REFUSED_MS
	)
		throw latest.failure;
}

/**
 * The failure behind an error of n8n, if that failure concerns the token.
 * @param gotToken whether the request got a token; if not, it was not sent
 */
export function tokenFailure(
	account: AiCallAccount,
	error: unknown,
	gotToken: boolean,
): Failure | undefined {
	const latest = latestFailures.get(fingerprint(account))?.failure;
	if (latest && hasTextOf(error, latest)) return latest;
	return gotToken ? undefined : failedAuthentication(error);
}

/** The latest token, if it is usable and newer than the token that the credential carries. */
function latestIfNewer(latest: Token | undefined, carried: Token | undefined): Token | undefined {
	if (!latest || !isUsable(latest, Date.now()) || latest.token === carried?.token) return undefined;
	return !carried || latest.usableUntil >= carried.usableUntil ? latest : undefined;
}

async function shareRenewal(accountId: string, fetchNew: () => Promise<Token>): Promise<Token> {
	const renewal = pendingRenewals.get(accountId) ?? fetchAndRemember(accountId, fetchNew);
	pendingRenewals.set(accountId, renewal);
	return await renewal;
}

async function fetchAndRemember(accountId: string, fetchNew: () => Promise<Token>): Promise<Token> {
	try {
		const token = await fetchNew();
		latestTokens.set(accountId, token);
		return token;
	} catch (error) {
		const failure = asFailure(error);
		latestFailures.set(accountId, { failure, at: performance.now() });
		throw failure;
	} finally {
		pendingRenewals.delete(accountId);
	}
}

/**
 * Asks the platform for a token (document 2, 4.1), and again if that failed.
 * @throws TokenError if the platform returns no token
 */
async function fetchToken(
	helper: IHttpRequestHelper,
	account: AiCallAccount,
	clock: Clock,
): Promise<Token> {
	const { timeoutMs, patienceSeconds } = TOKEN_REQUEST;
	const send = async () =>
		await requestToken(
			account,
			async (request) => await sendPlain(helper, 'POST', { ...request, timeoutMs }),
		);
	const run = startRun(1, { clock }, patienceSeconds);
	const policy = retryPolicyOf('token', TOKEN_REQUEST);
	try {
		return await withRetries(run, { send, policy });
	} catch (error) {
		throw tokenError(error);
	}
}

function tokenError(error: unknown): TokenError {
	return new TokenError(asFailure(error));
}

/**
 * Asks once for a token.
 * @param send sends a request that needs no token
 * @throws RefusalError, UnreadableResponseError, and what `send` throws
 */
export async function requestToken(
	account: AiCallAccount,
	send: (request: ReturnType<typeof aiCallHttpRequest>) => Promise<HttpResponse>,
): Promise<Token> {
	const askedAt = Date.now();
	const response = await send(aiCallHttpRequest(account, 'token', tokenBody(account)));
	return readToken(readHttpResponse(account, 'token', response).result, askedAt);
}
