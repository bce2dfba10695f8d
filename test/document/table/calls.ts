/** Direct calls and configuration: document 2, 4.2, 4.3 and part 8. */
import { deliveryOptions, NOTICE, options, SIMPLIFY } from './common';
import type { Line, Lines, Resource } from './line';

export const CALL_HOST = 'https://callapi.xfyun.cn/v1/service/v1/aicall';

/** A script and a line of the local platform. */
export const SCRIPT = '5201';
export const LINE = '055168204601';
const CUSTOMER = { 客户手机号码: '13800000001', 姓名: '王芳', 预约时间: '周五' };

/** A list of the platform, or an id. */
export const locator = (line: Partial<Line> = {}): Line => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...line,
});
export const chosen = (value: string) => ({ __rl: true, mode: 'id', value });

/** One customer, the columns taken from the fields of the item. */
export const ROW = {
	columns: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [],
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
};
export const ROW_ITEM = { json: CUSTOMER };
export const ROW_FIELDS = {
	call_column: Object.keys(CUSTOMER),
	call_list: [Object.values(CUSTOMER)],
};

export const rows: Lines = {
	rowsFrom: { type: 'options', default: 'item', values: ['field', 'item'] },
	columns: {
		type: 'resourceMapper',
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		shown: { rowsFrom: ['item'] },
	},
	rowsField: { type: 'string', default: 'rows', required: true, shown: { rowsFrom: ['field'] } },
};

/** Must be clear: what is neither true nor false is refused. */
export const CHECK_ONLY: Line = { type: 'boolean', default: false, refused: ['maybe'] };

export const rowOptions: Lines = {
	checkOnly: CHECK_ONLY,
	checkNumbers: { type: 'boolean', default: true },
	refuseRepeatedNumbers: { type: 'boolean', default: false },
	// A key is sent once: each run has another.
	rememberedRowKeys: {
		type: 'number',
		default: 10_000,
		min: 100,
		max: 50_000,
		needs: { 'options.rowKey': '={{ Math.random() }}' },
	},
	rowKey: { type: 'string', default: '' },
};

/** Daily hours within which customers may be called; China time unless another zone is chosen. */
export const callingHours = (line: Partial<Line> = {}): Line => ({
	type: 'string',
	default: '09:00-20:00',
	required: true,
	refused: ['', 'mornings', '09:00-09:00'],
	...line,
});
export const callingHoursZone = (line: Partial<Line> = {}): Line => ({
	type: 'string',
	default: 'Asia/Shanghai',
	refused: ['China time'],
	...line,
});

export const voice: Line = locator({ values: ['65580'], api: 'voice_code' });

export const call: Resource = {
	default: 'place',
	operations: {
		place: {
			lines: {
				notice: NOTICE,
				robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
				lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
				voiceCode: voice,
				callingHours: callingHours(),
				...rows,
				simplify: SIMPLIFY,
				...deliveryOptions({
					...rowOptions,
					callingHoursZone: callingHoursZone(),
					isolateBadRows: { type: 'boolean', default: false },
					robotSpeed: {
						type: 'number',
						default: 1,
						min: 0.1,
						values: [0.1, 1, 1.5],
						api: 'robot_speed',
						refused: [0, -1],
					},
				}),
			},
			given: { robotId: chosen(SCRIPT), lineNum: chosen(LINE), ...ROW },
			item: ROW_ITEM,
			sent: {
				url: `${CALL_HOST}/outbound/v1/task/callout`,
				fields: { robot_id: SCRIPT, line_num: LINE, ...ROW_FIELDS },
			},
		},
	},
};

export const configuration: Resource = {
	default: 'get',
	operations: {
		get: {
			lines: {
				kind: {
					type: 'options',
					default: 'scripts',
					values: ['all', 'lines', 'scripts', 'urls', 'voices'],
					api: 'type',
					sends: { all: 0, scripts: 1, lines: 2, urls: 3, voices: 4 },
					refused: ['robots'],
				},
				simplify: SIMPLIFY,
				...options(),
			},
			sent: { url: `${CALL_HOST}/config/v1/query`, fields: { type: 1 } },
		},
	},
};
