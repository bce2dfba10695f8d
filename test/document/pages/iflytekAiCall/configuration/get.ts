import type { Page } from '../../../page';
import { CALL_HOST } from '../../../table/calls';
import { options, SIMPLIFY } from '../../../table/common';
import { all, called, list, object, text, whole } from '../../../table/responses';

/** Document 2, 2.3 to 2.6. `robotTotal` is from the newer revision. */
const LISTS = called(
	object(
		{},
		{
			lines: list(
				object({
					line_num: text,
					time_work: list(text),
					...all(whole, 'concurrents', 'status', 'time_apply', 'time_expire'),
				}),
			),
			robots: list(
				object({
					...all(text, 'robot_id', 'robot_name'),
					call_column: list(text),
					...all(whole, 'status', 'type', 'deleted', 'time_create', 'time_update'),
				}),
			),
			urls: list(object(all(text, 'url', 'url_module'))),
			voices: list(object(all(text, 'voice_code', 'voice_name'))),
			robotTotal: whole,
		},
	),
);

/** Document 2, 4.2. */
export const page: Page = {
	isDefault: true,
	chinese: { does: '查询应用的话术、线路、发音人和回调地址' },
	reference: {
		result: `{
  "robot_id": "5201",
  "robot_name": "还款提醒",
  "call_column": ["客户手机号码", "姓名"],
  "statusName": "Published",
  "typeName": "Ordinary script",
  "deletedName": "Not deleted",
  "usable": true,
  "timeCreate": "2026-10-01T02:00:00.000Z",
  "timeUpdate": "2026-10-08T02:00:00.000Z"
}`,
		notes: [
			{
				english: 'All gives one item with `robots`, `lines`, `urls` and `voices`.',
				chinese: '选 All 时为一个数据项，含 `robots`、`lines`、`urls`、`voices`。',
			},
			{
				english:
					'Added to a line: `statusName`, `workPeriods`, `permanent`, `validitySeconds`, `timeApply`. To a voice: `gender`.',
				chinese:
					'线路另有 `statusName`、`workPeriods`、`permanent`、`validitySeconds`、`timeApply`；发音人另有 `gender`。',
			},
			{
				english:
					'Added to a callback URL: `module`, `moduleName`, and `appId`, `robotId` if it is for one application or script alone. A secret in the URL is `***`.',
				chinese:
					'回调地址另有 `module`、`moduleName`，只用于某个应用或话术时还有 `appId`、`robotId`；地址中的密钥显示为 `***`。',
			},
		],
	},
	lines: {
		kind: {
			type: 'options',
			default: 'scripts',
			values: ['all', 'lines', 'scripts', 'urls', 'voices'],
			api: 'type',
			sends: { all: 0, scripts: 1, lines: 2, urls: 3, voices: 4 },
			refused: ['robots'],
		},
		...options({ simplify: SIMPLIFY }),
	},
	sent: {
		endpoint: 'configQuery',
		url: `${CALL_HOST}/config/v1/query`,
		fields: { type: 1 },
		response: LISTS,
	},
	live: { kind: 'all' },
	answer: {
		whole: {
			robots: [
				{ robot_id: '1', status: '4', type: '1', deleted: '0', call_column: ['客户手机号码'] },
			],
		},
		gives: { robot_id: '1', usable: true },
		wrong: [{ robots: 'text' }],
	},
	repeated: 'harmless',
	queue: { step: 8, parameters: { kind: 'voices' } },
	model: {},
};
