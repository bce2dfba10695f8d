import type { IHttpRequestHelper } from 'n8n-workflow';
import type { AiCallAccount } from '../protocol/aiCallAccount';
import { TokenError } from '../protocol/aiCallErrors';
import { aiCallHttpRequest, readHttpResponse } from '../protocol/aiCallHttp';
import { retryPolicyOf } from '../protocol/retryPolicy';
import { readToken, tokenBody, type Token } from '../protocol/token';
import { asFailure } from '../../failure';
import { postPlain } from '../../n8n/http/transport';
import type { Clock } from '../../n8n/requests/clock';
import { startRun, withRetries } from '../../n8n/requests/retry';

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
export async function fetchToken(
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
