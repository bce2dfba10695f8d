import type { Endpoint } from '../endpoint';
import { analysisOf, type CannedFunction } from '../engines/grammar';
import { segment } from '../engines/words';
import { PlatformFailure } from '../failure';
import { formField, textBytes } from '../form';
import { requireAll, textParam } from '../param';
import type { PlatformRequest, Result } from '../request';

/** The longest text in bytes (document 1, 4.1). In the live service, the bytes of UTF-8 count. */
const TEXT_MAX = 500;

/**
 * Text analysis (document 1, 4.1). jieba gives the results of `cws` and `pos`. Small rules invent the other results from
 * jieba's words. Lengths and indexes of these results fit the words.
 */
function analyseText(name: 'cws' | 'pos' | CannedFunction, request: PlatformRequest): Result {
	// The only documented value of `type` is `dependent`.
	requireAll(request, ['type']);
	const type = textParam(request.param, 'type');
	if (type !== undefined && type !== 'dependent')
		throw new PlatformFailure('10106', 'invalid type');
	const text = formField(request.contentType, request.body, 'text') ?? '';
	if (text.trim() === '') throw new PlatformFailure('10106', 'invalid text');
	if (textBytes(text, request.settings) > TEXT_MAX)
		throw new PlatformFailure('10109', 'invalid text');

	const { words } = segment(text);
	switch (name) {
		case 'cws':
			return { data: { word: words.map((word) => word.text) } };
		case 'pos':
			return { data: { pos: words.map((word) => word.tag) } };
		default:
			return { data: { [name]: analysisOf(name, text, request.settings) } };
	}
}

function textEndpoint(name: 'cws' | 'pos' | CannedFunction): Endpoint {
	return {
		name,
		base: 'nlp',
		path: `/v1/${name}`,
		service: 'text',
		emptyData: {},
		sid: ['ltp', 'ch'],
		failureType: 'application/json',
		withoutParam: true,
		canned: name !== 'cws' && name !== 'pos',
		handle: (request) => analyseText(name, request),
	};
}

export const endpoints: readonly Endpoint[] = [
	textEndpoint('cws'),
	textEndpoint('pos'),
	textEndpoint('ner'),
	textEndpoint('dp'),
	textEndpoint('srl'),
	textEndpoint('sdp'),
	textEndpoint('sdgp'),
];
