import { fileItem, fixture } from '../../../../engine/images';
import { fromModel } from '../../../fromModel';
import type { Page } from '../../../page';
import { FILE, itemOptions, SIMPLIFY } from '../../../table/common';
import { IMAGE, inputType, LINK } from '../../../table/image';
import { answered, list, number, object, text, whole } from '../../../table/responses';

/** The fields of the answer for one image, which contains weapons. */
const VIOLENT_IMAGE = {
	type: 1,
	confidence: 0.9,
	image_id: 'a1',
	categories: [{ type: 1, confidence: 0.9 }],
};

/** Document 1, 2.5. */
const CLASS = { type: whole, confidence: number };
const JUDGED = { image_id: text, categories: list(object(CLASS)) };

/** Document 1, 4.5. */
export const page: Page = {
	chinese: {
		name: '暴恐识别',
		does: '检测图片中的武器、军警服饰、旗帜、国家标志等暴恐敏感内容；目前不检测血腥内容',
	},
	reference: {
		result: `{
  "safe": false,
  "type": 1,
  "typeName": "contains weapons",
  "confidence": 0.97,
  "categories": [{ "type": 1, "typeName": "contains weapons", "confidence": 0.97 }],
  "image_id": "…",
  "fileName": "photo.jpg",
  "sid": "…"
}`,
		notes: [
			{
				english:
					'`safe` is true if no class was found. There is none for pornography, and gore is not detected at present.',
				chinese:
					'所有图片都没有检出任何类别时，`safe` 为 true。平台目前不检测血腥内容，也没有色情这一类别。',
			},
			{
				english:
					'Of several images the most severe counts; `details` has each. Several URLs give `urls`.',
				chinese: '多张图片时以最严重的一张为准，`details` 中是每一张的结果。多个 URL 时为 `urls`。',
			},
			{
				english:
					'Images: jpg, png or bmp up to 10M (zip: 50M), up to 20 URLs, or up to 20 image IDs of earlier results.',
				chinese:
					'图片：jpg、png 或 bmp，不超过 10M（zip：50M）；最多 20 个 URL，或最多 20 个此前结果中的图片 ID。',
			},
		],
	},
	lines: {
		...inputType('ids', 'urls'),
		binaryPropertyName: { ...FILE, shown: { inputType: ['binary'] } },
		imageUrls: {
			type: 'string',
			default: '',
			required: true,
			shown: { inputType: ['urls'] },
			values: [LINK],
			api: 'image_url',
			refused: ['', 'office.jpg'],
		},
		imageIds: {
			type: 'string',
			default: '',
			required: true,
			shown: { inputType: ['ids'] },
			values: ['id-1'],
			api: 'image_id',
			refused: [''],
		},
		simplify: SIMPLIFY,
		...itemOptions({
			details: { type: 'boolean', default: true, values: [true, false], api: 'details' },
		}),
	},
	item: fileItem(IMAGE, 'tiny.png'),
	sent: {
		endpoint: 'violence',
		url: 'https://api.xfyun.cn/v1/service/v1/image_identify/terror_filter',
		fields: { file: IMAGE.toString('base64') },
		key: {
			console: '图片类暴恐识别',
			name: 'Image: Detect Violence',
			value: 'violence',
			param: {},
			body: 'file=iVBORw0KGgo',
		},
		response: answered(
			object(CLASS, {
				...JUDGED,
				details: list(object({ ...CLASS, ...JUDGED, image_name: text })),
			}),
		),
	},
	answer: {
		whole: { ...VIOLENT_IMAGE, details: [VIOLENT_IMAGE] },
		gives: {
			safe: false,
			...VIOLENT_IMAGE,
			details: [{ safe: false, ...VIOLENT_IMAGE }],
			fileName: 'tiny.png',
			sid: 's',
		},
		wrong: [{}, { confidence: 1 }, { type: 0, details: [{ image_id: 'a1' }] }],
	},
	limits: {
		fileBytes: { png: 10 * 1024 ** 2, zip: 50 * 1024 ** 2 },
		formats: ['jpg', 'bmp', 'png'],
		perRequest: 20,
	},
	samples: ['violence-0.png', 'violence-2.png'].map((name) => ({
		items: [fileItem(fixture('tiny.png'), name)],
	})),
	model: {
		inputType: 'urls',
		imageUrls: fromModel('image_urls', 'URLs of images, at most 20, one per line'),
	},
};
