import { PlatformError } from '../../failure';
import type { Verdict } from '../probe';
import { STREAMING_SPEECH } from '../services';
import { DEFAULT_SPEECH } from '../speech';
import { requestFrame } from './frames';
import { streamingBusiness } from './speech';

/** What is said where this Node cannot open a WebSocket. */
export const UNTESTED =
	'The signature was accepted: API Key and API Secret are valid. App ID and license could not be tested: this requires Node.js 22 or newer, as does streaming speech itself.';

/** A request frame with a very short text, for the credential test. */
export function probeFrame(appId: string): string {
	return requestFrame(appId, streamingBusiness(DEFAULT_SPEECH), '测试');
}

/** What a failure of the test tells of the account, where its code says it. */
export function judgeStreaming(error: unknown): Verdict | undefined {
	if (!(error instanceof PlatformError)) return undefined;
	const { code = '', desc = '', advice = '' } = error.details;
	const bad = (what: string): Verdict => ({ good: false, message: `${what}${desc === '' ? '' : ` (${desc})`}. ${advice}` });
	const { service } = STREAMING_SPEECH;
	switch (code) {
		case '10313':
			return bad('API Key and API Secret are valid, but the App ID does not belong to them');
		case '10005':
		case '10110':
			return bad(`The keys are valid, but ${service} is not enabled for the application`);
		case '11200':
			return bad(`The keys are valid, but the application has no license for ${service} or for the voice of this test (${DEFAULT_SPEECH.voice}), or the license has expired`);
		case '11201':
			return { good: true, message: `The keys are valid, but the quota of ${service} for today is used up.` };
		default:
			return undefined;
	}
}
