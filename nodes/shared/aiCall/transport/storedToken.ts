import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { aiCallAccount, isUsable, unpackToken } from '../protocol/aiCallAccount';
import { TokenError } from '../protocol/aiCallErrors';
import { TOKEN_PARAMETER } from '../protocol/methods';
import { Failure } from '../../failure';
import { hasTextOf } from '../../n8n/olderN8n';

/**
 * The life of a token. It is stored in a hidden field of the credential (this file). The
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
			advice: "Nothing was sent. Check n8n's log and its database, then run the workflow again.",
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
