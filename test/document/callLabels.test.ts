import type { IDataObject } from 'n8n-workflow';
import * as product from '../../nodes/shared/aiCall/aiCallLabels';
import { URL_MODULE } from '../../nodes/shared/aiCall/pushes/kinds';
import { EVERY_EVENT } from './pushes';
import { TriggerServer } from '../engine/webhookHarness';
import { DocumentBench } from './bench';
import { chosen } from './table/calls';
import * as labels from './table/callLabels';

const bench = new DocumentBench();
/** A fault that makes the platform answer with this result. */
const answer = (result: object) => ({
	kind: 'body' as const,
	text: JSON.stringify({ code: 0, message: 'ok', result }),
});

/** Runs Configuration: Get, for which the platform answers with this result. Returns the items. */
async function configuration(kind: string, result: object): Promise<IDataObject[]> {
	bench.simulator.aiCall.failNext('configQuery', answer(result));
	const { outputs } = await bench.run('iflytekAiCall', {
		resource: 'configuration',
		operation: 'get',
		kind,
	});
	return (outputs[0] ?? []).map(({ json }) => json);
}

const entries = Object.entries;

test('nodes/shared/aiCall/aiCallLabels.ts has the tables of test/document/table/callLabels.ts, and TITLES has a title for each', () => {
	const { TITLES, ...tables } = labels;
	const productTables = entries({ ...product, URL_MODULE }).filter(
		([, value]) => typeof value === 'object',
	);
	expect(Object.fromEntries(productTables)).toEqual(tables);
	expect(Object.keys(TITLES).sort()).toEqual(Object.keys(tables).sort());
});

test('scripts get names for status, type and deletion, and `usable` says whether they can be used', async () => {
	const combinations = entries(labels.ROBOT_STATUS).flatMap(([status, statusName]) =>
		entries(labels.ROBOT_TYPE).flatMap(([type, typeName]) =>
			entries(labels.DELETED).map(([deleted, deletedName]) => ({
				status,
				statusName,
				type,
				typeName,
				deleted,
				deletedName,
			})),
		),
	);
	const robots = combinations.map(({ status, type, deleted }) => ({
		status: Number(status),
		type: Number(type),
		deleted: Number(deleted),
	}));
	const expected = combinations.map(({ statusName, typeName, deletedName }) => ({
		statusName,
		typeName,
		deletedName,
		usable: statusName === 'Published' && deletedName === 'Not deleted',
	}));
	expect(await configuration('scripts', { robots })).toMatchObject(expected);
});

test('lines get names for their status, and `permanent` says whether they never expire', async () => {
	const names = entries(labels.LINE_STATUS);
	const lines = names.map(([status], index) => ({
		line_num: '1',
		status: Number(status),
		time_expire: index === 0 ? -1 : 60,
	}));
	// The two lines have the two statuses of the table. The first line never expires.
	const validity = [
		{ permanent: true, validitySeconds: null },
		{ permanent: false, validitySeconds: 60 },
	];
	expect(await configuration('lines', { lines })).toMatchObject(
		names.map(([, statusName], index) => ({ statusName, ...validity[index] })),
	);
});

test('callback URLs get names for their modules', async () => {
	const names = entries(labels.URL_MODULE);
	const urls = names.map(([url_module]) => ({ url: 'http://127.0.0.1/', url_module }));
	expect(await configuration('urls', { urls })).toMatchObject(
		names.map(([module, moduleName]) => ({ module, moduleName })),
	);
});

test('voices get names for their gender', async () => {
	const names = entries(labels.VOICE_GENDER);
	const voices = names.map(([voice_code]) => ({ voice_code, voice_name: '晓晓' }));
	expect(await configuration('voices', { voices })).toMatchObject(
		names.map(([voice_code, gender]) => ({ voice_code, gender })),
	);
});

test('tasks get names for status, type and deletion', async () => {
	const tasks = [
		...entries(labels.TASK_STATUS).map(
			([status, statusName]) => [{ status: Number(status) }, { statusName }] as const,
		),
		...entries(labels.TASK_TYPE).map(
			([type, taskTypeName]) => [{ task_type: Number(type) }, { taskTypeName }] as const,
		),
		...entries(labels.DELETED).map(
			([deleted, deletedName]) => [{ deleted: Number(deleted) }, { deletedName }] as const,
		),
	];
	const rows = tasks.map(([task], index) => ({ task_id: String(index), ...task }));
	bench.simulator.aiCall.failNext('taskQuery', answer({ total_rows: rows.length, rows }));
	const { outputs } = await bench.run('iflytekAiCall', {
		resource: 'task',
		operation: 'getAll',
		output: 'fields',
		fields: ['statusName', 'taskTypeName', 'deletedName'],
	});
	expect((outputs[0] ?? []).map(({ json }) => json)).toMatchObject(tasks.map(([, names]) => names));
});

describe('pushes', () => {
	let server: TriggerServer;
	beforeEach(async () => {
		const nodeType = bench.built.nodes.iflytekAiCallTrigger;
		if (!nodeType) throw new Error('The package has no call trigger');
		server = await new TriggerServer({
			nodeType,
			parameters: { events: EVERY_EVENT, callRecords: 'all' },
			nodeId: 'labels',
		}).start();
	});
	afterEach(async () => await server.stop());

	/** Pushes these fields of a call, and returns the item of the trigger. */
	async function pushed(body: object): Promise<IDataObject | undefined> {
		await server.post({ call_uuid: 'u', caller: '1', callee: '2', ...body });
		return server.executions.at(-1)?.[0]?.json;
	}

	test.each(entries(labels.TASK_RESULT))(
		'a call record gets a name for the result %s, as text and as a number',
		async (task_result, resultName) => {
			expect(await pushed({ task_row_index: 1, task_result })).toMatchObject({ resultName });
			expect(await pushed({ task_row_index: 1, task_result: Number(task_result) })).toMatchObject({
				resultName,
			});
		},
	);

	test.each(entries(labels.DIRECTION))(
		'a call record gets a name for the direction %s',
		async (direction, directionName) => {
			expect(await pushed({ direction: Number(direction) })).toMatchObject({ directionName });
		},
	);

	test('a dialog gets names for its nodes and roles', async () => {
		const [nodes, roles] = [entries(labels.NODE_TYPE), entries(labels.ROLE)];
		const dialog = [
			...nodes.map(([node_type]) => ({ node_type })),
			...roles.map(([role]) => ({ role })),
		];
		expect(await pushed({ dialog })).toMatchObject({
			lines: [
				...nodes.map(([nodeType, nodeTypeName]) => ({ nodeType, nodeTypeName })),
				...roles.map(([, speaker]) => ({ speaker })),
			],
		});
	});
});

test('a number that is not in its table is kept and gets no name', async () => {
	const [script] = await configuration('scripts', {
		robots: [{ robot_id: '1', status: 9, type: 9, deleted: 9 }],
	});
	expect(script).toMatchObject({
		status: 9,
		statusName: null,
		type: 9,
		typeName: null,
		deleted: 9,
		deletedName: null,
		usable: false,
	});
	bench.simulator.aiCall.failNext(
		'taskQuery',
		answer({ total_rows: 1, rows: [{ task_id: '1', status: 99 }] }),
	);
	const { outputs } = await bench.run('iflytekAiCall', {
		resource: 'task',
		operation: 'get',
		taskId: chosen('1'),
	});
	expect(outputs[0]?.[0]?.json).toMatchObject({ status: 99, statusName: null });
});
