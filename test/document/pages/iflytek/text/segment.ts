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
	result: { english: '`words: string[]`', chinese: '`words: string[]`' },
	model: textFromModel('to split into words'),
};
