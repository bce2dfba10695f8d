import { fromModel } from '../../../fromModel';
import { under, type Lines, type Page } from '../../../page';
import { collection, options } from '../../../table/common';
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
	input: { english: 'Filters', chinese: '筛选条件' },
	result: {
		english:
			'`task_id`, `name`, `statusName`, `deletedName`, `total`, `called` and `answered` numbers, `progressPercent`, `callingHours` (`09:00-12:00, 14:00-18:00`), `timeTaskEstimateEnd`. **Output** → Selected Fields returns `task_id` and the fields that you choose: these, `timeTaskEstimateBegin`, `timeTaskStart`, `timeTaskFinish`, `taskTypeName`, and the other fields of the platform, `intention_push` and `status_recall` unpacked; Raw returns the response. A code without a name is in the result as it was sent',
		chinese:
			'`task_id`、`name`、`statusName`、`deletedName`、号码总数 `total`、已呼 `called`、接通 `answered`、`progressPercent`、`callingHours`（`09:00-12:00, 14:00-18:00`）、`timeTaskEstimateEnd`。**Output** 选 Selected Fields 时返回 `task_id` 和所选字段：除上述字段外还有 `timeTaskEstimateBegin`、`timeTaskStart`、`timeTaskFinish`、`taskTypeName` 和平台的其他字段，其中 `intention_push`、`status_recall` 已展开；选 Raw 时返回平台的原始响应。没有名称的代码按原样输出',
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
