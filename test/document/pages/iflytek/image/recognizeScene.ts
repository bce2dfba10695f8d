import type { Page } from '../../../page';
import { recognition } from '../../../table/image';

/** Document 1, 4.6. */
export const page: Page = {
	isDefault: true,
	...recognition('scene', 'scene', {
		console: '场景识别',
		name: 'Image: Recognize Scene',
		value: 'scene',
	}),
	chinese: { name: '场景识别', does: '识别图片属于 43 种场景中的哪一种' },
	reference: {
		result: `{ "label": 14, "labelName": "beach", "rate": 0.93 }`,
	},
};
