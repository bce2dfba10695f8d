import type { Page } from '../../../page';
import { recognition } from '../../../table/image';

/** Document 1, 4.3. */
export const page: Page = {
	...recognition('expression', 'expression', {
		console: '人脸表情识别',
		name: 'Image: Recognize Expression',
		value: 'expression',
	}),
	chinese: { name: '表情识别', does: '识别人脸表情，例如喜悦、愤怒' },
	result: {
		english:
			'`label`, `labelName`, `rate`, `review`, `name`, `url` or `fileName`, `top: [{ label, labelName, rate }]`',
		chinese:
			'`label`、`labelName`、`rate`、`review`、`name`、`url` 或 `fileName`、`top: [{ label, labelName, rate }]`',
	},
};
