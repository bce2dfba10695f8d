import { errorText, PlatformError } from '../../failure';
import { fileForm, rawBody, textForm } from './requestBody';
import { clockError, CORRECT_CLOCK } from './clockError';
import { isSignatureRejection, isWhitelistRejection } from './openPlatformCodes';
import type { HttpResponse } from '../../httpResponse';
import { readEnvelope } from './openPlatformEnvelope';
import {
	analysisRequest,
	type OpenPlatformRequest,
	type ReadResponse,
} from './openPlatformRequest';
import { DEFAULT_SPEECH, readSpeech, speechParam, USE_STREAMING } from '../speech/standardSpeech';
import { ENDPOINTS, type Endpoint } from './services';

/** A minimal request to test a key. */
interface Probe extends OpenPlatformRequest {
	/** Reads an envelope unless set. */
	read?: ReadResponse<unknown>;
}

/** A white PNG of 16 × 16 pixels. */
const BLANK_IMAGE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mP4jwYYRrYAAID5/wGR6yAaAAAAAElFTkSuQmCC',
	'base64',
);

const imageProbe = (endpoint: Endpoint): Probe => ({
	endpoint,
	param: { image_name: 'test.png' },
	body: rawBody(BLANK_IMAGE),
});

/** A text that costs next to nothing. */
export const PROBE_TEXT = '测试';

/** By the values of Test Service in the credential; a service that shares its key with another needs none of its own. */
const PROBES = new Map<unknown, Probe>(
	Object.entries<Probe>({
		dependencies: analysisRequest('dp', PROBE_TEXT),
		roles: analysisRequest('srl', PROBE_TEXT),
		semantics: analysisRequest('sdp', PROBE_TEXT),
		handwriting: {
			endpoint: ENDPOINTS.handwriting,
			// The one language that both the document and the live service name.
			param: { language: 'en', location: 'false' },
			body: fileForm('image', BLANK_IMAGE),
		},
		speech: {
			endpoint: ENDPOINTS.speech,
			param: speechParam(DEFAULT_SPEECH),
			body: textForm({ text: PROBE_TEXT }),
			read: readSpeech,
		},
		violence: { endpoint: ENDPOINTS.violence, param: {}, body: fileForm('file', BLANK_IMAGE) },
		expression: imageProbe(ENDPOINTS.expression),
		scene: imageProbe(ENDPOINTS.scene),
		object: imageProbe(ENDPOINTS.object),
	}),
);

/** The probe of a service; word segmentation if the service is unknown. */
export function probeFor(service: unknown): Probe {
	return PROBES.get(service) ?? analysisRequest('cws', PROBE_TEXT);
}

/** Codes that follow after the key was accepted: they concern the blank input. */
const KEY_IS_GOOD = ['10107', '10109', '10114', '10700'];

/** The result of a credential test. */
export interface Verdict {
	good: boolean;
	message: string;
}

export const CONNECTED: Verdict = { good: true, message: 'Connection successful' };

/** Judges App ID and key by the response to a probe (document 1, part 5). `now` is the clock of this machine in milliseconds. */
export function judgeProbe(probe: Probe, response: HttpResponse, now: number): Verdict {
	try {
		(probe.read ?? readEnvelope)(response, probe.endpoint);
		return CONNECTED;
	} catch (error) {
		const clock = clockError(response.headers.date, now);
		if (clock) return { good: false, message: `${clock}. ${CORRECT_CLOCK}` };
		return error instanceof PlatformError
			? judgeFailure(error, probe.endpoint)
			: { good: false, message: errorText(error) };
	}
}

function judgeFailure(error: PlatformError, { service, path }: Endpoint): Verdict {
	const { code = '', desc = '', advice = '' } = error.details;
	const bad = (message: string): Verdict => ({ good: false, message: `${message} ${advice}` });
	if (isSignatureRejection(code, desc) && !isWhitelistRejection(code, desc)) {
		return bad(
			`${error.message}. The test used ${service}. If the key belongs to another service, choose that one under Test Service.`,
		);
	}
	// For speech, 11200 concerns the voice, not the key.
	if (code === '11200' && path === ENDPOINTS.speech.path) {
		return {
			good: true,
			message: `The key is valid, but the application is not authorized for the voice of this test (${DEFAULT_SPEECH.voice}). Choose another voice in the node. ${USE_STREAMING}`,
		};
	}
	if (code === '10110' || code === '11200')
		return bad(`The key is valid, but ${service} is not enabled for the application.`);
	if (code === '11201')
		return {
			good: true,
			message: `The key is valid, but the quota of ${service} for today is used up.`,
		};
	return KEY_IS_GOOD.includes(code) ? CONNECTED : { good: false, message: errorText(error) };
}
