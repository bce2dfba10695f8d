import { fileItem, fixture } from '../../../../engine/images';
import type { Page } from '../../../page';
import { FILE, itemOptions, SIMPLIFY } from '../../../table/common';
import { all, answered, list, number, object, text, whole } from '../../../table/responses';

const IMAGE = fixture('note-blank.png');

const POINT = object(all(whole, 'x', 'y'));
/** Document 1, 2.3. */
const LINE = object(
	{ word: list(object({ content: text })), confidence: number },
	{ location: object(all(POINT, 'top_left', 'right_bottom')) },
);

/** Document 1, 4.2. The default `cn|en` is the default of the vendor's SDK. */
export const page: Page = {
	isDefault: true,
	chinese: { name: '手写识别', does: '识别图片文件中的手写或印刷文字（AI 智能体无法传入文件）' },
	reference: {
		result: `{
  "text": "第一行\\n第二行",
  "lines": [
    { "type": "text", "text": "第一行", "confidence": 0.98, "box": { "left": 12, "top": 8, "right": 310, "bottom": 52 } }
  ],
  "sid": "…"
}`,
		notes: [
			{
				english:
					'Image: jpg, png or bmp by content, sides from 15 to 4096 pixels, 4M once encoded (about 2.8M as a file).',
				chinese:
					'图片：jpg、png 或 bmp（按内容判断），边长 15 到 4096 像素，编码后不超过 4M，原文件约 2.8M。',
			},
			{
				english:
					'`box`, in pixels, comes with Return Positions. A picture on the page is a line of the type `image`.',
				chinese:
					'`box` 的单位是像素，需打开 Return Positions。页面上的图片是类型为 `image` 的一行。',
			},
		],
	},
	lines: {
		binaryPropertyName: FILE,
		simplify: SIMPLIFY,
		...itemOptions({
			language: {
				type: 'options',
				default: 'cn|en',
				values: ['cn|en', 'en'],
				api: 'language',
				refused: ['cn', 'fr'],
			},
			location: {
				type: 'boolean',
				default: false,
				values: [true, false],
				api: 'location',
				sends: { true: 'true', false: 'false' },
			},
		}),
	},
	item: fileItem(IMAGE),
	sent: {
		endpoint: 'handwriting',
		url: 'https://webapi.xfyun.cn/v1/service/v1/ocr/handwriting',
		fields: { language: 'cn|en', location: 'false', image: IMAGE.toString('base64') },
		key: {
			console: '手写文字识别',
			name: 'Handwriting',
			value: 'handwriting',
			param: { language: 'en', location: 'false' },
			body: 'image=iVBORw0KGgo',
		},
		response: answered(object({ block: list(object({ type: text }, { line: list(LINE) })) })),
	},
	answer: {
		whole: {
			block: [
				{
					type: 'text',
					line: [
						{
							confidence: 1,
							word: ['你', 'a', 'b', '(', ',', ' '].map((content) => ({ content })),
							location: { top_left: { x: 1, y: 2 }, right_bottom: { x: 3, y: 4 } },
						},
					],
				},
				{ type: 'image' },
			],
		},
		gives: {
			text: '你a b (,',
			lines: [
				{
					type: 'text',
					text: '你a b (,',
					confidence: 1,
					box: { left: 1, top: 2, right: 3, bottom: 4 },
				},
				{ type: 'image' },
			],
			sid: 's',
		},
		wrong: [['甲'], { block: 'text' }, { block: [{ type: 'text', line: [{ word: ['甲'] }] }] }],
	},
	limits: {
		encodedBytes: 4 * 1024 ** 2,
		shortestSide: 15,
		longestSide: 4096,
		formats: ['jpg', 'png', 'bmp'],
	},
	samples: [
		{ parameters: { location: true }, items: [fileItem(fixture('note-chinese.png'), 'note')] },
	],
	model: undefined,
};
