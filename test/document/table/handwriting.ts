/** Handwriting recognition: document 1, 4.2; `cn|en` is what the vendor's SDK sends when nothing else is chosen. */
import { fileItem, fixture } from '../../engine/images';
import { FILE, options, SIMPLIFY } from './common';
import type { Resource } from './line';

const IMAGE = fixture('note-blank.png');

export const handwriting: Resource = {
	default: 'recognize',
	operations: {
		recognize: {
			lines: {
				binaryPropertyName: FILE,
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
				simplify: SIMPLIFY,
				...options(),
			},
			item: fileItem(IMAGE),
			sent: {
				url: 'https://webapi.xfyun.cn/v1/service/v1/ocr/handwriting',
				fields: { language: 'cn|en', location: 'false', image: IMAGE.toString('base64') },
			},
		},
	},
};
