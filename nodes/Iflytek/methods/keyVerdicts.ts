import { asFailure, PlatformError } from '../../shared/failure';
import {
	CORRECT_CLOCK,
	isSignatureRejection,
	isWhitelistRejection,
} from '../../shared/openPlatform/protocol/openPlatformCodes';
import type { Endpoint, Probe } from '../../shared/openPlatform/protocol/endpoint';
import { ENDPOINTS, PROBE_TEXT } from '../../shared/openPlatform/protocol/services';
import { DEFAULT_SPEECH } from '../../shared/openPlatform/protocol/voiceSettings';
import { requestFrame } from '../../shared/openPlatform/speech/streamingProtocol';
import { streamingBusiness } from '../../shared/openPlatform/speech/streamingSpeech';

/** Codes that only come after the key was accepted, because they concern the blank input. */
const KEY_ACCEPTED_CODES = ['10107', '10109', '10114', '10700'];

/** The result of a credential test. */
export interface Verdict {
	good: boolean;
	message: string;
	/** What to do if the result is not good. */
	advice?: string;
}

export const CONNECTED: Verdict = { good: true, message: 'Connection successful' };

/** The verdict on an error that says nothing about the account. */
export function failedVerdict(error: unknown): Verdict {
	const { message, details } = asFailure(error);
	return { good: false, message, advice: details.advice };
}

const quotaUsedUp = (subject: 'The key is' | 'The keys are', service: string): Verdict => ({
	good: true,
	message: `${subject} valid, but the quota of ${service} for today is used up.`,
});

/**
 * The verdict on App ID and key if a probe failed (document 1, part 5).
 * @param adviceOnKey what to do if the key is refused
 */
export function judgeProbe(
	error: unknown,
	{ service }: Endpoint,
	{ keyAccepted = {}, keyRefused }: Probe,
	adviceOnKey: string,
): Verdict {
	if (!(error instanceof PlatformError)) return failedVerdict(error);
	const { code = '', desc = '', advice } = error.details;
	if (advice === CORRECT_CLOCK) return failedVerdict(error);
	if (isSignatureRejection(code, desc) && !isWhitelistRejection(code, desc)) {
		const keyAdvice = keyRefused === undefined ? adviceOnKey : `${adviceOnKey} ${keyRefused}`;
		return { good: false, message: error.message, advice: keyAdvice };
	}
	const acceptedMessage = keyAccepted[code];
	if (acceptedMessage !== undefined) return { good: true, message: acceptedMessage };
	if (code === '10110' || code === '11200') {
		const message = `The key is valid, but ${service} is not enabled for the application`;
		return { good: false, message, advice };
	}
	if (code === '11201') return quotaUsedUp('The key is', service);
	return KEY_ACCEPTED_CODES.includes(code) ? CONNECTED : failedVerdict(error);
}

export const UNTESTED =
	'The signature was accepted: API Key and API Secret are valid. App ID and license could not be tested: this requires Node.js 22 or newer, as does streaming speech itself.';

/** A request frame with a very short text, for the credential test. */
export function probeFrame(appId: string): string {
	return requestFrame(appId, streamingBusiness(DEFAULT_SPEECH), PROBE_TEXT);
}

const { service } = ENDPOINTS.streaming;
const NOT_ENABLED = `The keys are valid, but ${service} is not enabled for the application`;

/** The message of the test, by the code of a refusal. */
const REFUSALS = new Map<string | undefined, string>([
	['10313', 'API Key and API Secret are valid, but the App ID does not belong to them'],
	['10005', NOT_ENABLED],
	['10110', NOT_ENABLED],
	['10043', `The keys are valid, but ${service} could not encode the audio of this test`],
	['10317', `The keys are valid, but the platform does not accept this version of ${service}`],
	[
		'11200',
		`The keys are valid, but the application has no license for ${service} or for the voice of this test (${DEFAULT_SPEECH.voice}), or the license has expired`,
	],
]);

/** The verdict on a failure of the test; undefined if its code says nothing about the account. */
export function judgeStreaming(error: unknown): Verdict | undefined {
	if (!(error instanceof PlatformError)) return undefined;
	const { code, desc, advice } = error.details;
	if (code === '11201') return quotaUsedUp('The keys are', service);
	const refusal = REFUSALS.get(code);
	return refusal === undefined
		? undefined
		: { good: false, message: `${refusal}${desc ? ` (${desc})` : ''}`, advice };
}

/** The result of the test: which keys failed, why, and what to do about them. */
export function testResult(verdicts: readonly { label: string; verdict: Verdict }[]): {
	good: boolean;
	message: string;
} {
	const failed = verdicts.filter(({ verdict }) => !verdict.good);
	const notes = verdicts.filter(({ verdict }) => verdict.message !== CONNECTED.message);
	const shown = failed.length > 0 ? failed : notes;
	const texts = shown.map(({ label, verdict }) =>
		verdicts.length === 1 ? verdict.message : `${label}: ${verdict.message}`,
	);
	const countText = failed.length > 1 ? [`${failed.length} of ${verdicts.length} keys failed`] : [];
	const advice = new Set(failed.map(({ verdict }) => verdict.advice ?? ''));
	const sentences = [...countText, ...texts, ...advice].filter((text) => text !== '');
	const message = sentences.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
	return { good: failed.length === 0, message: message || CONNECTED.message };
}
