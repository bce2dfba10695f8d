import { errorText, PlatformError } from '../failure';
import { fileForm, rawBody, textForm, type RequestBody } from './body';
import { clockError } from './clock';
import { isSignatureRejection, isWhitelistRejection } from './codes';
import type { HttpResponse } from '../http';
import { readEnvelope } from './envelope';
import { DEFAULT_SPEECH, readSpeech, speechParam } from './speech';
import { ENDPOINTS, textEndpoint, type Endpoint, type TextFunction } from './services';

/** A service to test a key with. */
type ProbeService = keyof typeof ENDPOINTS | 'text' | 'dependencies' | 'roles' | 'semantics';

/** The smallest request that a service answers, for testing a key. */
export interface Probe {
	endpoint: Endpoint;
	param: Record<string, unknown>;
	body: RequestBody;
	read: (response: HttpResponse) => unknown;
}

/** A white PNG of 16 × 16 pixels. */
const BLANK_IMAGE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mP4jwYYRrYAAID5/wGR6yAaAAAAAElFTkSuQmCC',
	'base64',
);

const textProbe = (func: TextFunction): Probe => ({
	endpoint: textEndpoint(func),
	param: { type: 'dependent' },
	body: textForm({ text: '测试' }),
	read: readEnvelope,
});

const imageProbe = (endpoint: Endpoint): Probe => ({
	endpoint,
	param: { image_name: 'test.png' },
	body: rawBody(BLANK_IMAGE),
	read: readEnvelope,
});

const PROBES: Record<ProbeService, Probe> = {
	text: textProbe('cws'),
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
};

/** The request to test a key of a service with; language analysis (its words) where none is named. */
export function probeFor(service: unknown): Probe {
	return PROBES[Object.keys(PROBES).find((name): name is ProbeService => name === service) ?? 'text'];
}

/** Codes that come after the key was accepted: the blank input is the matter, not the key. */
const KEY_IS_GOOD = ['10107', '10109', '10114', '10700'];

/** What a test of a key tells its user. */
export interface Verdict {
	good: boolean;
	message: string;
}

/**
 * What a probe's answer tells of app id and key. `now` is this machine's clock in milliseconds. Document 1, part 5.
 */
export function judgeProbe(probe: Probe, response: HttpResponse, now: number): Verdict {
	try {
		probe.read(response);
		return { good: true, message: 'Connection successful' };
	} catch (error) {
		const clock = clockError(response.headers.date, now);
		if (clock) return { good: false, message: clock };
		return error instanceof PlatformError ? judgeFailure(error, probe.endpoint) : { good: false, message: errorText(error) };
	}
}

function judgeFailure(error: PlatformError, { service, path }: Endpoint): Verdict {
	const { code = '', desc = '', advice = '' } = error.details;
	const bad = (message: string): Verdict => ({ good: false, message: `${message} ${advice}` });
	if (isWhitelistRejection(code, desc)) return bad(`This address is not on the whitelist of ${service}.`);
	if (isSignatureRejection(code, desc)) {
		const refused = /X-Appid/i.test(desc) && code !== '10105' ? 'The App ID' : 'App ID or API key';
		const why = desc === '' ? ', or this address is not on the whitelist: the platform does not say which.' : ` (${desc}).`;
		return bad(`${refused} was refused${why} The test asked ${service}; if the key belongs to another service, choose that one under Service to Test With.`);
	}
	// Of the speech service it is the voice that the application may not use.
	if (code === '11200' && path === ENDPOINTS.speech.path) {
		return { good: true, message: `The key is good; the application may not use the voice of this test (${DEFAULT_SPEECH.voice}). Choose another voice in the node.` };
	}
	if (code === '10110' || code === '11200') return bad(`The key is good, but ${service} is not enabled for the application.`);
	if (code === '11201') return { good: true, message: `The key is good, but the calls of ${service} for today are used up.` };
	return KEY_IS_GOOD.includes(code) ? { good: true, message: 'Connection successful' } : { good: false, message: errorText(error) };
}
