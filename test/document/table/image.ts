/** Images: document 1, 4.3 and 4.5 to 4.7. */
import { fileItem, fixture } from '../../engine/images';
import { FILE, options, SIMPLIFY } from './common';
import type { Operation, Resource } from './line';

const IMAGE = fixture('tiny.png');
const LINK = 'http://127.0.0.1/office.jpg';

/** Expression, scene and object are asked for alike: the bytes are the body, the name goes into `X-Param`. */
const recognition = (name: string): Operation => ({
	lines: {
		inputType: { type: 'options', default: 'binary', values: ['binary', 'url'], refused: ['file'] },
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
		...options({
			imageName: { type: 'string', default: '', values: ['photo.png'], api: 'image_name' },
		}),
	},
	item: fileItem(IMAGE, 'tiny.png'),
	sent: {
		url: `http://tupapi.xfyun.cn/v1/${name}`,
		fields: { image_name: 'tiny.png', body: IMAGE },
	},
});

export const image: Resource = {
	default: 'recognizeScene',
	operations: {
		detectViolence: {
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
				url: 'https://api.xfyun.cn/v1/service/v1/image_identify/terror_filter',
				fields: { file: IMAGE.toString('base64') },
			},
		},
		recognizeExpression: recognition('expression'),
		recognizeObject: recognition('currency'),
		recognizeScene: recognition('scene'),
	},
};
