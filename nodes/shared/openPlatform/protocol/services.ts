/** The services of the open platform (document 1, parts 1, 4 and 8): one record for each endpoint. */
import { readSpeech, speechParam, USE_STREAMING } from './standardSpeech';
import { DEFAULT_SPEECH } from './voiceSettings';
import type { Endpoint, Probe, Service } from './endpoint';
import { fileForm, rawBody, textForm } from './requestBody';

/** A text so short that a request with it costs next to nothing. */
export const PROBE_TEXT = '测试';

/** A white PNG of 16 × 16 pixels. */
const BLANK_IMAGE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mP4jwYYRrYAAID5/wGR6yAaAAAAAElFTkSuQmCC',
	'base64',
);

/** Units of the limits. */
export const K = 1024;
export const M = 1024 * K;

/** Business parameters of every function of language analysis (4.1). */
export const ANALYSIS_PARAM = { type: 'dependent' } as const;

const TEXT_PROBE: Probe = { param: ANALYSIS_PARAM, body: textForm({ text: PROBE_TEXT }) };

/**
 * What the services of language analysis (4.1) have in common. The console lists them as several
 * services. `textBytes` is the most bytes that a text may have in UTF-8.
 */
const ANALYSIS = { base: 'nlpBaseUrl', limits: { textBytes: 500 }, responseBytes: M } as const;

const WORDS = {
	...ANALYSIS,
	service: 'lexical analysis',
	test: { name: 'Text: Words, Parts of Speech, Entities', value: 'text', probe: TEXT_PROBE },
} as const satisfies Service;

const DEPENDENCIES = {
	...ANALYSIS,
	service: 'dependency parsing',
	test: { name: 'Text: Dependencies', value: 'dependencies', probe: TEXT_PROBE },
} as const satisfies Service;

const ROLES = {
	...ANALYSIS,
	service: 'semantic role labeling',
	test: { name: 'Text: Semantic Roles', value: 'roles', probe: TEXT_PROBE },
} as const satisfies Service;

const SEMANTICS = {
	...ANALYSIS,
	service: 'semantic dependency parsing',
	test: { name: 'Text: Semantic Tree and Graph', value: 'semantics', probe: TEXT_PROBE },
} as const satisfies Service;

/**
 * What the recognition of expressions, scenes and objects has in common (4.3, 4.6, 4.7).
 * `imageBytes` is the most bytes that an image may have.
 */
const VISION = {
	base: 'visionBaseUrl',
	limits: { imageBytes: 800 * K },
	responseBytes: M,
} as const;
const VISION_PROBE: Probe = { param: { image_name: 'test.png' }, body: rawBody(BLANK_IMAGE) };

/** The range of speed, volume and pitch of speech. */
const SCALE = { min: 0, max: 100 } as const;

/** Every endpoint. If several have the same key, the first of them is used to test the key. */
export const ENDPOINTS = {
	cws: { ...WORDS, path: '/v1/cws' },
	pos: { ...WORDS, path: '/v1/pos' },
	ner: { ...WORDS, path: '/v1/ner' },
	dp: { ...DEPENDENCIES, path: '/v1/dp' },
	srl: { ...ROLES, path: '/v1/srl' },
	sdp: { ...SEMANTICS, path: '/v1/sdp' },
	sdgp: { ...SEMANTICS, path: '/v1/sdgp' },
	/** 4.2. `encodedBytes` counts after Base64 and URL-encoding. The sides are in pixels. */
	handwriting: {
		base: 'ocrBaseUrl',
		path: '/v1/service/v1/ocr/handwriting',
		service: 'handwriting recognition',
		limits: { encodedBytes: 4 * M, shortestSide: 15, longestSide: 4096 },
		responseBytes: 8 * M,
		test: {
			name: 'Handwriting',
			value: 'handwriting',
			// `en` is the only language that both the document and the live service have.
			probe: { param: { language: 'en', location: 'false' }, body: fileForm('image', BLANK_IMAGE) },
		},
	},
	expression: {
		...VISION,
		path: '/v1/expression',
		service: 'facial expression recognition',
		test: { name: 'Image: Recognize Expression', value: 'expression', probe: VISION_PROBE },
	},
	scene: {
		...VISION,
		path: '/v1/scene',
		service: 'scene recognition',
		test: { name: 'Image: Recognize Scene', value: 'scene', probe: VISION_PROBE },
	},
	object: {
		...VISION,
		path: '/v1/currency',
		service: 'object recognition',
		test: { name: 'Image: Recognize Object', value: 'object', probe: VISION_PROBE },
	},
	/** 4.4. For the text the document says "shorter than 1000" bytes in UTF-8. */
	speech: {
		base: 'apiBaseUrl',
		path: '/v1/service/v1/tts',
		service: 'standard speech synthesis',
		limits: { textBytes: 999, scale: SCALE },
		responseBytes: 32 * M,
		test: {
			name: 'Speech: Standard (HTTP)',
			value: 'speech',
			note: ' (closed to new applications)',
			probe: {
				param: speechParam(DEFAULT_SPEECH),
				body: textForm({ text: PROBE_TEXT }),
				read: readSpeech,
				keyRefused: USE_STREAMING,
				keyAccepted: {
					'11200': `The key is valid, but the application is not authorized for the voice of this test (${DEFAULT_SPEECH.voice}). Choose another voice in the node. ${USE_STREAMING}`,
				},
			},
		},
	},
	/**
	 * The only speech service for new applications. Its page says "below 8000 bytes, about 2000
	 * Chinese characters", which is only possible if the bytes count after Base64: 5,997 bytes become
	 * 7,996 and 5,998 become 8,000.
	 */
	streaming: {
		base: 'streamingBaseUrl',
		path: '/v2/tts',
		service: 'streaming speech synthesis',
		limits: { textBytes: 5997, scale: SCALE },
		/** The limit of the response to a refused handshake. */
		responseBytes: M,
		test: {
			name: 'Speech: Streaming',
			value: 'streaming',
			note: '. Needs the API Secret.',
			probe: 'webSocket',
		},
	},
	/** 4.5. `perRequest` is the most URLs or IDs in one request. */
	violence: {
		base: 'apiBaseUrl',
		path: '/v1/service/v1/image_identify/terror_filter',
		service: 'violent image detection',
		limits: { imageBytes: 10 * M, archiveBytes: 50 * M, perRequest: 20 },
		responseBytes: 8 * M,
		test: {
			name: 'Image: Detect Violence',
			value: 'violence',
			probe: { param: {}, body: fileForm('file', BLANK_IMAGE) },
		},
	},
} as const satisfies Record<string, Endpoint>;

/**
 * The endpoints that test the keys, sorted by the names of the tests. Of those that share a key, the
 * first one tests it.
 */
export const TESTED_ENDPOINTS: readonly Endpoint[] = Object.values<Endpoint>(ENDPOINTS)
	.filter(({ test }, index, all) => index === all.findIndex((one) => one.test.value === test.value))
	.sort((a, b) => (a.test.name < b.test.name ? -1 : 1));

/**
 * The endpoint whose path a URL ends with, whatever the base URL. Undefined for a service that
 * these nodes do not have.
 */
export function endpointAt(url: string): Endpoint | undefined {
	if (!URL.canParse(url)) return undefined;
	const { pathname } = new URL(url);
	return Object.values<Endpoint>(ENDPOINTS).find(({ path }) => pathname.endsWith(path));
}

/** The seven functions of language analysis (4.1). */
export const TEXT_FUNCTIONS = ['cws', 'pos', 'ner', 'dp', 'srl', 'sdp', 'sdgp'] as const;
export type TextFunction = (typeof TEXT_FUNCTIONS)[number];
