import { fromModel } from '../../../fromModel';
import { under, type Lines, type Page } from '../../../page';
import { collection, options } from '../../../table/common';
import { TASKS } from '../../../table/responses';
import { OUTPUT, TASK_ROOT, time } from '../../../table/task';

const filters: Lines = collection('filters', {
	begin: time('time_begin'),
	end: time('time_end'),
	taskId: { type: 'string', default: '', values: ['846252615123869697'], api: 'task_id' },
	taskName: { type: 'string', default: '', values: ['November'], api: 'task_name' },
});

/** The order of the tasks. By default, the newest task is first. */
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

/** Document 2, 4.7. */
export const page: Page = {
	chinese: { does: '按条件查询任务列表，可排序' },
	reference: {
		result: `{ "task_id": "846252615123869697", "name": "Reminder", "statusName": "Running", "total": 200 }`,
		notes: [
			{
				english: 'An item per task, with the fields of [Task: Get](#task-get).',
				chinese: '每个任务一个数据项，字段同 [Task: Get](#task-get)。',
			},
			{
				english: 'The calls of Place count toward one task, with the `taskTypeName` Task pool.',
				chinese: 'Place 的呼叫计入 `taskTypeName` 为 Task pool 的任务。',
			},
			{
				english:
					'Return All fetches every page of 50 tasks; more than 1,000 pages are an error. If a page is empty too early, a hint says how many tasks are missing.',
				chinese:
					'Return All 取完所有页，每页 50 个任务；超过 1,000 页时报错。过早出现空页时，会提示缺少多少个任务。',
			},
		],
	},
	isDefault: true,
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
		...OUTPUT,
		...options(),
	},
	sent: {
		endpoint: 'taskQuery',
		url: `${TASK_ROOT}/query`,
		fields: { page_index: 1, page_size: 50 },
		response: TASKS,
	},
	limits: { tasks: 50 },
	answer: {
		whole: {
			total_rows: 1,
			rows: [
				{
					task_id: '1',
					status: '2',
					time_range: ['09:00:00-12:00:00', '14:00:00-18:00:00'],
					status_recall: '{}',
				},
			],
		},
		gives: {
			task_id: '1',
			statusName: 'Running',
			callingHours: '09:00-12:00, 14:00-18:00',
		},
		wrong: [{ total_rows: 1, rows: 'text' }],
	},
	repeated: 'harmless',
	queue: { step: 7, parameters: {} },
	samples: [
		{ task: 'new', parameters: { returnAll: true } },
		{ task: 'called', parameters: { returnAll: true } },
	],
	model: {
		limit: fromModel('limit', 'How many tasks to list, such as 20', 'number'),
		filters: { taskName: fromModel('name', 'Part of the name of the task; empty for all') },
	},
};
