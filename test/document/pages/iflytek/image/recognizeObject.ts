import type { Page } from '../../../page';
import { recognition } from '../../../table/image';

/** Document 1, 4.7. */
export const page: Page = {
	...recognition('object', 'currency', {
		console: '物体识别',
		name: 'Image: Recognize Object',
		value: 'object',
	}),
	chinese: { name: '物体识别', does: '识别图片主体所属的物体类别（两万余类）' },
	reference: {
		result: `{ "label": 2171, "rate": 0.88, "top": [{ "label": 2171, "rate": 0.88 }] }`,
		notes: [
			{
				english: 'iFLYTEK does not publish the names of the labels.',
				chinese: '标签的名称官方没有公布。',
			},
		],
	},
};
