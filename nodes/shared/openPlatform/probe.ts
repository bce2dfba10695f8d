import { inWords, PlatformError } from '../failure';
import { fileForm, rawBody, textForm, type RequestBody } from './body';
import { clockError } from './clock';
import { isWhitelistRejection, adviceFor } from './codes';
import type { HttpAnswer } from '../http';
import { readEnvelope } from './envelope';
import { readSpeech, speechParam } from './speech';
import { ENDPOINTS, textEndpoint, type Endpoint } from './services';

/** A service to test a key with. */
type ProbeService = keyof typeof ENDPOINTS | 'text';

/** The smallest request that a service answers, for testing a key. */
export interface Probe {
	endpoint: Endpoint;
	param: Record<string, unknown>;
	body: RequestBody;
	read: (answer: HttpAnswer) => unknown;
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
	read: readEnvelope,
});

const PROBES: Record<ProbeService, Probe> = {
	text: { endpoint: textEndpoint('cws'), param: { type: 'dependent' }, body: textForm({ text: '测试' }), read: readEnvelope },
	handwriting: {
		endpoint: ENDPOINTS.handwriting,
		param: { language: 'cn|en', location: 'false' },
		body: fileForm('image', BLANK_IMAGE),
		read: readEnvelope,
	},
	speech: {
		endpoint: ENDPOINTS.speech,
		param: speechParam({ voice: 'xiaoyan', sampleRate: 16000, format: 'wav', speed: 50, volume: 50, pitch: 50, textType: 'text' }),
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

/** The request to test a key of a service with; language analysis where none is named. */
export function probeFor(service: unknown): Probe {
	return PROBES[Object.keys(PROBES).find((name): name is ProbeService => name === service) ?? 'text'];
}

/** Codes that come after the key was accepted: the blank input or the day's quota is the matter, not the key. */
const KEY_IS_GOOD = ['10107', '10109', '10114', '10700', '11201'];

/**
 * What a probe's answer tells of app id and key: undefined where they work, else what is wrong.
 * `now` is this machine's clock in milliseconds. Document 1, part 5.
 */
export function judgeProbe(probe: Probe, answer: HttpAnswer, now: number): string | undefined {
	try {
		probe.read(answer);
		return undefined;
	} catch (error) {
		return explain(error, probe.endpoint.service, clockError(answer.headers.date, now));
	}
}

function explain(error: unknown, service: string, clock: string | undefined): string | undefined {
	if (!(error instanceof PlatformError)) return inWords(error);
	const { code = '', desc = '', advice = '' } = error.details;
	if (clock) return clock;
	if (isWhitelistRejection(code, desc)) return `This address is not on the whitelist of ${service}. ${adviceFor(code, desc)}`;
	switch (code) {
		case '10110':
		case '11200':
			return `The key is good, but ${service} is not enabled for the application. ${advice}`;
		case '10105':
			return desc === ''
				? `App ID or API key was refused, or this address is not on the whitelist: the platform does not say which. ${advice}`
				: `App ID or API key was refused (${desc}). ${advice}`;
		case '10106':
			if (/X-Appid/i.test(desc)) return `The App ID was refused (${desc}). ${advice}`;
	}
	return KEY_IS_GOOD.includes(code) ? undefined : inWords(error);
}
