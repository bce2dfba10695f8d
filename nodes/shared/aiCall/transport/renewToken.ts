import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import {
	aiCallAccount,
	fingerprint,
	isUsable,
	packToken,
	readToken,
	tokenBody,
	unpackToken,
	type AiCallAccount,
	type Token,
} from '../protocol/aiCallAccount';
import { KEY_REFUSED } from '../protocol/aiCallCodes';
import { asFailure, type Failure } from '../../failure';
import { hasTextOf } from '../../n8n/olderN8n';
import { systemClock, type Clock } from '../../n8n/requests/clock';
import { failedAuthentication, TOKEN_PROPERTY } from './storedToken';
import { TokenError } from '../protocol/aiCallErrors';
import { aiCallHttpRequest, readHttpResponse } from '../protocol/aiCallEnvelope';
import { retryPolicyOf } from '../protocol/retryPolicy';
import { postPlain } from '../../n8n/http/transport';
import { startRun, withRetries } from '../../n8n/requests/retry';

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
	const running = pendingRenewals.get(accountId);
	if (running) return await running;
	const started = fetchAndRemember(accountId, fetchNew);
	pendingRenewals.set(accountId, started);
	return await started;
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
 * The limits of a request for a token. They are low, because the caller has another request to send
 * when the token has come.
 */
const TOKEN_REQUEST = { timeoutMs: 10_000, retries: 2 };

/**
 * How many seconds `fetchToken` keeps trying while the platform refuses its requests as too many.
 */
const TOKEN_PATIENCE_SECONDS = 10;

/**
 * Asks the platform for a token (document 2, 4.1).
 * @throws TokenError if the platform returns no token
 */
async function fetchToken(
	helper: IHttpRequestHelper,
	account: AiCallAccount,
	clock: Clock,
): Promise<Token> {
	const request = {
		...aiCallHttpRequest(account, 'token', tokenBody(account)),
		timeoutMs: TOKEN_REQUEST.timeoutMs,
	};
	const send = async () => {
		const askedAt = Date.now();
		const response = await postPlain(helper, request);
		return readToken(readHttpResponse(account, 'token', response).result, askedAt);
	};
	const run = startRun(1, { clock }, TOKEN_PATIENCE_SECONDS);
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
