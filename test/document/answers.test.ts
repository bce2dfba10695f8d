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

/** Runs an operation on one item. Each of its requests is answered with this JSON in the envelope. */
type Handle = (json: string) => Promise<INodeExecutionData[]>;

/** A client that sends nothing. */
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
	return { sender: () => send, attempts: () => async (attempt) => await attempt(), credential: {} };
}

const aiCallClient =
	(json: string): AiCallClient =>
	async (method) =>
		await Promise.resolve(readResponse(method, `{"code":0,"message":"ok","result":${json}}`));

/** Calls `use` inside n8n's engine, where the operation of a page reads its parameters. */
async function inside(
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
	'%s: the whole answer gives what the page says',
	async (_name, place, { whole, gives }) => {
		await inside(place, async (handle) => {
			const items = await handle(JSON.stringify(whole));
			expect(items.map(({ json }) => json)).toMatchObject([gives]);
		});
	},
);

test.each(ANSWERED)('%s: an unreadable answer is an error', async (_name, place, { wrong }) => {
	expect(wrong.length).toBeGreaterThan(0);
	await inside(place, async (handle) => {
		for (const answer of wrong) {
			const outcome = await handle(JSON.stringify(answer)).catch((error: unknown) => error);
			expect({
				answer,
				outcome: outcome instanceof Failure ? outcome.kind : outcome,
			}).toEqual({ answer, outcome: expect.stringMatching(/^(unreadable|refused)$/) });
		}
	});
});

const UNREAD = PAGES.filter(({ page }) => page.answer === 'unread');

test.each(UNREAD)(
	'$node/$resource/$operation, whose page says `unread`, gives the same whatever the platform answers',
	async (place) => {
		await inside(place, async (handle) => {
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

/** Copies of an answer. Each has a mark in place of one value; `where` is the path of that value. */
function places(value: unknown, where = 'answer'): [where: string, marked: string][] {
	const inner = (name: string, entry: unknown, wrap: (marked: string) => string) =>
		places(entry, `${where}.${name}`).map(([path, marked]): [string, string] => [
			path,
			wrap(marked),
		]);
	if (Array.isArray(value))
		return [
			[where, MARK],
			...value.flatMap((entry: unknown, index) =>
				inner(String(index), entry, (marked) => `[${marked}]`),
			),
		];
	if (typeof value !== 'object' || value === null) return [[where, MARK]];
	const fields = Object.entries(value);
	return [
		[where, MARK],
		...fields.flatMap(([name, entry]) =>
			inner(
				name,
				entry,
				(marked) =>
					`{${fields.map(([other, given]) => `${JSON.stringify(other)}:${other === name ? marked : JSON.stringify(given)}`).join(',')}}`,
			),
		),
	];
}

/** The value at a path, such as `answer.block.0`. */
const valueAt = (whole: unknown, where: string): unknown =>
	where
		.split('.')
		.slice(1)
		.reduce<unknown>((value, name) => Object(value)[name] as unknown, whole);

/**
 * For each value of an answer, a reader that is given hostile values in its place. A list is also made long with its own
 * entries.
 */
const readersOf = (handle: Handle, whole: unknown): Reader[] =>
	places(whole).map(([where, marked]) => {
		const own = valueAt(whole, where);
		const entries = (Array.isArray(own) ? own : []).map(
			(entry: unknown) => () => JSON.stringify(entry),
		);
		return ofJson(where, async (json) => await handle(marked.replace(MARK, () => json)), {
			entries,
		});
	});

/** For each value of an answer, one hostile input in so many is tried, and for the next value different ones. */
const PART = FULL_SIZE ? 3 : 10;

test.each(ANSWERED)(
	'%s: the time to read an answer grows no faster than any value in it',
	async (_name, place, { whole }) => {
		await inside(place, async (handle) => {
			for (const [index, { name, shapes, huge }] of readersOf(handle, whole).entries()) {
				for (const shape of shapes.filter((_, number) => number % PART === index % PART)) {
					const growth = await growthBeyondLinear(shape.work, shape.size);
					expect({ name, shape: shape.name, growth }).toEqual({ name, shape: shape.name });
				}
				if (FULL_SIZE || index === 0) for (const { size, work } of huge) await work(size)();
			}
		});
	},
);
