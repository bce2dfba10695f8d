import type { Page } from '../../../page';
import { CALL_HOST } from '../../../table/calls';
import { options, SIMPLIFY } from '../../../table/common';

/** Document 2, 4.2. */
export const page: Page = {
	isDefault: true,
	chinese: { does: '查询应用的话术、线路、发音人和回调地址' },
	input: { english: 'What to list', chinese: '查询哪一类' },
	result: {
		english:
			'One item per script (all pages of them), line, callback URL or voice, or all in one item (`robots`, `lines`, `urls`, `voices`). A script has `statusName`, `typeName`, `deletedName`, `timeCreate` and `timeUpdate` in place of its codes and times, and `usable`. Added to a line: `statusName`, `workPeriods`, `permanent`, `validitySeconds`, `timeApply`; to a URL: `module`, `moduleName`, and `appId`, `robotId` where it is for one application or script alone (`receiveVoice|AppX|4567`), and its secret is `***`; to a voice: `gender`',
		chinese:
			'每个话术（自动取完所有分页）、线路、回调地址或发音人输出一个数据项；选 All 时合并为一个数据项（`robots`、`lines`、`urls`、`voices`）。话术以 `statusName`、`typeName`、`deletedName`、`timeCreate`、`timeUpdate` 代替代码和时间，并有 `usable`；线路另有 `statusName`、`workPeriods`、`permanent`、`validitySeconds`、`timeApply`；回调地址另有 `module`、`moduleName`，只用于某个应用或话术时（如 `receiveVoice|AppX|4567`）还有 `appId`、`robotId`，地址中的密钥显示为 `***`；发音人另有 `gender`',
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
	sent: { endpoint: 'configQuery', url: `${CALL_HOST}/config/v1/query`, fields: { type: 1 } },
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
