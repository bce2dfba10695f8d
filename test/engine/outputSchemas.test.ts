import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Ajv from 'ajv';
import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { resources as callResources } from '../../nodes/IflytekAiCall/actions/router';
import { resources } from '../../nodes/Iflytek/actions/router';
import { PAGES, type Place } from '../document';
import { withTask } from '../document/bench';
import type { Sample } from '../document/page';
import { CallBench, chosen, customers } from './aiCall';
import { EVERY_EVENT, PUSHES } from '../document/pushes';
import type { NodeResult } from './harness';
import { Bench } from './iflytek';
import { PollingN8n } from './pollHarness';
import { processedData } from './processedData';
import { inferSchema, strict, type Schema } from './schemas/infer';
import { TriggerServer } from './webhookHarness';

/**
 * The schemas tell n8n's editor which fields a node returns, so that it can offer them before the first run. The tests compare
 * each schema with real outputs. With `WRITE_SCHEMAS=1` they write the schemas from these outputs. Check the difference
 * before you commit it.
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
/** The parameters of a sample on a page of test/document. They get this task ID if they need a task. */
const parametersOf = ({ resource, operation, page }: Place, sample: Sample, taskId = '') =>
	withTask({ resource, operation, ...page.given, ...sample.parameters } as IDataObject, taskId);

const inputOf = ({ page }: Place, { items = [page.item ?? {}] }: Sample) => [...items];

/** Runs a sample of the iFLYTEK node, with one key for all services. */
const runSample = async (place: Place, sample: Sample) =>
	jsonOf(
		await bench.run('text', parametersOf(place, sample), inputOf(place, sample), {
			credentials: [{ ...bench.signer(), data: bench.credential('text', '5a1c0de1') }],
		}),
	);

const PLACES_BY_NAME = new Map(
	PAGES.map((place) => [`${place.node}/${place.resource}/${place.operation}`, place]),
);

/** Runs an operation of the AI Call node with the parameters of its page. */
async function runCallOperation(
	name: string,
	sample: Sample = {},
	taskId = '',
): Promise<unknown[]> {
	const place = PLACES_BY_NAME.get(`iflytekAiCall/${name}`);
	if (!place) throw new Error(`There is no test/document/pages/iflytekAiCall/${name}.ts`);
	return await calls.json(parametersOf(place, sample, taskId), inputOf(place, sample), {
		audited: true,
	});
}

/** Parameters of a new task in addition to those of the page for Create. */
const NEW_TASK = { voiceCode: chosen('65580'), recalls: 1 };

/** Functions that create a task in each state that a sample can ask for, and return its ID. */
const TASKS = {
	new: async () => {
		const [made] = await runCallOperation('task/create', { parameters: NEW_TASK });
		return String((made as { task_id: string }).task_id);
	},
	withRows: async () => {
		const id = await TASKS.new();
		await runCallOperation('task/addRows', { items: customers(2) }, id);
		return id;
	},
	started: async () => {
		const id = await TASKS.withRows();
		await runCallOperation('task/start', {}, id);
		return id;
	},
	/** A task whose rows were all called before its end time. */
	called: async () => {
		const parameters = { ...NEW_TASK, end: '2026-12-31T09:00:00Z' };
		const [made] = await runCallOperation('task/create', { parameters });
		const id = String((made as { task_id: string }).task_id);
		await runCallOperation('task/addRows', { items: customers(2) }, id);
		await runCallOperation('task/start', {}, id);
		calls.platform.runCalls();
		return id;
	},
};

/** Runs all samples of a page, and returns their outputs. */
async function outputsOf(place: Place): Promise<unknown[]> {
	const outputs: unknown[] = [];
	let taskId = '';
	for (const sample of place.page.samples ?? [{}]) {
		// Each sample has a day of its own.
		processedData.reset();
		if (sample.task && sample.task !== 'same') taskId = await TASKS[sample.task]();
		outputs.push(
			...(place.node === 'iflytek'
				? await runSample(place, sample)
				: await calls.json(parametersOf(place, sample, taskId), inputOf(place, sample), {
						audited: true,
					})),
		);
	}
	return outputs;
}

/** The outputs of the call trigger for the examples of all pushes. */
async function pushed(): Promise<unknown[]> {
	const server = await new TriggerServer({
		nodeType: new IflytekAiCallTrigger(),
		parameters: { events: EVERY_EVENT },
	}).start();
	const bodies = PUSHES.flatMap(({ examples }) => examples.map(({ sent }) => sent));
	for (const body of bodies) await server.post({ ...body, later_field: undefined });
	await server.stop();
	return server.executions.flat().map(({ json }) => json);
}

/** The outputs of the context trigger with and without an optional field. */
async function contextRequested(): Promise<unknown[]> {
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

/** The outputs of the task trigger for existing and changed tasks. */
async function polled(): Promise<unknown[]> {
	const n8n = new PollingN8n(new IflytekAiCallTaskTrigger(), { includeExisting: true }, calls.held);
	await TASKS.called();
	const [seen = ''] = calls.platform.stageTasks(1);
	await n8n.start();
	calls.platform.changeTask(seen, { status: 3 });
	await n8n.poll();
	return n8n.items;
}

/** The functions that produce real outputs, by the path of the schema. */
const SAMPLES: Record<string, () => Promise<unknown[]>> = {
	...Object.fromEntries(
		PAGES.map((place) => [
			`${place.node.replace(/^i/, 'I')}/${place.resource}/${place.operation}`,
			async () => await outputsOf(place),
		]),
	),
	'IflytekAiCallContextTrigger/output': contextRequested,
	'IflytekAiCallTaskTrigger/output': polled,
	'IflytekAiCallTrigger/output': pushed,
};

function fileOf(place: string): string {
	const [node = '', ...rest] = place.split('/');
	return `${join(NODES, node, '__schema__', VERSION, ...rest)}.json`;
}

test('there is exactly one schema for each operation and each trigger', () => {
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

/** The source text of the module that lists the schemas of a node's operations. */
function listingOf(node: string): string {
	const places = PAGES.filter((place) => place.node === node);
	const nameOf = ({ resource, operation }: Place) =>
		`${resource}${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
	const pathOf = ({ resource, operation }: Place) =>
		`./__schema__/${VERSION}/${resource}/${operation}.json`;
	const resourceNames = [...new Set(places.map(({ resource }) => resource))];
	return [
		"import type { OutputSchemas } from '../shared/n8n/aiBuilder';",
		...places.map((place) => `import ${nameOf(place)} from '${pathOf(place)}';`),
		'',
		'/** The output schemas of the operations. `npm run schemas` writes them, and this file. */',
		'export const outputSchemas: OutputSchemas = {',
		...resourceNames.flatMap((resource) => [
			`\t${resource}: {`,
			...places
				.filter((place) => place.resource === resource)
				.map((place) => `\t\t${place.operation}: ${nameOf(place)},`),
			'\t},',
		]),
		'};',
		'',
	].join('\n');
}

test.each(['iflytek', 'iflytekAiCall'])(
	'%s: outputSchemas.ts lists the schemas of all operations (else: npm run schemas)',
	(node) => {
		const file = join(NODES, node.replace(/^i/, 'I'), 'outputSchemas.ts');
		if (write) writeFileSync(file, listingOf(node));
		expect(readFileSync(file, 'utf8')).toBe(listingOf(node));
	},
);

test.each(Object.entries(SAMPLES))(
	'the schema of %s has exactly the fields of the real outputs, with their types and in their order',
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
		// The texts are compared, because the editor offers the fields in the order of the schema.
		expect(JSON.stringify(schema)).toBe(JSON.stringify(inferred));
		jest.restoreAllMocks();
	},
	120_000,
);

test('n8n finds the schemas', () => {
	const nodeOf = (node: string) => join(NODES, node);
	for (const place of Object.keys(SAMPLES)) {
		const [node = '', resource, operation] = place.split('/');
		const ref = {
			nodeDir: nodeOf(node),
			version: 1,
			...(operation !== undefined && { resource, operation }),
		};
		expect(loadOutputSchema({ ...ref, versionFallback: true })).toMatchObject({ type: 'object' });
		// n8n's editor asks for the schema of an operation like this. It asks for no schema of a trigger.
		if (operation !== undefined) expect(resolveOutputSchemaPath(ref)).toBe(fileOf(place));
	}
	// Triggers also have newer versions, which use the same schema.
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
