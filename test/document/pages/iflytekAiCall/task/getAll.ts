import { fromModel } from '../../../fromModel';
import { under, type Lines, type Page } from '../../../page';
import { collection, options, SIMPLIFY } from '../../../table/common';
import { TASK_ROOT, time } from '../../../table/task';

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
	input: { english: 'Filters', chinese: '筛选条件' },
	result: {
		english:
			'First how far the task is: `name`, `statusName`, `total`, `called` and `answered` numbers, `progressPercent`, `callingHours` (`09:00-12:00, 14:00-18:00`), `timeTaskEstimateEnd`. Then `timeTaskEstimateBegin`, `timeTaskStart`, `timeTaskFinish`, `taskTypeName`, `deletedName`, and the other fields of the platform, `intention_push` and `status_recall` unpacked. A field of the platform of which one of these says all (`status`, `count_tel`) is only there with Simplify off',
		chinese:
			'最前面是任务的进度：`name`、`statusName`、号码总数 `total`、已呼 `called`、接通 `answered`、`progressPercent`、`callingHours`（`09:00-12:00, 14:00-18:00`）、`timeTaskEstimateEnd`；其后是 `timeTaskEstimateBegin`、`timeTaskStart`、`timeTaskFinish`、`taskTypeName`、`deletedName` 和平台的其他字段，其中 `intention_push`、`status_recall` 已展开。已由这些字段完整说明的平台字段（如 `status`、`count_tel`）只在关闭 Simplify 时输出',
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
		simplify: SIMPLIFY,
		...options(),
	},
	sent: {
		endpoint: 'taskQuery',
		url: `${TASK_ROOT}/query`,
		fields: { page_index: 1, page_size: 50 },
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
			status_recall: {},
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
