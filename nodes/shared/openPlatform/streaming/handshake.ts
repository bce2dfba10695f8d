import { PlatformError } from '../../failure';
import type { HttpResponse } from '../../http';
import { tryReadJson } from '../../lossless';
import { kindOfStatus, retryAfterMs } from '../../retry/http';
import { excerpt, isRecord, textOf } from '../../values';
import { clockError, CORRECT_CLOCK } from '../clock';
import { CHECK_WHITELIST, statusEntry } from '../codes';
import { hmacAccountOf, signAddress } from '../hmacSignature';
import { addressOf, STREAMING_SPEECH } from '../services';

/**
 * What a connection needs: the App ID, the address, and the address with a signature, which is never shown.
 * @param withoutSecret what can be done without an API Secret; ends the advice
 * @throws InputError where the credential cannot be right
 */
export function handshakeOf(credential: Record<string, unknown>, now: number, withoutSecret?: string): { appId: string; address: string; url: string } {
	const account = hmacAccountOf(credential, withoutSecret);
	const address = addressOf(STREAMING_SPEECH, credential[STREAMING_SPEECH.base]);
	return { appId: account.appId, address, url: signAddress(address, 'GET', account, now) };
}

/** The same address for a plain GET, whose answer says why a handshake is refused; a WebSocket does not. */
export function plainAddress(url: string): string {
	return url.replace(/^ws/i, 'http');
}

/** What a refused handshake is about. */
type HandshakeProblem = 'key' | 'secret' | 'clock' | 'whitelist' | 'other';

const ADVICE: Record<Exclude<HandshakeProblem, 'other'>, string> = {
	key: 'Copy the APIKey again from the page of the streaming service in the iFLYTEK console (语音合成（流式版）), and check that APIKey and APISecret are not swapped; the key of the older speech service is another one.',
	secret: 'Copy APIKey and APISecret again from the same page of the iFLYTEK console, and check that the two are not swapped.',
	clock: CORRECT_CLOCK,
	whitelist: CHECK_WHITELIST,
};

const HEADLINE: typeof ADVICE = {
	key: `API Key is wrong for ${STREAMING_SPEECH.console}`,
	secret: `API Key or API Secret is wrong for ${STREAMING_SPEECH.console}`,
	clock: "This machine's clock differs too much from the platform's",
	whitelist: `This machine's IP address is not on the whitelist of ${STREAMING_SPEECH.console}`,
};

/**
 * What is wrong where a WebSocket's handshake was refused, by the answer to the same address asked with a plain GET.
 * Undefined where the signature was accepted: a GET without an upgrade is then refused in some other way.
 * @param now this machine's clock in milliseconds
 */
export function handshakeRefusal(answer: HttpResponse, now: number): PlatformError | undefined {
	const { status, headers } = answer;
	if (status !== 401 && status !== 403 && status < 500 && status !== 429) return undefined;
	const said = messageIn(answer);
	const problem = problemIn(status, said);
	const clock = clockError(headers.date, now);
	const advice = problem === 'other' ? statusEntry(status).advice : ADVICE[problem];
	const other = `The iFLYTEK platform refused the connection: ${said || statusEntry(status).meaning}`;
	const headline = problem === 'other' ? other : (problem === 'clock' && clock) || HEADLINE[problem];
	return new PlatformError(
		`${headline} (HTTP ${status})`,
		kindOfStatus(status),
		{ code: String(status), desc: said, advice },
		{ retryAfterMs: retryAfterMs(headers, now) },
	);
}

function problemIn(status: number, said: string): HandshakeProblem {
	if (status !== 401 && status !== 403) return 'other';
	if (/ip address/i.test(said)) return 'whitelist';
	if (/date header|date is/i.test(said)) return 'clock';
	if (/does not match/i.test(said)) return 'secret';
	return /cannot be verified/i.test(said) ? 'key' : 'other';
}

/** The `message` of a refusal, or how its text begins. */
function messageIn({ body }: HttpResponse): string {
	const text = body.toString('utf8').trim();
	const json = tryReadJson(text)?.value;
	const message = isRecord(json) ? textOf(json.message) : undefined;
	return excerpt(message ?? (text.startsWith('<') ? '' : text));
}
