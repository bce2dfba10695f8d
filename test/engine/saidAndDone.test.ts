import type { IDataObject } from 'n8n-workflow';
import { RUN as SAYS } from '../../nodes/IflytekAiCall/entry/sentences';
import { random } from '../setup/chance';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { until } from '../setup/until';
import type { Endpoint } from '../simulator/aiCall/endpointList';
import type { Fault } from '../simulator/aiCall/faults';
import {
	ADD_ROWS,
	begunAt,
	CallBench,
	chosen,
	customer,
	iflytekAiCallWith,
	numberOf,
	PLACE,
	RUN,
} from './aiCall';
import { newExecution, type InputItem, type NodeResult, type NodeRun } from './harness';
import { dyingProcess } from './killed';
import { processedData } from './processedData';

/**
 * After runs in which something goes wrong, each sentence that counts or denies is compared with the record of the
 * platform: nothing sent, nobody called, so many accepted, rejected, unknown or not sent, the task deleted or kept.
 */

const REFUSED = 4;
/** A stopped run has ended if it sends nothing for so long. */
const SETTLED_MS = 40;
const bench = new CallBench({ speed: 0, sensitiveNumbers: [numberOf(REFUSED)] });

const pick = <Value>(...values: [Value, ...Value[]]): Value =>
	values[Math.floor(random() * values.length)] ?? values[0];

const FAULTS: [Fault, ...Fault[]] = [
	{ kind: 'drop', when: 'before' },
	{ kind: 'drop', when: 'after' },
	{ kind: 'code', code: 200209 },
	{ kind: 'code', code: 10020 },
	{ kind: 'code', code: 999999 },
	{ kind: 'http', status: 502, when: 'before' },
	{ kind: 'http', status: 502, when: 'after' },
];
const ENDPOINTS = {
	Place: ['callout'],
	'Run Campaign': ['taskCreate', 'taskInsert', 'taskStart', 'taskQuery', 'taskDelete'],
	'Add Rows': ['taskInsert'],
} as const satisfies Record<string, readonly Endpoint[]>;
type Operation = keyof typeof ENDPOINTS;

/** The numbers that the platform has from a run: in calls, or in a task that was not deleted. */
function recorded(): { called: string[]; added: string[] } {
	const live = new Map(
		bench.platform.tasks
			.filter(({ deleted }) => !deleted)
			.map(({ taskId, status }) => [taskId, status]),
	);
	const numbers = (wanted: (taskId: string | undefined, endpoint: string) => boolean) =>
		bench.platform.acceptedRows
			.filter(({ endpoint, taskId }) => wanted(taskId, endpoint))
			.map(({ values }) => String(values[0]));
	return {
		called: numbers((taskId, endpoint) =>
			endpoint === 'callout' ? true : (live.get(taskId ?? '') ?? 0) !== 0,
		),
		added: numbers((taskId, endpoint) => endpoint !== 'callout' && live.has(taskId ?? '')),
	};
}

/** The rows of each state that an error lists, by number. */
function listed({ error, outputs }: NodeResult): Map<string, string[]> {
	const found = new Map<string, string[]>();
	const note = (state: unknown, number: unknown) =>
		found.set(String(state), [...(found.get(String(state)) ?? []), String(number)]);
	const data = (error?.context?.data ?? {}) as IDataObject;
	for (const [state, rows] of Object.entries(data))
		if (Array.isArray(rows)) for (const { label } of rows as IDataObject[]) note(state, label);
	for (const { json } of outputs.flat()) {
		const details = (json.details ?? json) as IDataObject;
		note(details.state, json.phoneNumber ?? json.客户手机号码);
	}
	return found;
}

const LOCK_MS = 360_000;
const clockAt = (now: number) => ({ ...quickClock, date: () => now });
const nodeAt = (now: number) => begunAt(iflytekAiCallWith(clockAt(now)), now);

/** A run whose process is killed at one of its calls, or ends before. */
async function kill(run: (more: Partial<NodeRun>) => Promise<unknown>): Promise<void> {
	const last = {
		call: pick(1, 2, 3, 5, 8, 12, 16, 20, 24),
		when: pick<'before' | 'after'>('before', 'after'),
		counts: pick<'requests' | 'all'>('requests', 'all'),
	};
	const { node, killed } = dyingProcess(bench, last, clockAt(NOON_IN_CHINA));
	const nodeType = begunAt(node.nodeType, NOON_IN_CHINA);
	await Promise.race([run({ ...node, nodeType }), killed]);
}

/** A run that a person stops after some requests. What it has begun by then ends before the next run. */
async function stop(run: (more: Partial<NodeRun>) => Promise<unknown>): Promise<void> {
	const last = bench.requests().length + pick(1, 2, 3, 4);
	let isOver = false;
	await run({
		onStart: (cancel) => void until(() => isOver || bench.requests().length >= last).then(cancel),
	});
	isOver = true;
	let seen = -1;
	while (seen < bench.requests().length) {
		seen = bench.requests().length;
		await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
	}
}

/** So many runs make one test; in full there are 400. */
const COUNT = 40;
const BLOCKS = Array.from({ length: FULL_SIZE ? 10 : 1 }, (_, index) => index + 1);

test.each(BLOCKS)(
	`${COUNT} runs with random faults, after kills and stops (%d): what is said is what the platform has`,
	async () => {
		for (let index = 0; index < COUNT; index++) {
			processedData.reset();
			bench.platform.clearFaults();
			const operation = pick<Operation>('Place', 'Run Campaign', 'Add Rows');
			const taskId = operation === 'Add Rows' ? await bench.newTask({ begin: '' }) : '';
			const items: InputItem[] = Array.from({ length: 60 }, (_, item) => ({
				json: customer(100 * (index + 1) + item),
			}));
			if (random() < 0.3) items[7] = { json: { ...items[7]?.json, 客户手机号码: '123' } };
			if (random() < 0.3) items[20] = { json: customer(REFUSED) };
			const options = {
				concurrentRequests: 1,
				...pick<object>({}, { ifProblems: 'sendOthers' }),
			};
			const own = {
				Place: PLACE,
				'Run Campaign': RUN,
				'Add Rows': { ...ADD_ROWS, taskId: chosen(taskId) },
			}[operation];
			const faults = Array.from({ length: Math.floor(random() * 3) }, () => ({
				endpoint: pick<Endpoint>(...(ENDPOINTS[operation] as unknown as [Endpoint, ...Endpoint[]])),
				fault: pick(...FAULTS),
			}));
			for (const { endpoint, fault } of faults) {
				if (random() < 0.4) bench.platform.failNext(endpoint, { kind: 'late', ms: 0 });
				bench.platform.failNext(endpoint, fault, pick(1, 99));
			}
			const skip = pick('calledToday', 'sameValues', 'none');
			const parameters = { ...own, skipCustomers: skip, options } as IDataObject;
			const run = async (more: Partial<NodeRun>) =>
				await bench.run(parameters, items, {
					nodeType: nodeAt(NOON_IN_CHINA),
					execution: newExecution(),
					...more,
				});
			const start = recorded();
			const end = pick('finished', 'finished', 'killed', 'stopped');
			if (end === 'killed') await kill(run);
			if (end === 'stopped') await stop(run);
			const before = recorded();
			const result = await run({
				// A killed process holds the lock of campaigns for a while.
				nodeType: nodeAt(NOON_IN_CHINA + LOCK_MS),
				settings: pick({}, { onError: 'continueErrorOutput' as const }),
			});
			bench.platform.clearFaults();
			const after = recorded();
			const called = after.called.slice(before.called.length);
			const added = after.added.slice(before.added.length);
			const sent = operation === 'Add Rows' ? added : called;
			const kind = operation === 'Add Rows' ? 'added' : 'called';
			const ever = after[kind].slice(start[kind].length);
			const said = listed(result);
			const rowsIn = (state: string) => said.get(state) ?? [];
			const text = `${result.error?.message ?? ''} ${result.error?.description ?? ''}`;
			const about = { index, operation, end, faults: JSON.stringify(faults), text };
			const has = (number: string) => ever.includes(number);

			// What is accepted or was sent before is there, what is told not to be sent is not, and what this run has sent is
			// accepted or unknown.
			const there = [...rowsIn('accepted'), ...rowsIn('sentBefore')];
			expect({ ...about, missing: there.filter((number) => !has(number)) }).toEqual({
				...about,
				missing: [],
			});
			const denied = ['notSent', 'notAccepted', 'problem', 'outsideHours'].flatMap(rowsIn);
			// With None, a run sends and denies whatever an earlier one has sent.
			const platformHas = (number: string) => (skip === 'none' ? sent : ever).includes(number);
			expect({ ...about, denied: denied.filter(platformHas) }).toEqual({ ...about, denied: [] });
			const told = new Set([...rowsIn('accepted'), ...rowsIn('unknown')]);
			expect({ ...about, untold: sent.filter((number) => !told.has(number)) }).toEqual({
				...about,
				untold: [],
			});
			if (text.includes(SAYS.nothingSent))
				expect({ ...about, sent }).toEqual({ ...about, sent: [] });
			if (text.includes(SAYS.nobodyCalled))
				expect({ ...about, called }).toEqual({ ...about, called: [] });
			if (text.includes(SAYS.taskDeleted) || text.includes(SAYS.noTask))
				expect({ ...about, added }).toEqual({ ...about, added: [] });
			// The counts of the error are those of its lists, without the rows that its headline counts.
			const [, headline = 0] = /(\d+) of \d+ rows/.exec(result.error?.message ?? '') ?? [];
			const named = String(((result.error?.context?.data ?? {}) as IDataObject).state);
			const counts = [...text.matchAll(/(\d+) (accepted|rejected|unknown|not sent)\b/g)];
			for (const [, count, word = ''] of counts) {
				const state = { rejected: 'notAccepted', 'not sent': 'notSent' }[word] ?? word;
				const others = rowsIn(state).length - (state === named ? Number(headline) : 0);
				expect({ ...about, word, count: Number(count) }).toEqual({ ...about, word, count: others });
			}
			if (text.includes(SAYS.othersAccepted))
				expect({ ...about, accepted: rowsIn('accepted').length }).toEqual({
					...about,
					accepted: items.length - Number(headline),
				});
			if (result.error) {
				const words = text
					.replace(/ \(guide: \S+\)/g, '')
					.replace(/Affected: .*?\. /, '')
					.split(/\s+/)
					.filter(Boolean).length;
				expect({ ...about, isShort: words <= 60 }).toEqual({ ...about, isShort: true });
				expect(text).not.toContain('[item');
			}
		}
	},
);
