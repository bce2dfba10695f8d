import pLimit from 'p-limit';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { collectGarbage } from '../setup/collectGarbage';
import { testInFull } from '../setup/size';
import { EVERY_EVENT, PUSHES } from '../document/pushes';
import { TriggerServer } from './webhookHarness';
import { fc } from '../unit/aiCall/property';

const SEED = 20261121;
const ROUNDS = 10;
const BODIES_PER_ROUND = 1000;
const MEGABYTE = 1024 ** 2;

const pushes = fc.constantFrom<Record<string, unknown>>(
	...PUSHES.flatMap(({ examples }) => examples.map(({ sent }) => sent)),
);
/** Names of fields: those of the examples, those by which the kinds of push differ, and those that every JavaScript object inherits. */
const fieldName = fc.constantFrom(
	...new Set(PUSHES.flatMap(({ examples }) => examples.flatMap(({ sent }) => Object.keys(sent)))),
	'call_uuid',
	'caller',
	'callee',
	'direction',
	'url',
	'dialog',
	'tag_max',
	'task_row_index',
	'task_row_head',
	'time_answer',
	'hits',
	'__proto__',
	'constructor',
	'toString',
);

/** Pushes in which some fields have any value or are missing. */
const changed = fc
	.tuple(
		pushes,
		fc.array(fc.tuple(fieldName, fc.option(fc.jsonValue(), { nil: undefined })), {
			minLength: 1,
			maxLength: 4,
		}),
	)
	.map(([push, changes]) => JSON.stringify({ ...push, ...Object.fromEntries(changes) }));

/** Pushes in which up to 8 other bytes replace up to 39 bytes. */
const damaged = fc
	.tuple(pushes, fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 8 }))
	.map(([push, anyNumber, anyLength, bytes]) => {
		const body = Buffer.from(JSON.stringify(push));
		const position = anyNumber % body.length;
		return Buffer.concat([
			body.subarray(0, position),
			bytes,
			body.subarray(position + (anyLength % 40)),
		]);
	});

/** Pushes with lists inside lists. */
const nested = fc
	.oneof(fc.integer({ min: 50, max: 150 }), fc.integer({ min: 50, max: 5000 }))
	.map((depth) => `{"call_uuid":"u","dialog":${'['.repeat(depth)}${']'.repeat(depth)}}`);
/** Pushes with numbers that JavaScript cannot represent exactly. */
const numbers = fc
	.tuple(
		fc.constantFrom(
			'1e999',
			'-0',
			'1E400',
			'346252615123869699',
			'0.1e-400',
			'123456789012345678901234567890',
		),
		fieldName,
	)
	.map(([number, name]) => `{"call_uuid":${number},"caller":${number},"${name}":${number}}`);

/** Pushes with a list of up to 5000 equal or nearly equal entries. The lists of real pushes have few entries. */
const long = fc
	.tuple(
		fc.constantFrom('task_row_head', 'task_row_value', 'dialog', 'hits', 'caller'),
		fc.array(
			fc.constantFrom(
				'"a"',
				'"a (2)"',
				'"a (2) (2)"',
				'""',
				'"__proto__"',
				'null',
				'1',
				'{}',
				'{"role":"customer","hits":[]}',
			),
			{ minLength: 1, maxLength: 4 },
		),
		fc.integer({ min: 100, max: 5000 }),
	)
	.map(
		([name, entries, length]) =>
			`{"call_uuid":"u","direction":1,"${name}":[${Array.from({ length }, (_, index) => entries[index % entries.length]).join(',')}]}`,
	);

/** Any code point. It replaces fast-check's own unit `binary`, which takes seconds to set up. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));

const bodies = fc.oneof(
	{ weight: 3, arbitrary: fc.json({ maxDepth: 6 }) },
	{ weight: 3, arbitrary: changed },
	{ weight: 3, arbitrary: damaged },
	{ weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 200 }) },
	{ weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
	{ weight: 1, arbitrary: nested },
	{ weight: 1, arbitrary: numbers },
	{ weight: 1, arbitrary: long },
);
const contentTypes = fc.constantFrom(
	'application/json',
	'application/json;charset=UTF-8',
	'text/plain',
	'application/octet-stream',
);

/**
 * The status that the trigger must answer according to the pages of test/document/pushes, without the node's code. n8n
 * answers 422, the node any other status.
 */
function expectedStatus(body: string | Buffer, type: string): number {
	const text = body.toString();
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return type.startsWith('application/json') && text !== '' ? 422 : 400;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value) || isTooDeep(value))
		return 400;
	const sent = value as Record<string, unknown>;
	const { call_uuid: id } = sent;
	const hasId = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	const isPush = PUSHES.some(({ isThisKind }) => isThisKind(sent));
	return hasId && isPush ? 200 : 400;
}

/** Whether a value is nested more than a hundred levels deep. n8n could not pass such a value on. */
function isTooDeep(value: unknown, depth = 0): boolean {
	return (
		depth > 100 ||
		(typeof value === 'object' &&
			value !== null &&
			Object.values(value).some((inner) => isTooDeep(inner, depth + 1)))
	);
}

/** The number of bytes in use after garbage collection. */
function heapInUse(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

let server: TriggerServer;

beforeAll(async () => {
	server = await new TriggerServer({
		nodeType: new IflytekAiCallTrigger(),
		parameters: { events: EVERY_EVENT, callRecords: 'all' },
	}).start();
});

afterAll(async () => await server.stop());

testInFull(
	`${ROUNDS * BODIES_PER_ROUND} bodies (seed ${SEED}): each gets the expected status, none crashes the trigger, none leaves memory in use`,
	async () => {
		const limit = pLimit(20);
		const heap: number[] = [];
		const statuses: Record<number, number> = {};
		for (let round = 0; round < ROUNDS; round++) {
			const sample = fc.sample(fc.tuple(bodies, contentTypes), {
				numRuns: BODIES_PER_ROUND,
				seed: SEED + round,
			});
			const results = await limit.map(sample, async ([body, type]) => {
				const { status, text } = await server.post(body, { headers: { 'Content-Type': type } });
				return { body, type, status, saysSuccess: text.includes('success') };
			});
			const wrong = results.filter(
				({ body, type, status, saysSuccess }) =>
					expectedStatus(body, type) !== status || saysSuccess !== (status === 200),
			);
			expect(
				wrong.slice(0, 3).map((result) => ({
					...result,
					body: result.body.toString(),
					expected: expectedStatus(result.body, result.type),
				})),
			).toEqual([]);
			expect(server.executions).toHaveLength(results.filter(({ status }) => status === 200).length);
			expect(server.errors).toEqual([]);
			for (const { status } of results) statuses[status] = (statuses[status] ?? 0) + 1;
			server.executions.length = 0;
			server.warnings.length = 0;
			jest.clearAllMocks();
			if (round === 0 || round === ROUNDS - 1) heap.push(heapInUse());
		}
		const [heapAfterFirst = 0, heapAfterLast = 0] = heap;
		process.stdout.write(
			`Fuzz (seed ${SEED}): answers ${JSON.stringify(statuses)}; heap ${heap.map((bytes) => (bytes / MEGABYTE).toFixed(1)).join(', ')} MB\n`,
		);
		expect(statuses[200]).toBeGreaterThan((ROUNDS * BODIES_PER_ROUND) / 10);
		expect(heapAfterLast - heapAfterFirst).toBeLessThan(10 * MEGABYTE);
	},
	300_000,
);
