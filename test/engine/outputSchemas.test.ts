import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Ajv from 'ajv';
import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { resources as callResources } from '../../nodes/IflytekAiCall/resources';
import { resources } from '../../nodes/Iflytek/resources';
import { byName, CallBench, chosen, customers, LINE, SCRIPT } from './aiCall';
import { DIALOG, EVERY_EVENT, INBOUND, OUTBOUND, RECORDING } from './callPushes';
import type { InputItem, NodeResult } from './harness';
import { Bench } from './iflytek';
import { fileItem, fixture } from './images';
import { PollingN8n } from './pollHarness';
import { inferSchema, strict, type Schema } from './schemas/infer';
import { TriggerServer } from './webhookHarness';

/**
 * The schemas from which n8n's editor offers a node's fields before anything ran: each is held against what the node
 * gives. `WRITE_SCHEMAS=1` writes them from that; look at the difference before it is committed.
 */
const NODES = join(__dirname, '../../nodes');
const VERSION = 'v1.0.0';
const write = process.env.WRITE_SCHEMAS === '1';

const bench = new Bench();
const calls = new CallBench({ speed: 0, startTime: Date.parse('2026-11-21T12:00:00+08:00') });

const jsonOf = ({ outputs, error }: NodeResult): IDataObject[] => {
	if (error) throw error;
	return (outputs[0] ?? []).map(({ json }) => json);
};
const run = async (service: string, parameters: IDataObject, item: InputItem = {}) =>
	jsonOf(await bench.run(service, { simplify: true, options: {}, ...parameters }, [item]));

const TEXT = '李明昨天在北京大学买了一本书，因为他的朋友在上海的公司里送给王芳礼物。';
const text =
	(operation: string, chosenOnes: IDataObject = {}) =>
	async () =>
		await run('text', { resource: 'text', operation, text: TEXT, ...chosenOnes });
const image = (service: string, operation: string) => async () =>
	await run(
		service,
		{ resource: 'image', operation, inputType: 'binary', binaryPropertyName: 'data' },
		fileItem(fixture('tiny.png'), `${service}-1.png`),
	);

async function violence(): Promise<IDataObject[]> {
	const parameters = {
		resource: 'image',
		operation: 'detectViolence',
		inputType: 'binary',
		binaryPropertyName: 'data',
	};
	return [
		...(await run('violence', parameters, fileItem(fixture('tiny.png'), 'violence-0.png'))),
		...(await run('violence', parameters, fileItem(fixture('tiny.png'), 'violence-102.png'))),
	];
}

async function handwriting(): Promise<IDataObject[]> {
	const parameters = {
		resource: 'handwriting',
		operation: 'recognize',
		binaryPropertyName: 'data',
		language: 'cn|en',
	};
	return [
		...(await run(
			'handwriting',
			{ ...parameters, location: true },
			fileItem(fixture('note-chinese.png'), 'note'),
		)),
	];
}

const speech = async () =>
	await run('speech', {
		resource: 'speech',
		operation: 'synthesize',
		service: 'standard',
		text: '今天的天气非常好。',
		voice: chosen('xiaoyan'),
		format: 'wav',
		sampleRate: 16000,
	});

const rows = {
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	voiceCode: chosen(''),
	rowsFrom: 'item',
	columns: byName,
};
const more = { recalls: 1 };
const create = async (additionalFields: object = more) =>
	await calls.json({
		resource: 'task',
		operation: 'create',
		taskName: '回访',
		robotId: chosen(SCRIPT),
		lineNum: chosen(LINE),
		voiceCode: chosen('65580'),
		begin: '2026-12-01T09:00:00Z',
		additionalFields,
	});
const newTask = async () => String(((await create())[0] as { task_id: string }).task_id);
const taskOf = (operation: string, id: string) => ({
	resource: 'task',
	operation,
	taskId: chosen(id, 'id'),
});

/** Tasks that were created and called to their end by the platform. */
async function calledTask(): Promise<string> {
	const [made] = await create({ ...more, end: '2026-12-31T09:00:00Z' });
	const id = String((made as { task_id: string }).task_id);
	await calls.json({ ...rows, ...taskOf('addRows', id) }, customers(2));
	await calls.json(taskOf('start', id));
	calls.platform.runCalls();
	return id;
}

const both = async (operation: 'start' | 'pause') => {
	const id = await newTask();
	await calls.json({ ...rows, ...taskOf('addRows', id) }, customers(1));
	const started = await calls.json(taskOf('start', id));
	return operation === 'start' ? started : await calls.json(taskOf('pause', id));
};

async function deleted(): Promise<unknown[]> {
	const id = await newTask();
	return [...(await calls.json(taskOf('delete', id))), ...(await calls.json(taskOf('delete', id)))];
}

async function pushed(): Promise<unknown[]> {
	const server = await new TriggerServer({
		nodeType: new IflytekAiCallTrigger(),
		parameters: { events: EVERY_EVENT },
	}).start();
	for (const push of [OUTBOUND, { ...INBOUND, later_field: undefined }, RECORDING, DIALOG])
		await server.post(push);
	await server.stop();
	return server.executions.flat().map(({ json }) => json);
}

async function asked(): Promise<unknown[]> {
	const server = await new TriggerServer({
		nodeType: new IflytekAiCallContextTrigger(),
		parameters: {},
	}).start();
	const request = { business_id: '3186', app_id: '4207', robot_id: '5204' };
	for (const relation of [{}, { call_relation_id: 'R000042' }])
		await server.post({ ...request, ...relation });
	await server.stop();
	return server.executions.flat().map(({ json }) => json);
}

async function polled(): Promise<unknown[]> {
	const n8n = new PollingN8n(new IflytekAiCallTaskTrigger(), { includeExisting: true }, calls.held);
	await calledTask();
	const [seen = ''] = calls.platform.stageTasks(1);
	await n8n.start();
	calls.platform.changeTask(seen, { status: 3 });
	await n8n.poll();
	return n8n.items;
}

/** What gives real outputs, by the place of the schema. */
const SAMPLES: Record<string, () => Promise<unknown[]>> = {
	'Iflytek/handwriting/recognize': handwriting,
	'Iflytek/image/detectViolence': violence,
	'Iflytek/image/recognizeExpression': image('expression', 'recognizeExpression'),
	'Iflytek/image/recognizeObject': image('object', 'recognizeObject'),
	'Iflytek/image/recognizeScene': image('scene', 'recognizeScene'),
	'Iflytek/speech/synthesize': speech,
	'Iflytek/text/analyze': text('analyze', {
		functions: ['dp', 'ner', 'pos', 'sdgp', 'srl', 'sdp'],
	}),
	'Iflytek/text/labelSemanticRoles': text('labelSemanticRoles'),
	'Iflytek/text/parseDependencies': text('parseDependencies'),
	'Iflytek/text/parseSemanticGraph': text('parseSemanticGraph'),
	'Iflytek/text/parseSemanticTree': text('parseSemanticTree'),
	'Iflytek/text/recognizeEntities': text('recognizeEntities'),
	'Iflytek/text/segment': text('segment'),
	'Iflytek/text/tagPartsOfSpeech': text('tagPartsOfSpeech'),
	'IflytekAiCall/call/place': async () =>
		await calls.json({ ...rows, resource: 'call', operation: 'place' }, customers(2)),
	'IflytekAiCall/configuration/get': async () =>
		await calls.json({ resource: 'configuration', operation: 'get' }),
	'IflytekAiCall/task/addRows': async () =>
		await calls.json({ ...rows, ...taskOf('addRows', await newTask()) }, customers(2)),
	'IflytekAiCall/task/create': async () => await create(),
	'IflytekAiCall/task/delete': deleted,
	'IflytekAiCall/task/get': async () => [
		...(await calls.json(taskOf('get', await newTask()))),
		...(await calls.json(taskOf('get', await calledTask()))),
	],
	'IflytekAiCall/task/getAll': async () => {
		await calledTask();
		await newTask();
		return await calls.json({ resource: 'task', operation: 'getAll', returnAll: true });
	},
	'IflytekAiCall/task/pause': async () => await both('pause'),
	'IflytekAiCall/task/start': async () => await both('start'),
	'IflytekAiCallContextTrigger/output': asked,
	'IflytekAiCallTaskTrigger/output': polled,
	'IflytekAiCallTrigger/output': pushed,
};

function fileOf(place: string): string {
	const [node = '', ...rest] = place.split('/');
	return `${join(NODES, node, '__schema__', VERSION, ...rest)}.json`;
}

test('there is a schema for each operation and each trigger, and no other', () => {
	const operations = (node: string, list: typeof resources | typeof callResources) =>
		list.flatMap(({ value, operations: all }) =>
			all.map(({ option }) => `${node}/${value}/${option.value as string}`),
		);
	const wanted = [
		...operations('Iflytek', resources),
		...operations('IflytekAiCall', callResources),
		...['IflytekAiCallContextTrigger', 'IflytekAiCallTaskTrigger', 'IflytekAiCallTrigger'].map(
			(node) => `${node}/output`,
		),
	].sort();
	expect(Object.keys(SAMPLES).sort()).toEqual(wanted);
	const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.includes('__schema__') && file.endsWith('.json'),
	);
	if (!write)
		expect(files.map((file) => join(NODES, file)).sort()).toEqual(wanted.map(fileOf).sort());
});

test.each(Object.entries(SAMPLES))(
	'%s: each field of a real output stands in the schema with its type, and the other way round',
	async (place, sample) => {
		const outputs = await sample();
		expect(outputs.length).toBeGreaterThan(0);
		const file = fileOf(place);
		const inferred: Schema = { ...inferSchema(outputs), version: 1 };
		if (write) {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, `${JSON.stringify(inferred, undefined, '\t')}\n`);
		}
		expect(existsSync(file) ? [] : [relative(NODES, file)]).toEqual([]);
		const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
		const validate = new Ajv({ allowUnionTypes: true }).compile(strict(schema));
		for (const output of outputs) expect([validate(output), validate.errors]).toEqual([true, null]);
		expect(schema).toEqual(inferred);
		jest.restoreAllMocks();
	},
	120_000,
);

test('n8n finds them', () => {
	const nodeOf = (node: string) => join(NODES, node);
	for (const place of Object.keys(SAMPLES)) {
		const [node = '', resource, operation] = place.split('/');
		const ref = {
			nodeDir: nodeOf(node),
			version: 1,
			...(operation !== undefined && { resource, operation }),
		};
		expect(loadOutputSchema({ ...ref, versionFallback: true })).toMatchObject({ type: 'object' });
		// As n8n's editor asks for it; of triggers it asks for none.
		if (operation !== undefined) expect(resolveOutputSchemaPath(ref)).toBe(fileOf(place));
	}
	// Triggers have newer versions.
	for (const { description } of [
		new IflytekAiCallTrigger(),
		new IflytekAiCallContextTrigger(),
		new IflytekAiCallTaskTrigger(),
	]) {
		for (const version of [description.version].flat()) {
			const nodeDir = nodeOf(description.name.replace(/^i/, 'I'));
			expect(loadOutputSchema({ nodeDir, version, versionFallback: true })).toMatchObject({
				type: 'object',
			});
		}
	}
	expect([new Iflytek().description.version].flat()).toEqual([1]);
});
