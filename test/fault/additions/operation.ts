import type { Addition, Check } from './copy';

/** Task > Count, an operation that asks, like its model Task > Get. */
export const OPERATION = {
	'the protocol': {
		file: 'nodes/shared/aiCall/protocol/apiMethods.ts',
		behind: [
			[
				"title: 'issue a token' },",
				" countTasks: { path: `${ROOT}/outbound/v1/task/count`, idempotent: true, promisesResult: true, responseBytes: LIST_BYTES, title: 'count tasks' },",
			],
		],
	},
	'the operation': {
		file: 'nodes/IflytekAiCall/actions/task/count.operation.ts',
		model: 'nodes/IflytekAiCall/actions/task/get.operation.ts',
		replaced: [
			['const get:', 'const count:'],
			["'Get'", "'Count'"],
			["'get'", "'count'"],
			["'Get task'", "'Count task'"],
			[
				'Get the status and progress of a task (API: task/query)',
				'Count what a task has called (API: task/count)',
			],
			["'queryTasks'", "'countTasks'"],
		],
	},
	'the list': {
		file: 'nodes/IflytekAiCall/actions/router.ts',
		behind: [
			[
				"import { addRows } from './task/addRows.operation';",
				" import { count } from './task/count.operation';",
			],
			['operations: [run, addRows,', ' count,'],
		],
	},
	'its text in choices.ts': {
		file: 'test/document/table/choices.ts',
		behind: [['addRows: /^Add customers/,', ' count: /^Count what/,']],
	},
	'its page': {
		file: 'test/document/pages/iflytekAiCall/task/count.ts',
		model: 'test/document/pages/iflytekAiCall/task/get.ts',
		replaced: [
			["'taskQuery', 'query'", "'taskCount', 'count'"],
			['查询任务的状态和计数，了解进度', '查询任务的呼叫数'],
			['step: 6', 'step: 16'],
		],
	},
	'the endpoint of the local platform': {
		file: 'test/simulator/aiCall/endpoints/taskCount.ts',
		model: 'test/simulator/aiCall/endpoints/taskQuery.ts',
		replaced: [
			["'taskQuery'", "'taskCount'"],
			['/query`', '/count`'],
		],
	},
} as const satisfies Addition;

export const OPERATION_CHECK: Check = {
	scripts: ['schemas', 'docs'],
	written: [
		'nodes/IflytekAiCall/__schema__/v1.0.0/task/count.json',
		'nodes/IflytekAiCall/outputSchemas.ts',
	],
	tests: [
		'test/document',
		'test/engine/aiCallDescription',
		'test/engine/outputSchemas',
		'test/unit/aiCall',
		'test/unit/docs',
		'test/unit/(?:actionLabels|builderHints|listing|package|panelTexts).test',
	],
	// The reference is as long as it may be, so each addition first shortens it.
	names: '^(?!.*has at most 4,500 words)',
};

/** What notices a step that is left out. */
export const OPERATION_NOTICED: Check = {
	...OPERATION_CHECK,
	tests: ['test/unit/panelTexts.test'],
	names: 'each choice has the text',
};
