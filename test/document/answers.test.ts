import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { OpenPlatformClient } from '../../nodes/Iflytek/transport/openPlatformClient';
import { resources } from '../../nodes/Iflytek/actions/router';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { resources as callResources } from '../../nodes/IflytekAiCall/actions/router';
import { Failure } from '../../nodes/shared/failure';
import { readResponse } from '../../nodes/shared/aiCall/protocol/aiCallEnvelope';
import type { AiCallClient } from '../../nodes/shared/aiCall/transport/aiCallClient';
import { findOperation, handlerOf, type Resource } from '../../nodes/shared/n8n/run/operations';
import {
	readEnvelope,
	type OpenPlatformEnvelope,
} from '../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import type { OpenPlatformRequest } from '../../nodes/shared/openPlatform/protocol/openPlatformRequest';
import type { ReadResponse } from '../../nodes/shared/openPlatform/protocol/endpoint';
import { runNode } from '../engine/harness';
import { quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { growthBeyondLinear, SHOWN } from '../unit/linear/growth';
import { ofJson, type Reader } from '../unit/linear/shapes';
import { PAGES, type Place } from './index';
import { withTask } from './bench';
import type { ReadAnswer } from './page';

/** In the place of the JSON: the envelope has no such field. */
const MISSING = '';

/** Runs an operation on one item. Every request of the operation is answered with this JSON, inside the envelope. */
type RunWithAnswer = (json: string) => Promise<INodeExecutionData[]>;

/** A client that sends nothing, and answers every request with this JSON. */
function openPlatformClient(json: string): OpenPlatformClient {
	const data = json === MISSING ? '' : `"data":${json},`;
	const body = Buffer.from(`{"code":"0",${data}"desc":"success","sid":"s"}`);
	const response = { status: 200, headers: {}, body };
	async function send(request: OpenPlatformRequest): Promise<OpenPlatformEnvelope>;
	async function send<T>(request: OpenPlatformRequest, read: ReadResponse<T>): Promise<T>;
	async function send(
		{ endpoint }: OpenPlatformRequest,
		read: ReadResponse<unknown> = readEnvelope,
	): Promise<unknown> {
		return await Promise.resolve(read(response, endpoint));
	}
	return { sender: () => send, retrier: () => async (attempt) => await attempt(), credential: {} };
}

/** A client for document 2 that sends nothing, and answers every request with this JSON. */
const aiCallClient =
	(json: string): AiCallClient =>
	async (method) => {
		const result = json === MISSING ? '' : `,"result":${json}`;
		return await Promise.resolve(readResponse(method, `{"code":0,"message":"ok"${result}}`));
	};

/** Calls `use` while n8n's engine runs a node, so that the operation can read the parameters of the node. */
async function inEngine(
	{ node, resource, operation, page }: Place,
	use: (runWithAnswer: RunWithAnswer) => Promise<void>,
): Promise<void> {
	const nodeType: INodeType = node === 'iflytek' ? new Iflytek() : new IflytekAiCall();
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operationOf = <Client>(resources: Resource<Client>[]) => {
			const found = findOperation(resources, resource, operation);
			if (!found) throw new Error(`${resource} has no operation ${operation}`);
			return found;
		};
		const runWithAnswer: RunWithAnswer = async (json) => {
			const handler =
				node === 'iflytek'
					? handlerOf(operationOf(resources), this, openPlatformClient(json), quickClock)
					: handlerOf(operationOf(callResources), this, aiCallClient(json), quickClock);
			const runItem = await handler;
			return await runItem(0);
		};
		await use(runWithAnswer);
		return [[]];
	}
	const { error } = await runNode({
		nodeType: Object.assign(Object.create(nodeType) as INodeType, { execute }),
		parameters: withTask({ resource, operation, ...page.given, simplify: true }, '1'),
		items: [page.item ?? {}],
	});
	if (error) throw error;
}

/** The pages that have answers, each with the name of its file. */
const ANSWERED = PAGES.flatMap((place): [string, Place, ReadAnswer][] => {
	const { node, resource, operation, page } = place;
	const name = `test/document/pages/${node}/${resource}/${operation}.ts`;
	return typeof page.answer === 'object' ? [[name, place, page.answer]] : [];
});

test.each(ANSWERED)(
	'%s: the answer on the page gives the result on the page',
	async (_name, place, { whole, gives }) => {
		await inEngine(place, async (runWithAnswer) => {
			const items = await runWithAnswer(JSON.stringify(whole));
			expect(items.map(({ json }) => json)).toMatchObject([gives]);
		});
	},
);

test.each(ANSWERED)(
	'%s: with each answer in `wrong` of the page, the operation fails as unreadable or refused',
	async (_name, place, { wrong }) => {
		expect(wrong.length).toBeGreaterThan(0);
		await inEngine(place, async (runWithAnswer) => {
			for (const answer of wrong) {
				const outcome = await runWithAnswer(JSON.stringify(answer)).catch(
					(error: unknown) => error,
				);
				expect({
					answer,
					outcome: outcome instanceof Failure ? outcome.kind : outcome,
				}).toEqual({ answer, outcome: expect.stringMatching(/^(unreadable|refused)$/) });
			}
		});
	},
);

test.each(ANSWERED)(
	'%s: a success without a result, or with another kind of JSON in its place, is an error',
	async (_name, place) => {
		await inEngine(place, async (runWithAnswer) => {
			for (const answer of [MISSING, '[5]', 'null', '""', '"text"', '0', 'true']) {
				const outcome = await runWithAnswer(answer).catch((error: unknown) => error);
				expect({ answer, isFailure: outcome instanceof Failure }).toEqual({
					answer,
					isFailure: true,
				});
			}
		});
	},
);

/** The pages of operations whose result does not depend on the answer. */
const UNREAD = PAGES.filter(({ page }) => page.answer === 'unread');

test.each(UNREAD)(
	'$node/$resource/$operation (`unread` on its page) gives the same result for different answers',
	async (place) => {
		await inEngine(place, async (runWithAnswer) => {
			const results = [];
			for (const answer of [
				{},
				{ task_id: '9', total_rows: 1, rows: [{ task_id: '9', status: '9' }] },
			])
				results.push((await runWithAnswer(JSON.stringify(answer))).map(({ json }) => json));
			expect(results[1]).toEqual(results[0]);
		});
	},
);

/** Text that no answer has. */
const MARK = '"\u0001here\u0001"';

/**
 * Copies of an answer as JSON, one for each value of the answer. In each copy, MARK replaces this value. A list that has MARK
 * among its entries has no other entries. Each copy comes with the path of the replaced value.
 */
function markedCopies(value: unknown, path = 'answer'): [path: string, marked: string][] {
	const copiesOfEntry = (name: string, entry: unknown, wrap: (marked: string) => string) =>
		markedCopies(entry, `${path}.${name}`).map(([entryPath, marked]): [string, string] => [
			entryPath,
			wrap(marked),
		]);
	if (Array.isArray(value))
		return [
			[path, MARK],
			...value.flatMap((entry: unknown, index) =>
				copiesOfEntry(String(index), entry, (marked) => `[${marked}]`),
			),
		];
	if (typeof value !== 'object' || value === null) return [[path, MARK]];
	const fields = Object.entries(value);
	const objectWith = (name: string, marked: string) => {
		const texts = fields.map(([field, entry]) => {
			const text = field === name ? marked : JSON.stringify(entry);
			return `${JSON.stringify(field)}:${text}`;
		});
		return `{${texts.join(',')}}`;
	};
	return [
		[path, MARK],
		...fields.flatMap(([name, entry]) =>
			copiesOfEntry(name, entry, (marked) => objectWith(name, marked)),
		),
	];
}

/** The value at a path, such as `answer.block.0`. The first part of the path is the answer itself. */
const valueAt = (whole: unknown, path: string): unknown =>
	path
		.split('.')
		.slice(1)
		.reduce<unknown>((value, name) => Object(value)[name] as unknown, whole);

/**
 * Readers of an answer, one for each of its values. The reader gets hostile input in place of this value. In place of a list,
 * the reader also gets long lists that repeat an entry of this list.
 */
const readersOf = (runWithAnswer: RunWithAnswer, whole: unknown): Reader[] =>
	markedCopies(whole).map(([path, marked]) => {
		const value = valueAt(whole, path);
		const entries = (Array.isArray(value) ? value : []).map(
			(entry: unknown) => () => JSON.stringify(entry),
		);
		// `replace` gets a function, because `$` in a text would have a meaning.
		const read = async (json: string) => await runWithAnswer(marked.replace(MARK, () => json));
		return ofJson(path, read, { entries });
	});

/** In place of each value, only every third or tenth hostile input is tried. The next value gets other inputs. */
const STEP = FULL_SIZE ? 3 : 10;

test.each(ANSWERED)(`%s: in place of each value, ${SHOWN}`, async (_name, place, { whole }) => {
	await inEngine(place, async (runWithAnswer) => {
		for (const [index, { name, shapes, huge }] of readersOf(runWithAnswer, whole).entries()) {
			for (const shape of shapes.filter((_, number) => number % STEP === index % STEP)) {
				// `growth` is undefined if the time does not grow faster than the size.
				const growth = await growthBeyondLinear(shape.work, shape.size);
				expect({ name, shape: shape.name, growth }).toEqual({ name, shape: shape.name });
			}
			// Huge lists must not overflow the stack. A small run only tries them in place of the whole answer.
			if (FULL_SIZE || index === 0) for (const { size, work } of huge) await work(size)();
		}
	});
});
