import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('cws', {
		console: '词法分析',
		name: 'Text: Words, Parts of Speech, Entities',
		value: 'text',
	}),
	chinese: { name: '分词', does: '中文分词' },
	reference: {
		result: `{ "text": "他叫汤姆去拿外衣。", "words": ["他", "叫", "汤姆", "去", "拿", "外衣", "。"], "sid": "…" }`,
	},
	model: textFromModel('to split into words'),
};
