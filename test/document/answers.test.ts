import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { OpenPlatformClient } from '../../nodes/Iflytek/openPlatformClient';
import { resources } from '../../nodes/Iflytek/resources';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { resources as callResources } from '../../nodes/IflytekAiCall/resources';
import { Failure } from '../../nodes/shared/failure';
import { readResponse } from '../../nodes/shared/aiCall/protocol/aiCallEnvelope';
import type { AiCallClient } from '../../nodes/shared/n8n/aiCall/aiCallClient';
import { findOperation } from '../../nodes/shared/n8n/run/operations';
import {
	readEnvelope,
	type OpenPlatformEnvelope,
} from '../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import type {
	OpenPlatformRequest,
	ReadResponse,
} from '../../nodes/shared/openPlatform/protocol/openPlatformRequest';
import { runNode } from '../engine/harness';
import { quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { growthBeyondLinear } from '../unit/linear/growth';
import { ofJson, type Reader } from '../unit/linear/shapes';
import { PAGES, type Place } from '.';
import { withTask } from './bench';
import type { ReadAnswer } from './page';

/** Runs an operation on one item. Each request of the operation gets this JSON, inside the envelope, as its answer. */
type Handle = (json: string) => Promise<INodeExecutionData[]>;

/** A client that sends nothing, and answers every request with this JSON. */
function openPlatformClient(json: string): OpenPlatformClient {
	const body = Buffer.from(`{"code":"0","data":${json},"desc":"success","sid":"s"}`);
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

const aiCallClient =
	(json: string): AiCallClient =>
	async (method) =>
		await Promise.resolve(readResponse(method, `{"code":0,"message":"ok","result":${json}}`));

/** Calls `use` while n8n's engine runs a node, so that the operation of the page can read its parameters. */
async function inEngine(
	{ node, resource, operation, page }: Place,
	use: (handle: Handle) => Promise<void>,
): Promise<void> {
	const nodeType: INodeType = node === 'iflytek' ? new Iflytek() : new IflytekAiCall();
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const handle: Handle = async (json) => {
			const handler =
				node === 'iflytek'
					? findOperation(resources, resource, operation)?.begin(
							this,
							openPlatformClient(json),
							quickClock,
						)
					: findOperation(callResources, resource, operation)?.begin(
							this,
							aiCallClient(json),
							quickClock,
						);
			return (await (await handler)?.(0)) ?? [];
		};
		await use(handle);
		return [[]];
	}
	const { error } = await runNode({
		nodeType: Object.assign(Object.create(nodeType) as INodeType, { execute }),
		parameters: withTask({ resource, operation, ...page.given, simplify: true }, '1'),
		items: [page.item ?? {}],
	});
	if (error) throw error;
}

const ANSWERED = PAGES.flatMap((place): [string, Place, ReadAnswer][] => {
	const { node, resource, operation, page } = place;
	const name = `test/document/pages/${node}/${resource}/${operation}.ts`;
	return typeof page.answer === 'object' ? [[name, place, page.answer]] : [];
});

test.each(ANSWERED)(
	'%s: the answer of the page gives the result of the page',
	async (_name, place, { whole, gives }) => {
		await inEngine(place, async (handle) => {
			const items = await handle(JSON.stringify(whole));
			expect(items.map(({ json }) => json)).toMatchObject([gives]);
		});
	},
);

test.each(ANSWERED)(
	'%s: each answer that the page calls wrong is an error',
	async (_name, place, { wrong }) => {
		expect(wrong.length).toBeGreaterThan(0);
		await inEngine(place, async (handle) => {
			for (const answer of wrong) {
				const outcome = await handle(JSON.stringify(answer)).catch((error: unknown) => error);
				expect({
					answer,
					outcome: outcome instanceof Failure ? outcome.kind : outcome,
				}).toEqual({ answer, outcome: expect.stringMatching(/^(unreadable|refused)$/) });
			}
		});
	},
);

const UNREAD = PAGES.filter(({ page }) => page.answer === 'unread');

test.each(UNREAD)(
	'$node/$resource/$operation, whose page says `unread`, gives the same result for different answers',
	async (place) => {
		await inEngine(place, async (handle) => {
			const results = [];
			for (const answer of [
				{},
				{ task_id: '9', total_rows: 1, rows: [{ task_id: '9', status: '9' }] },
			])
				results.push((await handle(JSON.stringify(answer))).map(({ json }) => json));
			expect(results[1]).toEqual(results[0]);
		});
	},
);

const MARK = '"\u0001here\u0001"';

/** Copies of an answer as JSON, one for each of its values. A mark replaces that value. `path` is its path. */
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

/** The value at a path, such as `answer.block.0`. */
const valueAt = (whole: unknown, path: string): unknown =>
	path
		.split('.')
		.slice(1)
		.reduce<unknown>((value, name) => Object(value)[name] as unknown, whole);

/**
 * For each value of an answer, a reader that gets hostile values instead of this value. A list is also replaced by long
 * lists of its own entries.
 */
const readersOf = (handle: Handle, whole: unknown): Reader[] =>
	markedCopies(whole).map(([path, marked]) => {
		const own = valueAt(whole, path);
		const entries = (Array.isArray(own) ? own : []).map(
			(entry: unknown) => () => JSON.stringify(entry),
		);
		return ofJson(path, async (json) => await handle(marked.replace(MARK, () => json)), {
			entries,
		});
	});

/** For each value of an answer, only every third or tenth hostile input is tried. The next value gets other inputs. */
const EVERY = FULL_SIZE ? 3 : 10;

test.each(ANSWERED)(
	'%s: the time to read an answer grows no faster than the size of any value in it',
	async (_name, place, { whole }) => {
		await inEngine(place, async (handle) => {
			for (const [index, { name, shapes, huge }] of readersOf(handle, whole).entries()) {
				for (const shape of shapes.filter((_, number) => number % EVERY === index % EVERY)) {
					const growth = await growthBeyondLinear(shape.work, shape.size);
					expect({ name, shape: shape.name, growth }).toEqual({ name, shape: shape.name });
				}
				if (FULL_SIZE || index === 0) for (const { size, work } of huge) await work(size)();
			}
		});
	},
);
