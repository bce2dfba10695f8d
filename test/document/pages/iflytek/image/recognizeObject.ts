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
	result: {
		english:
			'`label`, `rate`, `review`, `name`, `url` or `fileName`, `top: [{ label, rate }]`; the names of its labels are not published',
		chinese:
			'`label`、`rate`、`review`、`name`、`url` 或 `fileName`、`top: [{ label, rate }]`；标签的名称官方没有公布',
	},
};
