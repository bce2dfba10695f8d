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
	reference: {
		result: `{
  "label": 2,
  "labelName": "joy",
  "rate": 0.93,
  "review": false,
  "name": "face.jpg",
  "fileName": "face.jpg",
  "top": [{ "label": 2, "labelName": "joy", "rate": 0.93 }],
  "sid": "…"
}`,
		notes: [
			{
				english: '`top` has all eight expressions if the platform sends their rates.',
				chinese: '平台返回各类概率时，`top` 是全部八类表情。',
			},
		],
	},
};
