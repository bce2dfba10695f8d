import type { TextFunction } from './endpoints';
import { analysisOf } from './engines/grammar';
import { segment } from './engines/words';
import { PlatformFailure } from './failure';
import { formField } from './form';
import { textParam } from './param';
import type { PlatformRequest, Result } from './request';

/** Longest text, in bytes of UTF-8 (document 1, 4.1; the encoding is that of the live service). */
const TEXT_MAX = 500;

/**
 * Language analysis (document 1, 4.1). cws and pos come from jieba; the rest is
 * made up from small rules over its words, so that lengths and indexes fit.
 */
export function analyseText(name: TextFunction, request: PlatformRequest): Result {
	const type = textParam(request.param, 'type');
	if (type !== undefined && type !== 'dependent')
		throw new PlatformFailure('10106', 'invalid type');
	const text = formField(request.contentType, request.body, 'text') ?? '';
	if (text.trim() === '') throw new PlatformFailure('10106', 'invalid text');
	if (Buffer.byteLength(text) > TEXT_MAX) throw new PlatformFailure('10109', 'invalid text');

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
