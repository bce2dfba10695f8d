import type { ServiceName } from './accounts';

/** The four base addresses of document 1, part 1. */
export type BaseName = 'nlp' | 'ocr' | 'vision' | 'api';

export const textFunctions = ['cws', 'pos', 'ner', 'dp', 'srl', 'sdp', 'sdgp'] as const;
export type TextFunction = (typeof textFunctions)[number];

export type VisionName = 'expression' | 'scene' | 'object';

export type EndpointName = TextFunction | VisionName | 'handwriting' | 'speech' | 'violence';

/** Where an endpoint is and what its envelope looks like (document 1, parts 2.1 and 4). */
export interface Endpoint {
	name: EndpointName;
	base: BaseName;
	path: string;
	service: ServiceName;
	/** `data` of a failure (2.1). */
	emptyData: '' | readonly [] | Readonly<Record<string, never>>;
	/** First letters of the session id, and those after the `@`. */
	sid: readonly [string, string];
	/** Content type of a failure. */
	failureType: 'application/json' | 'text/plain';
	/** A request without X-Param is accepted. */
	withoutParam: boolean;
	/** The answer is made up rather than worked out; says so in `X-Simulated`. */
	canned: boolean;
}

const cannedFunctions: readonly TextFunction[] = ['ner', 'dp', 'srl', 'sdp', 'sdgp'];

const text = textFunctions.map((name): Endpoint => ({
	name,
	base: 'nlp',
	path: `/v1/${name}`,
	service: 'text',
	emptyData: {},
	sid: ['ltp', 'ch'],
	failureType: 'application/json',
	withoutParam: true,
	canned: cannedFunctions.includes(name),
}));

function vision(name: VisionName, path: string): Endpoint {
	return {
		name,
		base: 'vision',
		path,
		service: name,
		emptyData: [],
		sid: ['tup', 'dx'],
		failureType: 'application/json',
		withoutParam: false,
		canned: true,
	};
}

export const endpoints: readonly Endpoint[] = [
	...text,
	{
		name: 'handwriting',
		base: 'ocr',
		path: '/v1/service/v1/ocr/handwriting',
		service: 'handwriting',
		emptyData: '',
		sid: ['wcr', 'ch'],
		failureType: 'application/json',
		withoutParam: false,
		canned: false,
	},
	vision('expression', '/v1/expression'),
	vision('scene', '/v1/scene'),
	vision('object', '/v1/currency'),
	{
		name: 'speech',
		base: 'api',
		path: '/v1/service/v1/tts',
		service: 'speech',
		emptyData: '',
		sid: ['hts', 'ch'],
		failureType: 'text/plain',
		withoutParam: false,
		canned: false,
	},
	{
		name: 'violence',
		base: 'api',
		path: '/v1/service/v1/image_identify/terror_filter',
		service: 'violence',
		emptyData: {},
		sid: ['tup', 'ch'],
		failureType: 'application/json',
		withoutParam: false,
		canned: true,
	},
];

export const endpointNames: readonly EndpointName[] = endpoints.map(({ name }) => name);
