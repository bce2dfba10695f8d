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

/** Document 2, 4.7. */
export const page: Page = {
	chinese: { does: '按条件查询任务列表，可排序' },
	input: { english: 'Filters', chinese: '筛选条件' },
	result: {
		english:
			"The task's fields, `time_range`, `intention_push` and `status_recall` unpacked. Added: `statusName`, `taskTypeName`, `deletedName`, `callingPeriods: [{ from, to }]` (where the platform's text can be read), `timeTaskStart`, `timeTaskFinish`, `timeTaskEstimateBegin`, `timeTaskEstimateEnd`",
		chinese:
			'任务的各字段，其中 `time_range`、`intention_push`、`status_recall` 已展开；另有 `statusName`、`taskTypeName`、`deletedName`、`callingPeriods: [{ from, to }]`（平台给出的文本无法识别时没有此字段）、`timeTaskStart`、`timeTaskFinish`、`timeTaskEstimateBegin`、`timeTaskEstimateEnd`',
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
