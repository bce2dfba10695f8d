import { fromModel } from '../../../fromModel';
import type { Lines, Page } from '../../../page';
import { callingTimes, chosen, LINE, locator, runMode, SCRIPT, voice } from '../../../table/calls';
import { deliveryOptions } from '../../../table/common';
import { CREATED } from '../../../table/responses';
import { START, START_MS, TASK_ROOT, time } from '../../../table/task';

/** Options of an operation that creates a task. */
export const planOptions: Lines = {
	furtherLines: { type: 'multiOptions', default: [] },
	voiceCode: voice,
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
};

const IN_AN_HOUR = { begin: '={{ $now.plus({ hours: 1 }).toISO() }}' };

/** Document 2, 4.4. */
export const page: Page = {
	chinese: { does: '创建外呼任务，之后再提交数据；启动之前不会拨打电话' },
	reference: {
		result: `{ "task_id": "846252615123869697", "taskName": "Reminder" }`,
		notes: [
			{
				english:
					'Nobody is called before [Start](#task-start). **Check Only** (default) creates nothing, and returns `request`, `runWarnings`, and `startTime` and `endTime` in both zones.',
				chinese:
					'[Start](#task-start) 之前不会拨打任何人。**Check Only**（默认）什么都不创建，只返回 `request`、`runWarnings`，以及按 Calling Times 的时区和北京时间写出的 `startTime`、`endTime`。',
			},
			{
				english: 'Items with identical values share one task.',
				chinese: '值完全相同的数据项共用一个任务。',
			},
			{ english: 'At most 3 redials.', chinese: '最多重呼 3 次。' },
			{
				english:
					'A task that would call nobody, because no calling time lies before its end, is an error.',
				chinese: '谁也不会拨打的任务报错：结束时间已过，或起止时间之间没有呼叫时间。',
			},
		],
	},
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
		...deliveryOptions({
			begin: time('time_begin', { values: [START], sends: { [START]: START_MS } }),
			end: time('time_end'),
			...callingTimes(
				{
					values: ['9:00-12:00, 14:00-20:00'],
					api: 'time_range',
					sends: { '9:00-12:00, 14:00-20:00': ['09:00:00-11:59:59', '14:00:00-19:59:59'] },
				},
				{
					values: ['Asia/Tokyo'],
					api: 'time_range',
					sends: { 'Asia/Tokyo': ['08:00:00-18:59:59'] },
				},
				{
					// START is on this day. So the task starts when the next day begins in China, which is 15 hours later.
					values: ['2026-11-23'],
					api: 'time_begin',
					sends: { '2026-11-23': START_MS + 15 * 3_600_000 },
				},
			),
			...planOptions,
		}),
		runMode: runMode(),
	},
	given: {
		runMode: 'real',
		taskName: 'Renewals',
		robotId: chosen(SCRIPT),
		lineNum: chosen(LINE),
		options: { begin: START },
	},
	sent: {
		endpoint: 'taskCreate',
		url: `${TASK_ROOT}/create`,
		fields: {
			task_name: 'Renewals',
			robot_id: SCRIPT,
			line_num: LINE,
			time_begin: START_MS,
			time_range: ['09:00:00-19:59:59'],
		},
		response: CREATED,
	},
	// The request before asks for the working times of the line.
	otherRequests: ['configQuery'],
	live: { runMode: 'real', options: IN_AN_HOUR },
	answer: 'ids',
	repeated: 'twice',
	queue: { step: 2, parameters: { runMode: 'real', options: IN_AN_HOUR } },
	samples: [
		{ parameters: { runMode: 'check' } },
		{ parameters: { options: { voiceCode: chosen('65580'), recalls: 1 } } },
	],
	model: { taskName: fromModel('name', 'A name for the task, such as Reminders of 2026-11-23') },
};
