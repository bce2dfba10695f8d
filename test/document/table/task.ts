/** Outbound tasks: document 2, 4.4 to 4.7 and part 8. Times are milliseconds, the wait before a redial is seconds. */
import {
	CALL_HOST,
	callingHours,
	callingHoursZone,
	CHECK_ONLY,
	chosen,
	LINE,
	locator,
	ROW,
	ROW_FIELDS,
	ROW_ITEM,
	rowOptions,
	rows,
	SCRIPT,
	voice,
} from './calls';
import { collection, deliveryOptions, NOTICE, options, SIMPLIFY } from './common';
import { under, type Line, type Lines, type Operation, type Resource } from './line';

/** Stands for the task that a test creates first. */
export const TASK = '{task}';

const ROOT = `${CALL_HOST}/outbound/v1/task`;
const START = '2026-11-23T01:00:00.000Z';
const END = '2026-11-23T09:30:00.000Z';
const START_MS = 1_795_395_600_000;
const END_MS = 1_795_426_200_000;

const task: Line = locator({
	required: true,
	values: ['846252615123869697'],
	api: 'task_id',
	refused: [''],
});
const time = (api: string, line: Partial<Line> = {}): Line => ({
	type: 'dateTime',
	default: '',
	values: [END],
	api,
	sends: { [END]: END_MS },
	refused: ['tomorrow'],
	...line,
});

const additionalFields: Lines = collection('additionalFields', {
	highPerformance: { type: 'boolean', default: false, values: [true, false], api: 'trubo_mode' },
	recalls: { type: 'number', default: 0, min: 0, max: 3, api: 'recall_count', refused: [1.5] },
	recallWait: {
		type: 'number',
		default: 600,
		min: 0,
		values: [0, 600, 86_400],
		unit: 'Seconds',
		api: 'time_recall_wait',
		refused: [0.5],
	},
});

const filters: Lines = collection('filters', {
	begin: time('time_begin'),
	end: time('time_end'),
	taskId: { type: 'string', default: '', values: ['846252615123869697'], api: 'task_id' },
	taskName: { type: 'string', default: '', values: ['November'], api: 'task_name' },
});

/** `sort_name` and `sort_order`; the newest first where a rule is added. */
const sort: Lines = {
	sort: { type: 'fixedCollection', default: {} },
	...under('sort.by', {
		field: {
			type: 'options',
			default: 'CREATETIME',
			values: ['CREATETIME', 'ENDTIME', 'ID', 'NAME', 'STARTTIME'],
			names: [
				['CREATETIME', 'Creation Time'],
				['ENDTIME', 'End Time'],
				['ID', 'ID'],
				['NAME', 'Name'],
				['STARTTIME', 'Start Time'],
			],
			api: 'sort_name',
			refused: ['CREATED'],
		},
		order: {
			type: 'options',
			default: 'DESC',
			values: ['ASC', 'DESC'],
			names: [
				['ASC', 'Ascending'],
				['DESC', 'Descending'],
			],
			api: 'sort_order',
			refused: ['desc'],
		},
	}),
};

/** An operation with one task. */
const withTask = (method: string, fields: object = {}, before: Lines = {}): Operation => ({
	lines: { ...before, taskId: task, simplify: SIMPLIFY, ...options() },
	given: { taskId: chosen(TASK) },
	sent: { url: `${ROOT}/${method}`, fields: { task_id: TASK, ...fields } },
});

export const outboundTask: Resource = {
	default: 'getAll',
	operations: {
		addRows: {
			lines: {
				notice: NOTICE,
				taskId: task,
				robotId: locator(),
				...rows,
				simplify: SIMPLIFY,
				...deliveryOptions(rowOptions),
			},
			given: { taskId: chosen(TASK), ...ROW },
			item: ROW_ITEM,
			sent: { url: `${ROOT}/insert`, fields: { task_id: TASK, ...ROW_FIELDS } },
		},
		create: {
			lines: {
				taskName: {
					type: 'string',
					default: '',
					required: true,
					values: ['Renewals'],
					api: 'task_name',
					refused: ['', ' '],
				},
				robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
				lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
				furtherLines: { type: 'multiOptions', default: [] },
				voiceCode: voice,
				begin: time('time_begin', {
					default: '={{ $now }}',
					required: true,
					values: [START],
					sends: { [START]: START_MS },
					refused: ['', 'tomorrow'],
				}),
				end: time('time_end'),
				callingHours: callingHours({
					values: ['9:00-12:00, 14:00-20:00'],
					api: 'time_range',
					sends: { '9:00-12:00, 14:00-20:00': ['09:00:00-12:00:00', '14:00:00-20:00:00'] },
				}),
				...additionalFields,
				simplify: SIMPLIFY,
				...deliveryOptions({
					checkOnly: CHECK_ONLY,
					callingHoursZone: callingHoursZone({
						values: ['Asia/Tokyo'],
						api: 'time_range',
						sends: { 'Asia/Tokyo': ['08:00:00-19:00:00'] },
					}),
				}),
			},
			given: { taskName: 'Renewals', robotId: chosen(SCRIPT), lineNum: chosen(LINE), begin: START },
			sent: {
				url: `${ROOT}/create`,
				fields: {
					task_name: 'Renewals',
					robot_id: SCRIPT,
					line_num: LINE,
					time_begin: START_MS,
					time_range: ['09:00:00-20:00:00'],
				},
			},
		},
		delete: withTask('delete'),
		get: withTask('query', { page_index: 1, page_size: 50 }),
		getAll: {
			lines: {
				returnAll: { type: 'boolean', default: false },
				limit: {
					type: 'number',
					default: 50,
					min: 1,
					shown: { returnAll: [false] },
					values: [1, 20, 50],
					api: 'page_size',
					refused: [0.5],
				},
				...filters,
				...sort,
				simplify: SIMPLIFY,
				...options(),
			},
			sent: { url: `${ROOT}/query`, fields: { page_index: 1, page_size: 50 } },
		},
		pause: withTask('pause'),
		start: withTask('start', {}, { notice: NOTICE }),
	},
};
