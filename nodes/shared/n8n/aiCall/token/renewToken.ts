import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import {
	aiCallAccount,
	fingerprint,
	type AiCallAccount,
} from '../../../aiCall/protocol/aiCallAccount';
import { KEY_REFUSED } from '../../../aiCall/protocol/aiCallCodes';
import { isUsable, packToken, unpackToken, type Token } from '../../../aiCall/protocol/token';
import { asFailure, type Failure } from '../../../failure';
import { hasTextOf } from '../../olderN8n';
import { systemClock, type Clock } from '../../retry/clock';
import { fetchToken } from './fetchToken';
import { failedAuthentication, TOKEN_PROPERTY } from './storedToken';

/**
 * By the account's fingerprint: renewals under way in this process, the latest tokens, and the
 * latest failures.
 */
const pendingRenewals = new Map<string, Promise<Token>>();
const latestTokens = new Map<string, Token>();
const lastFailures = new Map<string, { failure: Failure; at: number }>();

/**
 * Returns a token other than the one in the credential, as text to be stored. All callers share a
 * renewal that is under way, and later callers with an older token get its result. Each new token
 * may end the token before it, so no more tokens are fetched than needed.
 * @throws InputError if key, secret or address cannot be right; nothing was sent
 * @throws TokenError if the platform returns none, or has just refused key and secret
 */
export async function renewToken(
	helper: IHttpRequestHelper,
	credential: ICredentialDataDecryptedObject,
	clock: Clock = systemClock,
): Promise<string> {
	const account = aiCallAccount(credential);
	const key = fingerprint(account);
	refuseWrongKeys(key);
	const fresh =
		newerThan(unpackToken(credential[TOKEN_PROPERTY], account), latestTokens.get(key)) ??
		(await shareRenewal(key, () => fetchToken(helper, account, clock)));
	return packToken(fresh, account);
}

/**
 * How long the platform is not asked again after it has refused a key. Without this pause each
 * batch of a run would ask.
 */
const REFUSED_MS = 10_000;

function refuseWrongKeys(key: string): void {
	const last = lastFailures.get(key);
	if (
		last &&
		KEY_REFUSED.has(last.failure.details.code ?? '') &&
		performance.now() - last.at < REFUSED_MS
	)
		throw last.failure;
}

/**
 * The failure behind an error of n8n, if it concerns the token.
 * @param gotToken whether the request got a token; if not, it was not sent
 */
export function tokenFailure(
	account: AiCallAccount,
	error: unknown,
	gotToken: boolean,
): Failure | undefined {
	const last = lastFailures.get(fingerprint(account))?.failure;
	if (last && hasTextOf(error, last)) return last;
	return gotToken ? undefined : failedAuthentication(error);
}

/** The latest token, if it is usable and newer than the token that the credential carries. */
function newerThan(carried: Token | undefined, last: Token | undefined): Token | undefined {
	if (!last || !isUsable(last, Date.now()) || last.token === carried?.token) return undefined;
	return !carried || last.usableUntil >= carried.usableUntil ? last : undefined;
}

async function shareRenewal(key: string, fetchOne: () => Promise<Token>): Promise<Token> {
	const running = pendingRenewals.get(key);
	if (running) return await running;
	const started = fetchAndRemember(key, fetchOne);
	pendingRenewals.set(key, started);
	return await started;
}

async function fetchAndRemember(key: string, fetchOne: () => Promise<Token>): Promise<Token> {
	try {
		const token = await fetchOne();
		latestTokens.set(key, token);
		return token;
	} catch (error) {
		const failure = asFailure(error);
		lastFailures.set(key, { failure, at: performance.now() });
		throw failure;
	} finally {
		pendingRenewals.delete(key);
	}
}
