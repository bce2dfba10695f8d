import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, customers, itemsOf, PLACE } from '../../e2e/lib/calls';
import { waitFor, type Execution } from '../../e2e/lib/rest';
import { publishWebhook, type PublishedWebhook } from '../../e2e/lib/webhooks';
import type { NodeSketch } from '../../e2e/lib/workflows';
import type { Endpoint } from '../../simulator/aiCall/endpointList';
import type { Fault } from '../../simulator/aiCall/faults';
import { checkCalls, nothingWrong } from '../lib/callRecord';
import { endOf, trigger, type Stage } from '../lib/stage';
import { asSubWorkflow } from '../lib/subWorkflow';

/** Three requests with rows. */
const ROWS = 120;
/** The place of the number that the mended list replaces. */
const MENDED_AT = 70;
const REFUSED = '16900000000';
/** The requests of a killed worker have ended within this time. */
const SETTLE_MS = 1000;
/** n8n notices within this time that a worker has ended. A campaign waits up to 45 s for the run of a killed worker. */
const END_MS = 120_000;

type Rows = ReturnType<typeof customers>;
type Parameters = NodeSketch['parameters'];

const KEYS = { skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' };
/** A request is held for longer than the default time-out. */
const SLOW = { concurrentRequests: 1, timeout: 600 };
const CALLED = { ...PLACE, options: { ...PLACE.options, ...SLOW } };
const CAMPAIGN = {
	...CALLED,
	resource: 'task',
	operation: 'run',
	taskName: 'Ordinary',
};
const OPERATIONS = { Place: CALLED, 'Run Campaign': CAMPAIGN };
type Operation = keyof typeof OPERATIONS;

/** What fails: so many requests to an endpoint, by default one, after so many that are answered. */
interface Failure {
	endpoint: Endpoint;
	fault: Fault;
	after?: number;
	times?: number;
}
type Event = 'worker killed' | 'line occupied' | 'answer lost' | 'number refused';
const EVENTS: Record<Event, Record<Operation, Failure | undefined>> = {
	'worker killed': {
		Place: { endpoint: 'callout', fault: { kind: 'stall', when: 'before' }, after: 2 },
		'Run Campaign': { endpoint: 'taskStart', fault: { kind: 'stall', when: 'after' } },
	},
	'line occupied': {
		Place: { endpoint: 'callout', fault: { kind: 'code', code: 3030002 } },
		'Run Campaign': { endpoint: 'taskStart', fault: { kind: 'code', code: 3030002 } },
	},
	'answer lost': {
		Place: { endpoint: 'callout', fault: { kind: 'drop', when: 'after' }, after: 1 },
		// A run makes three tasks at most, and adds no more rows to one after a lost answer.
		'Run Campaign': {
			endpoint: 'taskInsert',
			fault: { kind: 'drop', when: 'after' },
			after: 1,
			times: 3,
		},
	},
	'number refused': { Place: undefined, 'Run Campaign': undefined },
};

const NEXT = ['Retry', 'Execute again', 'the mended list'] as const;
type Next = (typeof NEXT)[number];

interface Case {
	event: Event;
	operation: Operation;
	next: Next;
	more?: Parameters;
}

/** An execution in which something fails. */
interface Begun extends Case {
	published: PublishedWebhook;
	executionId: string;
	rows: Rows;
	mended: Rows;
}

const nameOf = ({ operation, event, next, more }: Case) =>
	`${operation}, ${event}, then ${next}${more ? ', with keys' : ''}`;

/**
 * What fails on an ordinary day, and what people do next: test/engine/ordinaryDays.test.ts has all of it. Here some of it
 * runs on two workers. The platform's record decides: nobody is called twice, forgotten, or told wrong.
 */
export function ordinaryDaysCases(stageOf: () => Stage): void {
	let firstNumber = 16_000_000_000;

	beforeAll(() => stageOf().simulator.aiCall.setSensitiveNumbers([REFUSED]));

	afterAll(() => stageOf().simulator.aiCall.setSensitiveNumbers([]));

	afterEach(async () => {
		stageOf().simulator.aiCall.clearFaults();
		await stageOf().cluster.heal();
	});

	const nodeWith = (parameters: Parameters): NodeSketch => {
		const credential = stageOf().credentials[AI_CALL_CREDENTIAL];
		return { name: 'Node', type: AI_CALL, parameters, credentials: credential ? [credential] : [] };
	};

	/** New rows, and the list in which a person has replaced one of them, which is refused if `isRefused`. */
	function newRows(isRefused = false): { rows: Rows; mended: Rows } {
		const mended = customers(ROWS, (firstNumber += 2 * ROWS));
		const replaced = isRefused ? REFUSED : String(firstNumber + ROWS);
		const rows = mended.map((row, index) =>
			index === MENDED_AT ? { ...row, 客户手机号码: replaced } : row,
		);
		return { rows, mended };
	}

	/** Starts an execution in which something fails. */
	async function begin(one: Case): Promise<Begun> {
		const { site, simulator } = stageOf();
		const { event, operation, more } = one;
		const published = await publishWebhook(site, nameOf(one), [
			itemsOf('body.rows'),
			nodeWith({ ...OPERATIONS[operation], ...more }),
		]);
		const failure = EVENTS[event][operation];
		if (failure) {
			const { endpoint, fault, after = 0, times } = failure;
			// An answer that is 0 ms late is a usual one.
			if (after > 0) simulator.aiCall.failNext(endpoint, { kind: 'late', ms: 0 }, after);
			simulator.aiCall.failNext(endpoint, fault, times);
		}
		const { rows, mended } = newRows(event === 'number refused');
		const executionId = await trigger(stageOf(), published, JSON.stringify({ rows }));
		return { ...one, published, executionId, rows, mended };
	}

	/** Whether the platform holds a request that came after so many others. */
	const isHeldSince = (before: number) =>
		stageOf()
			.simulator.aiCall.requests.slice(before)
			.some(
				({ fault, carriedOut }) =>
					fault?.kind === 'stall' && carriedOut === (fault.when === 'after'),
			);

	async function retry(executionId: string): Promise<Execution> {
		const { id } = (await stageOf().site.rest.call(
			'post',
			`/rest/executions/${executionId}/retry`,
			{
				loadWorkflow: false,
			},
		)) as { id: string };
		return await endOf(stageOf(), id, END_MS);
	}

	/**
	 * Does what people do next, and in the end what an error asks for: they run the mended list. Then checks who of the last
	 * list was called, and what the executions have told.
	 * @param first the execution in which something failed, unless it was killed
	 */
	async function goOn(begun: Begun, first: Execution[] = []) {
		const { next, published, executionId, rows, mended } = begun;
		const execute = async (list: Rows) =>
			await endOf(
				stageOf(),
				await trigger(stageOf(), published, JSON.stringify({ rows: list })),
				END_MS,
			);
		const executions = [...first];
		let last = next === 'the mended list' ? mended : rows;
		executions.push(next === 'Retry' ? await retry(executionId) : await execute(last));
		if (executions.at(-1)?.error) executions.push(await execute((last = mended)));
		return checkCalls(stageOf().simulator, nameOf(begun), numbersOf(last), executions);
	}

	const numbersOf = (rows: Rows) => rows.map(({ 客户手机号码: number }) => number);

	/** Each combination of these events, operations and next steps. */
	const casesOf = (events: Event[]): Case[] =>
		events.flatMap((event) =>
			(['Place', 'Run Campaign'] as const).flatMap((operation) =>
				NEXT.map((next) => ({ event, operation, next })),
			),
		);

	test('a line is occupied, an answer is lost, a number is refused: whatever comes next, nobody is called twice, forgotten or told wrong', async () => {
		const begun: [Begun, Execution][] = [];
		for (const one of casesOf(['line occupied', 'answer lost', 'number refused'])) {
			// The next execution begins after the fault of this one.
			const first = await begin(one);
			begun.push([first, await endOf(stageOf(), first.executionId)]);
			stageOf().simulator.aiCall.clearFaults();
		}
		const checked = begun.map(async ([first, execution]) => await goOn(first, [execution]));
		expect(await Promise.all(checked)).toEqual(begun.map(([first]) => nothingWrong(nameOf(first))));
	});

	test('a worker is killed: whatever comes next, nobody is called twice, forgotten or told wrong', async () => {
		const { cluster, simulator } = stageOf();
		const [first, second] = cluster.workers;
		await second?.stop();
		const held: Begun[] = [];
		const cases = casesOf(['worker killed']);
		for (const one of [...cases, ...cases.slice(1, 2).map((again) => ({ ...again, more: KEYS }))]) {
			const before = simulator.aiCall.requests.length;
			held.push(await begin(one));
			await waitFor(nameOf(one), 60_000, async () => isHeldSince(before) || undefined);
		}
		await first?.kill();
		await pause(SETTLE_MS);
		// The worker tells n8n which executions it ran, so that they can be retried, unless the other one finds them before.
		await first?.start();
		for (const { executionId } of held)
			expect((await endOf(stageOf(), executionId, END_MS)).status).toBe('crashed');
		await cluster.heal();
		const checked = held.map(async (one) => await goOn(one));
		expect(await Promise.all(checked)).toEqual(held.map((one) => nothingWrong(nameOf(one))));
	});

	test('Retry sends what is missing of a sub-workflow, and of one in it', async () => {
		const { rest } = stageOf().cluster;
		const sub = await asSubWorkflow(rest, [nodeWith(CALLED)]);
		for (const node of [sub, await asSubWorkflow(rest, [sub])]) {
			const published = await publishWebhook(stageOf().site, 'Below', [itemsOf('body.rows'), node]);
			const { rows } = newRows();
			stageOf().simulator.aiCall.failNext('callout', { kind: 'late', ms: 0 });
			stageOf().simulator.aiCall.failNext('callout', { kind: 'code', code: 10005 });
			const id = await trigger(stageOf(), published, JSON.stringify({ rows }));
			expect((await endOf(stageOf(), id)).status).toBe('error');
			const again = await retry(id);
			expect(again.items('Sub-workflow').map(({ json }) => json.state)).toEqual(
				rows.map((_, index) => (index < 50 ? 'sentBefore' : 'accepted')),
			);
			const what = 'Place in a sub-workflow, then Retry';
			expect(checkCalls(stageOf().simulator, what, numbersOf(rows), [again])).toEqual(
				nothingWrong(what),
			);
		}
	});
}
