import type { IDataObject } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import type { Fault } from '../simulator/aiCall/faults';
import {
	ADD_ROWS,
	begunAt,
	CallBench,
	chosen,
	CREATE,
	customer,
	iflytekAiCallWith,
	numberOf,
	PLACE,
	RUN,
} from './aiCall';
import { newExecution, type InputItem, type NodeResult, type NodeRun } from './harness';
import { dyingProcess, type Kill } from './killed';
import { loadProcesses } from './processes';

/**
 * What fails on an ordinary day, and what people do next. Each case is a run in which something fails, and then a next
 * step. The platform's record decides: nobody is called twice on a day, nobody is forgotten, and nobody is told wrong.
 */

const COUNT = 70;
/** The platform refuses this number. */
const REFUSED = 55;
const bench = new CallBench({ speed: 0, sensitiveNumbers: [numberOf(REFUSED)] });

/** The list of customers, without the number that the platform refuses unless it is asked for. */
const list = (...more: number[]): InputItem[] =>
	[
		...Array.from({ length: COUNT }, (_, index) => index).filter((index) => index !== REFUSED),
		...more,
	]
		.sort((a, b) => a - b)
		.map((index) => ({ json: customer(index) }));
const LIST = list();
/** A list with a number that is none. */
const WRONG = [
	...LIST.slice(0, 20),
	{ json: { ...customer(99), 客户手机号码: '138' } },
	...LIST.slice(20),
];

const OPERATIONS = ['Place', 'Run Campaign', 'three steps'] as const;
type Operation = (typeof OPERATIONS)[number];
const ENDPOINTS = {
	Place: ['callout'],
	'Run Campaign': ['taskCreate', 'taskInsert', 'taskStart'],
	'three steps': ['taskCreate', 'taskInsert', 'taskStart'],
} as const;
type Endpoint = (typeof ENDPOINTS)[Operation][number];

const KEY = { skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' };
const TODAY = { skipCustomers: 'calledToday' };
const OPTIONS = { options: { concurrentRequests: 1 } };

const HOUR_MS = 3_600_000;
const at = (hours: number): Clock => ({
	...quickClock,
	date: () => NOON_IN_CHINA + hours * HOUR_MS,
});

/** One start of a workflow that calls a list. */
interface Start {
	items: InputItem[];
	more: object;
	execution: NodeRun['execution'];
	/** When the execution began, and which time it is, in hours. */
	begun: number;
	hours: number;
	kill?: Kill;
	/** The node of another process. */
	node?: Pick<NodeRun, 'nodeType' | 'credentials'>;
	onStart?: NodeRun['onStart'];
	/** A retry begins at the step that failed, with the task that was created. */
	resume?: { step: number; taskId: string };
}
/** What came of it: the results of the rows, and where a retry would begin. */
interface Ended {
	results: NodeResult[];
	failedAt: { step: number; taskId: string };
	isKilled: boolean;
}

async function start(operation: Operation, parameters: Start): Promise<Ended> {
	const {
		items,
		more,
		execution,
		begun,
		hours,
		kill,
		node: other,
		onStart,
		resume = { step: 0, taskId: '' },
	} = parameters;
	const dying = kill && dyingProcess(bench, kill, at(hours));
	const own = dying?.node ?? other ?? { nodeType: iflytekAiCallWith(at(hours)) };
	const node = { ...own, nodeType: begunAt(own.nodeType, at(begun).date()) };
	const results: NodeResult[] = [];
	let { taskId } = resume;
	const steps: [object, InputItem[]][] =
		operation === 'Place'
			? [[{ ...PLACE, ...OPTIONS, ...more }, items]]
			: operation === 'Run Campaign'
				? [[{ ...RUN, ...OPTIONS, ...more }, items]]
				: [
						[CREATE, [{ json: {} }]],
						[{ ...ADD_ROWS, ...OPTIONS, ...more }, items],
						[{ resource: 'task', operation: 'start' }, [{ json: {} }]],
					];
	for (const [index, [step, stepItems]] of steps.entries()) {
		if (index < resume.step) continue;
		const ofTask = operation === 'three steps' && index > 0 ? { taskId: chosen(taskId) } : {};
		const running = bench.run({ ...step, ...ofTask } as IDataObject, stepItems, {
			...node,
			execution,
			onStart,
		});
		const result = await Promise.race([running, ...(dying ? [dying.killed] : [])]);
		if (result === 'killed') return { results, failedAt: { step: 0, taskId: '' }, isKilled: true };
		results.push(result);
		if (result.error) return { results, failedAt: { step: index, taskId }, isKilled: false };
		if (operation === 'three steps' && index === 0)
			taskId = String(result.outputs[0]?.[0]?.json.task_id ?? '');
	}
	return { results, failedAt: { step: 0, taskId: '' }, isKilled: false };
}

/** The states that results tell of each number. */
function told(results: readonly NodeResult[]): Map<string, Set<string>> {
	const states = new Map<string, Set<string>>();
	const tell = (number: unknown, state: unknown) => {
		if (typeof number !== 'string' || typeof state !== 'string') return;
		states.set(number, (states.get(number) ?? new Set()).add(state));
	};
	for (const { outputs, error } of results) {
		for (const { json } of outputs.flat()) tell(json.phoneNumber, json.state);
		const data = error?.context?.data as Record<string, unknown> | undefined;
		for (const [state, rows] of Object.entries(data ?? {}))
			if (Array.isArray(rows)) for (const row of rows as IDataObject[]) tell(row.label, state);
	}
	return states;
}

const repeatedIn = (numbers: readonly string[]) =>
	numbers.filter((number, index) => numbers.indexOf(number) !== index);

/** What somebody does after a run. */
const NEXT = ['Retry', 'Execute again', 'mend the list', 'next day'] as const;
type Next = (typeof NEXT)[number];

interface Case {
	operation: Operation;
	event: string;
	next: Next;
	keyed: boolean;
	/** Prepares the failure. */
	fault?: { endpoint: Endpoint; fault: Fault; after?: number };
	kill?: Kill;
	stopped?: true;
	items?: InputItem[];
	more?: object;
}

/** Runs a case, and checks it. After a step that still tells of doubts, the person does what the text says. */
async function check({
	operation,
	next,
	keyed,
	fault,
	kill,
	stopped,
	items = LIST,
	more = {},
}: Case) {
	const settings = { ...(keyed && operation !== 'three steps' ? KEY : TODAY), ...more };
	if (fault) {
		const { endpoint, after = 0 } = fault;
		if (after > 0) bench.platform.failNext(endpoint, { kind: 'late', ms: 0 }, after);
		bench.platform.failNext(endpoint, fault.fault);
	}
	const first = await start(operation, {
		items,
		more: settings,
		execution: newExecution(),
		begun: 0,
		hours: 0,
		kill,
		onStart: stopped && ((cancel) => void stopAtRequest(cancel)),
	});
	const before = bench.platform.calledNumbers;
	bench.platform.clearFaults();
	const isNextDay = next === 'next day';
	const hours = isNextDay ? 24 : 1;
	const ends: Ended[] = [first];
	const goOn = async (list: InputItem[], retried?: Ended) => {
		const ended = await start(operation, {
			items: list,
			more: settings,
			execution: newExecution(retried ? 'retry' : 'trigger'),
			// A retry has the time of the first execution.
			begun: retried ? 0 : hours,
			hours,
			resume: retried?.failedAt,
		});
		ends.push(ended);
		return ended;
	};
	const second = await goOn(
		next === 'Retry' || next === 'Execute again' ? items : LIST,
		next === 'Retry' ? first : undefined,
	);
	// The error still names what is wrong in the list, or what is in doubt: the person mends it.
	if (second.results.some(({ error }) => error)) await goOn(LIST);
	const all = bench.platform.calledNumbers;
	const ofSecond = all.slice(before.length);
	const isNewDay = isNextDay && !(keyed && operation !== 'three steps');
	// On a new day, without keys, everybody may be called again.
	const twice = isNewDay ? [...repeatedIn(before), ...repeatedIn(ofSecond)] : repeatedIn(all);
	const { results: last } = ends.at(-1) ?? second;
	const unknown = [...told(last)].filter(([, states]) => states.has('unknown'));
	const reached = new Set(isNewDay ? ofSecond : all);
	const inDoubt = new Set(unknown.map(([number]) => number));
	const forgotten = LIST.map(({ json }) => String(json?.客户手机号码)).filter(
		(number) => !reached.has(number) && !inDoubt.has(number),
	);
	const toldWrong = [...told(ends.flatMap(({ results }) => results))]
		.filter(([, states]) => states.has('accepted') || states.has('sentBefore'))
		.map(([number]) => number)
		.filter((number) => !all.includes(number));
	return { twice, forgotten, toldWrong, unknown: unknown.length, error: last.at(-1)?.error };
}

/** Cancels the execution when the platform has got its second request with rows. */
async function stopAtRequest(cancel: () => void): Promise<void> {
	const rows = () => [...bench.requests('callout'), ...bench.requests('taskInsert')].length;
	while (rows() < 2) await new Promise((resolve) => setTimeout(resolve, 1));
	cancel();
}

const EVENTS: Record<
	string,
	(operation: Operation) => Omit<Case, 'operation' | 'next' | 'keyed' | 'event'>[]
> = {
	'everything well': () => [{}],
	'a row with a problem': () => [{ items: WRONG }],
	'a number refused': () => [{ items: list(REFUSED) }],
	'a number refused, the others are sent': () => [
		{
			items: list(REFUSED),
			more: { ...OPTIONS, options: { concurrentRequests: 1, ifProblems: 'sendOthers' } },
		},
	],
	...Object.fromEntries(
		[200209, 3030002, 10020].map((code) => [
			`code ${code}`,
			(operation: Operation) => faults(operation, { kind: 'code', code }),
		]),
	),
	'the answer lost before': (operation) => faults(operation, { kind: 'drop', when: 'before' }),
	'the answer lost after': (operation) => faults(operation, { kind: 'drop', when: 'after' }),
	killed: (operation) => kills(operation),
	'stopped by a person': () => [{ stopped: true }],
};

/** A fault at the first request of each endpoint, and at the second one of those with rows. */
function faults(operation: Operation, fault: Fault) {
	return ENDPOINTS[operation].flatMap((endpoint) => [
		{ fault: { endpoint, fault } },
		...(endpoint === 'callout' || endpoint === 'taskInsert'
			? [{ fault: { endpoint, fault, after: 1 } }]
			: []),
	]);
}

/** How many requests a run makes. */
const REQUESTS: Record<Operation, number> = { Place: 3, 'Run Campaign': 6, 'three steps': 8 };

function kills(operation: Operation) {
	return Array.from({ length: REQUESTS[operation] }, (_, index) => index + 1).flatMap((call) =>
		(['before', 'after'] as const).map((when) => ({
			kill: { call, when, counts: 'requests' as const },
		})),
	);
}

const CASES = OPERATIONS.flatMap((operation) =>
	Object.entries(EVENTS).flatMap(([event, variants]) =>
		variants(operation).flatMap((variant, number) =>
			NEXT.flatMap((next) =>
				(operation === 'three steps' ? [false] : [false, true]).map((keyed) => ({
					name: `${operation}, ${event} (${number + 1}), then ${next}${keyed ? ', with keys' : ''}`,
					operation,
					event,
					next,
					keyed,
					...variant,
				})),
			),
		),
	),
);
/** In short, every seventh case; in full, all of them. */
const chosenCases = FULL_SIZE ? CASES : CASES.filter((_, index) => index % 7 === 0);

test.each(chosenCases)('$name: nobody is called twice, forgotten or told wrong', async (one) => {
	const { error, unknown, ...found } = await check(one);
	expect({ ...found, error: error?.message }).toEqual({
		twice: [],
		forgotten: [],
		toldWrong: [],
		error: found.forgotten.length > 0 ? undefined : error?.message,
	});
	// Of a killed or lost request at most one batch is in doubt.
	expect(unknown).toBeLessThanOrEqual(one.operation === 'Run Campaign' ? 0 : 69);
});

/** The document does not say which status a task has before it is started. */
test.each(
	[1, 3].flatMap((status) =>
		(['before', 'after'] as const).flatMap((when) =>
			(['Retry', 'Execute again'] as const).map((next) => ({ status, when, next })),
		),
	),
)(
	'a first status of $status, killed $when the start, then $next: everybody is called once',
	async ({ status, when, next }) => {
		bench.platform.configure({ firstTaskStatus: status });
		const kill = { call: 6, when, counts: 'requests' as const };
		const one = { operation: 'Run Campaign' as const, event: 'killed', keyed: false };
		const { twice, forgotten, toldWrong, unknown } = await check({ ...one, kill, next });
		expect({ twice, forgotten, toldWrong, unknown }).toEqual({
			twice: [],
			forgotten: [],
			toldWrong: [],
			unknown: 0,
		});
	},
);

/** Two starts at the same moment: Execute is clicked twice, or a webhook is delivered twice. */
describe.each(OPERATIONS)('%s at the same moment', (operation) => {
	test.each([
		['in one process', 1, false],
		['in two processes', 2, false],
		['in two processes, with keys', 2, true],
	] as const)('%s: everybody is called once', async (_, count, keyed) => {
		const nodes = count === 1 ? [] : loadProcesses(bench, count, at(0));
		const settings = keyed && operation !== 'three steps' ? KEY : TODAY;
		const both = await Promise.all(
			[0, 1].map(
				async (index) =>
					await start(operation, {
						items: LIST,
						more: settings,
						execution: newExecution(),
						begun: 0,
						hours: 0,
						node: nodes[index]?.(),
					}),
			),
		);
		const all = bench.platform.calledNumbers;
		const missing = LIST.map(({ json }) => String(json?.客户手机号码)).filter(
			(number) => !all.includes(number),
		);
		expect({ twice: repeatedIn(all), missing }).toEqual({ twice: [], missing: [] });
		expect(both.some(({ results }) => results.every(({ error }) => !error))).toBe(true);
	});
});
