/** Images: document 1, 4.3 and 4.5 to 4.7. */
import { fileItem, fixture } from '../../engine/images';
import { fromModel } from '../fromModel';
import { FILE, itemOptions, SIMPLIFY } from './common';
import {
	all,
	answered,
	flag,
	list,
	listOr,
	number,
	object,
	text,
	textOrNumber,
	whole,
} from './responses';
import type { Key, Lines, Operation, Page } from '../page';

export const IMAGE = fixture('tiny.png');
export const LINK = 'http://127.0.0.1/office.jpg';

/** An entry of a result (2.4 and 2.6). `code`, `file_name` and `subLabels` were recorded. */
const ENTRY = object(
	{ label: whole, rate: textOrNumber, name: text, review: flag },
	{
		...all(text, 'tag', 'file_name'),
		...all(list(whole), 'labels', 'subLabels'),
		rates: list(number),
		code: whole,
	},
);

/** The document has a list for expressions and objects. An object was recorded for all three kinds, with counts. */
const RESULT = listOr(
	ENTRY,
	object(
		{ fileList: list(ENTRY) },
		{
			reviewCount: whole,
			statistic: list(whole),
			topNStatistic: list(object(all(whole, 'count', 'label'))),
		},
	),
);

/** Input Type: an agent cannot pass a file, so that its tool has only the other choices. */
export const inputType = (...others: [string, ...string[]]): Lines => ({
	'inputType{not @tool=true}': {
		type: 'options',
		default: 'binary',
		values: ['binary', ...others],
	},
	'inputType{@tool=true}': { type: 'options', default: others.at(-1), values: others },
});

/**
 * What Expression, Scene and Object have in common. The body of a request is the bytes of the file, whose name is in
 * `X-Param`.
 */
export const recognition = (
	endpoint: string,
	name: string,
	key: Pick<Key, 'console' | 'name' | 'value'>,
): Operation & Pick<Page, 'samples' | 'model' | 'answer'> => ({
	lines: {
		...inputType('url'),
		binaryPropertyName: { ...FILE, shown: { inputType: ['binary'] } },
		imageUrl: {
			type: 'string',
			default: '',
			required: true,
			shown: { inputType: ['url'] },
			values: [LINK],
			api: 'image_url',
			refused: ['', 'office.jpg'],
		},
		simplify: SIMPLIFY,
		...itemOptions({
			imageName: { type: 'string', default: '', values: ['photo.png'], api: 'image_name' },
		}),
	},
	item: fileItem(IMAGE, 'tiny.png'),
	sent: {
		endpoint,
		url: `http://tupapi.xfyun.cn/v1/${name}`,
		fields: { image_name: 'tiny.png', body: IMAGE },
		key: { ...key, param: { image_name: 'test.png' }, body: '\u0089PNG' },
		response: answered(RESULT, textOrNumber),
	},
	answer: {
		whole: {
			fileList: [
				{ label: 1, labels: [1, 2], rate: 0.7, rates: [0.7, 0.3], name: 'a', review: false },
			],
		},
		gives: {
			label: 1,
			rate: 0.7,
			name: 'a',
			review: false,
			top: [
				{ label: 1, rate: 0.7 },
				{ label: 2, rate: 0.3 },
			],
			fileName: 'tiny.png',
			sid: 's',
		},
		wrong: [[], { fileList: [] }, [{ name: 'a', rate: 0.5 }]],
	},
	limits: { fileBytes: { png: 800 * 1024 }, formats: ['png', 'jpg', 'bmp', 'tif'] },
	samples: [{ items: [fileItem(IMAGE, `${endpoint}-1.png`)] }],
	model: {
		inputType: 'url',
		imageUrl: fromModel(
			'image_url',
			'The URL of the image, such as https://example.com/photo.jpg. It must be reachable from the internet.',
		),
	},
});
