import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { provideWebSocket } from '../setup/webSocket';
import { byName, CallBench, chosen, customer, LINE, SCRIPT } from './aiCall';
import type { InputItem, NodeRun } from './harness';
import { Bench } from './iflytek';
import { fileItem, fixture } from './images';

/** Every operation does its work with nothing but its obvious fields filled: all others have defaults that serve. */
interface Obvious {
	parameters?: NodeRun['parameters'];
	items?: InputItem[];
}

const image: Obvious = { items: [fileItem(fixture('tiny.png'), 'tiny.png')] };
const text: Obvious = { parameters: { text: '王小明住在上海。' } };

const IFLYTEK: Record<string, Obvious> = {
	'handwriting/recognize': { items: [fileItem(fixture('note-english.png'))] },
	'image/detectViolence': image,
	'image/recognizeExpression': image,
	'image/recognizeObject': image,
	'image/recognizeScene': image,
	'speech/synthesize': text,
	'text/analyze': text,
	'text/labelSemanticRoles': text,
	'text/parseDependencies': text,
	'text/parseSemanticGraph': text,
	'text/parseSemanticTree': text,
	'text/recognizeEntities': text,
	'text/segment': text,
	'text/tagPartsOfSpeech': text,
};

const row = { items: [{ json: customer(1) }] };
const call = { robotId: chosen(SCRIPT), lineNum: chosen(LINE) };

/** Given the id of a task that has a row. */
const AI_CALL: Record<string, (taskId: string) => Obvious> = {
	'call/place': () => ({ parameters: { ...call, columns: byName }, ...row }),
	'configuration/get': () => ({}),
	'task/addRows': (taskId) => ({ parameters: { taskId: chosen(taskId), columns: byName }, ...row }),
	'task/create': () => ({ parameters: { ...call, taskName: 'Renewals' } }),
	'task/delete': (taskId) => ({ parameters: { taskId: chosen(taskId) } }),
	'task/get': (taskId) => ({ parameters: { taskId: chosen(taskId) } }),
	'task/getAll': () => ({}),
	'task/pause': (taskId) => ({ parameters: { taskId: chosen(taskId) } }),
	'task/start': (taskId) => ({ parameters: { taskId: chosen(taskId) } }),
};

function operationsOf({ properties }: INodeTypeDescription): string[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }: INodeProperties) => (displayOptions?.show?.resource ?? []).flatMap((resource) => (options ?? []).map((option) => `${String(resource)}/${String('value' in option ? option.value : '')}`)))
		.sort();
}

const chosenOperation = (name: string) => {
	const [resource = '', operation = ''] = name.split('/');
	return { resource, operation };
};

describe('iFLYTEK', () => {
	const bench = new Bench();
	provideWebSocket();
	const SERVICES: Record<string, string> = { synthesize: 'streaming', detectViolence: 'violence', recognizeExpression: 'expression', recognizeObject: 'object', recognizeScene: 'scene' };

	test('has these operations', () => expect(operationsOf(new Iflytek().description)).toEqual(Object.keys(IFLYTEK).sort()));

	test.each(Object.entries(IFLYTEK))('%s', async (name, { parameters, items }) => {
		const { resource, operation } = chosenOperation(name);
		const { outputs, error } = await bench.run(SERVICES[operation] ?? resource, { resource, operation, ...parameters }, items);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([[expect.objectContaining({ json: expect.anything(), pairedItem: { item: 0 } })]]);
	});

	test.each(Object.entries(IFLYTEK))('%s: a Simplify that fails is reported before anything is sent', async (name, { parameters, items }) => {
		const { resource, operation } = chosenOperation(name);
		const broken = { simplify: '={{ $("Nope").first().json.x }}' };
		const { error } = await bench.run(SERVICES[operation] ?? resource, { resource, operation, ...parameters, ...broken }, items);
		expect(error?.message).toBe("Referenced node doesn't exist");
		expect(bench.simulator.log).toEqual([]);
	});
});

describe('iFLYTEK AI Call', () => {
	const bench = new CallBench({ speed: 0 });

	test('has these operations', () => expect(operationsOf(new IflytekAiCall().description)).toEqual(Object.keys(AI_CALL).sort()));

	test.each(Object.entries(AI_CALL))('%s', async (name, obvious) => {
		const [task] = await bench.json({ resource: 'task', operation: 'create', taskName: 'Reminders', ...call });
		const taskId = String((task as { task_id: string }).task_id);
		await bench.json({ resource: 'task', operation: 'addRows', taskId: chosen(taskId), columns: byName }, row.items);
		if (name === 'task/pause') await bench.json({ resource: 'task', operation: 'start', taskId: chosen(taskId) });
		const { parameters, items } = obvious(taskId);
		const out = await bench.json({ ...chosenOperation(name), ...parameters }, items);
		expect(out.length).toBeGreaterThan(0);
	});
});
