import { PlatformError } from '../../../failure';
import type { Verdict } from '../../credentialTest/probes';
import { ENDPOINTS, PROBE_TEXT } from '../../protocol/services';
import { DEFAULT_SPEECH } from '../standardSpeech';
import { requestFrame } from './frames';
import { streamingBusiness } from './streamingSpeech';

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
	if (code === '11201')
		return {
			good: true,
			message: `The keys are valid, but the quota of ${service} for today is used up.`,
		};
	const refusal = REFUSALS.get(code);
	return refusal === undefined
		? undefined
		: { good: false, message: `${refusal}${desc ? ` (${desc})` : ''}`, advice };
}
