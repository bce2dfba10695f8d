import type { ICredentialDataDecryptedObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { KEY_REFUSED } from '../../aiCall/codes';
import { methodUrl, REQUEST_HEADERS, TOKEN_PARAMETER } from '../../aiCall/methods';
import { readResponse } from '../../aiCall/envelope';
import { TokenError } from '../../aiCall/errors';
import { DEFAULT_BASE_URL } from '../../aiCall/limits';
import { checkKeys, fingerprint, isUsable, packToken, readToken, secretsOf, tokenBody, unpackToken, type Token, type TokenSource } from '../../aiCall/token';
import { Failure } from '../../failure';
import { retryPolicyOf } from '../../aiCall/retryPolicy';
import { retryAfterMs } from '../../retry/http';
import { postPlain } from '../http/transport';
import { systemClock, type Clock } from '../retry/clock';
import { startRun, withRetries } from '../retry/retry';
import { settle } from '../../settle';

/** The credential's hidden property in which n8n keeps the token, for all executions and workers. */
export const TOKEN_PROPERTY = 'sessionToken';

/** A token is little work. Whoever waits for it waits for this, and then for the request that needs it. */
const TOKEN_REQUEST = { timeoutMs: 10_000, retries: 2 };

/** For how long the platform may refuse to give a token because of too many requests. */
const TOKEN_PATIENCE_SECONDS = 10;

/** What a credential's token is made with. */
export function tokenSource(credential: ICredentialDataDecryptedObject): TokenSource {
	const { appKey, appSecret, baseUrl } = credential;
	const address = typeof baseUrl === 'string' && baseUrl.trim() !== '' ? baseUrl : DEFAULT_BASE_URL;
	return { appKey: String(appKey ?? '').trim(), appSecret: String(appSecret ?? '').trim(), baseUrl: address };
}

/** Renewals under way in this process, and the last tokens that they brought, by what the tokens are made with. */
const pendingRenewals = new Map<string, Promise<Token>>();
const latestTokens = new Map<string, Token>();

/**
 * Gives a token other than the one that the credential carries, as text to be kept. A renewal is shared by all that ask
 * while it is under way, and by those that come later with an older token: each new token may end the former, so no
 * more are fetched than needed.
 *
 * @throws InputError where key, secret or address cannot be right; nothing was sent
 * @throws TokenError where the platform gives none, or has just refused key and secret
 */
export async function renewToken(helper: IHttpRequestHelper, credential: ICredentialDataDecryptedObject, clock: Clock = systemClock): Promise<string> {
	const source = tokenSource(credential);
	checkKeys(source);
	const key = fingerprint(source);
	refuseWrongKeys(key);
	const fresh = newerThan(unpackToken(credential[TOKEN_PROPERTY], source), latestTokens.get(key)) ?? (await shareRenewal(key, () => fetchToken(helper, source, clock)));
	return packToken(fresh, source);
}

/** The last failures of renewals, by what the tokens are made with. */
const lastFailures = new Map<string, { failure: Failure; at: number }>();

/** For so long the platform is not asked again with a key that it has refused: each batch of a run would ask. */
const REFUSED_MS = 10_000;

function refuseWrongKeys(key: string): void {
	const last = lastFailures.get(key);
	if (last && KEY_REFUSED.has(last.failure.details.code ?? '') && Date.now() - last.at < REFUSED_MS) throw last.failure;
}

/** The failed renewal that an error stands for: n8n up to 2.33 wraps what a credential throws and keeps only its text. */
export function failedRenewal(source: TokenSource, error: unknown): Failure | undefined {
	const last = lastFailures.get(fingerprint(source));
	return last && error instanceof Error && error.message === last.failure.message ? last.failure : undefined;
}

function newerThan(carried: Token | undefined, last: Token | undefined): Token | undefined {
	if (!last || !isUsable(last, Date.now()) || last.token === carried?.token) return undefined;
	return !carried || last.usableUntil >= carried.usableUntil ? last : undefined;
}

async function shareRenewal(key: string, fetchOne: () => Promise<Token>): Promise<Token> {
	const running = pendingRenewals.get(key);
	if (running) return await running;
	const started = fetchOne();
	pendingRenewals.set(key, started);
	const outcome = await settle(started);
	pendingRenewals.delete(key);
	if (outcome.status === 'rejected') {
		if (outcome.reason instanceof Failure) lastFailures.set(key, { failure: outcome.reason, at: Date.now() });
		throw outcome.reason;
	}
	latestTokens.set(key, outcome.value);
	lastFailures.delete(key);
	return outcome.value;
}

/** Asks the platform for a token (document 2, 4.1). */
async function fetchToken(helper: IHttpRequestHelper, source: TokenSource, clock: Clock): Promise<Token> {
	const send = async () => {
		const askedAt = Date.now();
		const { body, status, headers } = await postPlain(helper, {
			url: methodUrl(source.baseUrl, 'token'),
			headers: REQUEST_HEADERS,
			body: JSON.stringify(tokenBody(source)),
			timeoutMs: TOKEN_REQUEST.timeoutMs,
		});
		return readToken(readResponse('token', body, status, secretsOf(source), retryAfterMs(headers, Date.now())).result, askedAt);
	};
	const fetched = withRetries(startRun(1, { clock }, TOKEN_PATIENCE_SECONDS), { send, policy: retryPolicyOf('token', TOKEN_REQUEST) });
	const outcome = await settle(fetched);
	if (outcome.status === 'fulfilled') return outcome.value;
	throw outcome.reason instanceof Failure ? new TokenError(outcome.reason) : outcome.reason;
}

/**
 * The token that a request should carry is missing, over, or the one with which the platform has just refused it. Shaped
 * like an answer with status 401, upon which n8n renews the credential and authorises the request again, once.
 */
export class TokenNeededError extends TokenError {
	readonly response = { status: 401 };

	constructor() {
		super(new Failure('no usable token was returned', 'refused', { advice: 'Test the credential. If the test succeeds, run the workflow again.' }));
	}
}

/**
 * The failure of a request that did not get its token: n8n could not read the credential, or not save the new token.
 * The request was not sent. n8n up to 2.33 keeps only the text of a TokenNeededError.
 */
export function failedAuthentication(error: unknown): TokenError {
	const needed = new TokenNeededError();
	if (error instanceof Error && error.message === needed.message) return needed;
	// n8n puts a text of its own in place of some messages.
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const reason = cause instanceof Error ? cause.message : String(cause);
	return new TokenError(new Failure(`n8n could not read the credential or save its token (${reason})`, 'unavailable', { advice: "Nothing was sent. Check n8n's log and its database, then run the workflow again." }));
}

/**
 * Puts the kept token into the request's query (document 2, part 5): into the very object that the request has, so that
 * one sent again still shows with which token it was refused.
 *
 * @throws TokenNeededError where there is no other usable token than one that was just refused
 */
export function addToken(credential: ICredentialDataDecryptedObject, request: IHttpRequestOptions): IHttpRequestOptions {
	const source = tokenSource(credential);
	checkKeys(source);
	const token = unpackToken(credential[TOKEN_PROPERTY], source);
	const query = (request.qs ??= {});
	if (!token || !isUsable(token, Date.now()) || query[TOKEN_PARAMETER] === token.token) throw new TokenNeededError();
	query[TOKEN_PARAMETER] = token.token;
	return request;
}
