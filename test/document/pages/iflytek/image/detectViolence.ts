import { fileItem, fixture } from '../../../../engine/images';
import { fromModel } from '../../../fromModel';
import type { Page } from '../../../page';
import { FILE, options, SIMPLIFY } from '../../../table/common';
import { IMAGE, LINK } from '../../../table/image';

/** The fields of the answer for one image, which contains weapons. */
const VIOLENT_IMAGE = {
	type: 1,
	confidence: 0.9,
	image_id: 'a1',
	categories: [{ type: 1, confidence: 0.9 }],
};

/** Document 1, 4.5. */
export const page: Page = {
	chinese: {
		name: '暴恐识别',
		does: '检测图片中的武器、军警服饰、旗帜、国家标志等暴恐敏感内容；目前不检测血腥内容',
	},
	result: {
		english:
			'`safe` (true if every image is normal, that is, no class was found; the platform does not currently detect gore, and pornography is not one of its classes), `type`, `typeName`, `confidence`, `categories`, `image_id`, `url` (several: `urls`) or `fileName` and, for several images, `details`',
		chinese:
			'`safe`（所有图片都正常时为 true：没有检出任何类别；平台说明目前不检测血腥内容，也没有色情这一类别）、`type`、`typeName`、`confidence`、`categories`、`image_id`，`url`（多个为 `urls`）或 `fileName`，多张图片时还有 `details`',
	},
	lines: {
		inputType: {
			type: 'options',
			default: 'binary',
			values: ['binary', 'ids', 'urls'],
			refused: ['url'],
		},
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
		...options({
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
