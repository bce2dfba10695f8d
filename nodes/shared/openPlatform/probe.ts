import { errorText, PlatformError } from '../failure';
import { fileForm, rawBody, textForm } from './body';
import { clockError, CORRECT_CLOCK } from './clock';
import { isSignatureRejection, isWhitelistRejection } from './codes';
import type { HttpResponse } from '../http';
import { readEnvelope } from './envelope';
import type { OpenPlatformRequest, ReadResponse } from './request';
import { DEFAULT_SPEECH, readSpeech, speechParam, USE_STREAMING } from './speech';
import { ENDPOINTS, ANALYSIS_PARAM, analysisEndpoint, type Endpoint, type TextFunction } from './services';

/** A minimal request to test a key. */
export interface Probe extends OpenPlatformRequest {
	read: ReadResponse<unknown>;
}

/** A white PNG of 16 × 16 pixels. */
const BLANK_IMAGE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mP4jwYYRrYAAID5/wGR6yAaAAAAAElFTkSuQmCC',
	'base64',
);

const textProbe = (func: TextFunction): Probe => ({
	endpoint: analysisEndpoint(func),
	param: ANALYSIS_PARAM,
	body: textForm({ text: '测试' }),
	read: readEnvelope,
});

const imageProbe = (endpoint: Endpoint): Probe => ({
	endpoint,
	param: { image_name: 'test.png' },
	body: rawBody(BLANK_IMAGE),
	read: readEnvelope,
});

/** By the values of Test Service in the credential; a service that shares its key with another needs none of its own. */
const PROBES = new Map<unknown, Probe>(Object.entries({
	dependencies: textProbe('dp'),
	roles: textProbe('srl'),
	semantics: textProbe('sdp'),
	handwriting: {
		endpoint: ENDPOINTS.handwriting,
		// The one language that both the document and the live service name.
		param: { language: 'en', location: 'false' },
		body: fileForm('image', BLANK_IMAGE),
		read: readEnvelope,
	},
	speech: {
		endpoint: ENDPOINTS.speech,
		param: speechParam(DEFAULT_SPEECH),
		body: textForm({ text: '测试' }),
		read: readSpeech,
	},
	violence: {
		endpoint: ENDPOINTS.violence,
		param: {},
		body: fileForm('file', BLANK_IMAGE),
		read: readEnvelope,
	},
	expression: imageProbe(ENDPOINTS.expression),
	scene: imageProbe(ENDPOINTS.scene),
	object: imageProbe(ENDPOINTS.object),
}));

/** The probe of a service; word segmentation if the service is unknown. */
export function probeFor(service: unknown): Probe {
	return PROBES.get(service) ?? textProbe('cws');
}

/** Codes that follow after the key was accepted: they concern the blank input. */
const KEY_IS_GOOD = ['10107', '10109', '10114', '10700'];

/** The result of a credential test. */
export interface Verdict {
	good: boolean;
	message: string;
}

/**
 * Judges App ID and key by the response to a probe. `now` is the clock of this machine in milliseconds. Document 1, part
 * 5.
 */
export function judgeProbe(probe: Probe, response: HttpResponse, now: number): Verdict {
	try {
		probe.read(response, probe.endpoint);
		return { good: true, message: 'Connection successful' };
	} catch (error) {
		const clock = clockError(response.headers.date, now);
		if (clock) return { good: false, message: `${clock}. ${CORRECT_CLOCK}` };
		return error instanceof PlatformError ? judgeFailure(error, probe.endpoint) : { good: false, message: errorText(error) };
	}
}

function judgeFailure(error: PlatformError, { service, path }: Endpoint): Verdict {
	const { code = '', desc = '', advice = '' } = error.details;
	const bad = (message: string): Verdict => ({ good: false, message: `${message} ${advice}` });
	if (isSignatureRejection(code, desc) && !isWhitelistRejection(code, desc)) {
		return bad(`${error.message}. The test used ${service}. If the key belongs to another service, choose that one under Test Service.`);
	}
	// For speech, 11200 concerns the voice, not the key.
	if (code === '11200' && path === ENDPOINTS.speech.path) {
		return { good: true, message: `The key is valid, but the application is not authorized for the voice of this test (${DEFAULT_SPEECH.voice}). Choose another voice in the node. ${USE_STREAMING}` };
	}
	if (code === '10110' || code === '11200') return bad(`The key is valid, but ${service} is not enabled for the application.`);
	if (code === '11201') return { good: true, message: `The key is valid, but the quota of ${service} for today is used up.` };
	return KEY_IS_GOOD.includes(code) ? { good: true, message: 'Connection successful' } : { good: false, message: errorText(error) };
}
