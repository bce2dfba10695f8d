import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { isTokenInvalid } from '../aiCall/codes';
import { endpointUrl, normalizeBaseAddress, REQUEST_HEADERS, TOKEN_PARAMETER, type Operation } from '../aiCall/endpoints';
import { readAnswer, type Envelope } from '../aiCall/envelope';
import { RefusalError } from '../aiCall/errors';
import { bareStatus } from '../aiCall/repeats';
import { checkKeys, secretsOf } from '../aiCall/token';
import type { JsonRecord } from '../values';
import { withRepeats } from './aiCallRepeats';
import { failedRenewal, TokenNeededError, tokenSource } from './aiCallToken';
import { DEFAULT_TIMEOUT_SECONDS } from './settings';
import { post } from './transport';

/** Name of the credential that carries the token. */
export const AI_CALL_CREDENTIAL = 'iflytekAiCallApi';

/**
 * The door to document 2: sends a request and gives the envelope of its success, or of the refusal that says that
 * what was asked for is already so.
 *
 * @throws RefusalError, UnreadableAnswerError, TransportError, TokenError
 */
export type AiCallDoor = (operation: Operation, body: JsonRecord, timeoutMs?: number) => Promise<Envelope>;

/** How long a door tries. */
export interface Patience {
	timeoutMs?: number;
	repeats?: number;
}

/** Where somebody waits before the editor. */
export const BRIEF: Patience = { timeoutMs: 10_000, repeats: 1 };

/**
 * Opens the one door to document 2. The credential puts the token in; n8n fetches one where there is none or where its
 * time is over. A request that the platform refuses for its token is sent once more with a renewed one: the refused
 * token still stands in its query, and the credential does not put the same one in again.
 *
 * @param patience how long a request may take where the caller does not say, and how often it is repeated at most
 * @throws InputError where the credential's key, secret or address cannot be right; nothing was sent
 */
export async function openAiCallDoor(context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions, patience: Patience = {}): Promise<AiCallDoor> {
	const source = tokenSource(await context.getCredentials(AI_CALL_CREDENTIAL));
	checkKeys(source);
	normalizeBaseAddress(source.baseAddress);
	const stopped = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

	return async (operation, body, timeoutMs = patience.timeoutMs ?? DEFAULT_TIMEOUT_SECONDS * 1000) => {
		const url = endpointUrl(source.baseAddress, operation);
		const text = JSON.stringify(body);
		const send = async (qs: Record<string, string>) => {
			const request = { url, headers: REQUEST_HEADERS, body: text, qs, timeoutMs };
			const answer = await post(context, AI_CALL_CREDENTIAL, request, undefined, (error) => failedRenewal(source, error));
			return readAnswer(operation, answer.body, answer.status, [...secretsOf(source), qs[TOKEN_PARAMETER] ?? '']);
		};
		return await withRepeats(operation, async () => await sendOnceMore(send), { repeats: patience.repeats, stopped });
	};
}

/** Sends a request, and once more where it was refused for its token. */
async function sendOnceMore(send: (qs: Record<string, string>) => Promise<Envelope>): Promise<Envelope> {
	const qs = {};
	const [first] = await Promise.allSettled([send(qs)]);
	if (first.status === 'fulfilled') return first.value;
	if (!isTokenRefusal(first.reason)) throw first.reason;
	const [second] = await Promise.allSettled([send(qs)]);
	if (second.status === 'fulfilled') return second.value;
	// The platform gave the refused token again: its refusal says more.
	throw second.reason instanceof TokenNeededError ? first.reason : second.reason;
}

const UNAUTHORIZED = 401;

function isTokenRefusal(error: unknown): boolean {
	return (error instanceof RefusalError && isTokenInvalid(error.code)) || bareStatus(error) === UNAUTHORIZED;
}
