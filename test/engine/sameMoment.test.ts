import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { NOON_IN_CHINA } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { ADD_ROWS, begunAt, CallBench, chosen, CREATE, customers, PLACE, RUN } from './aiCall';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

/**
 * The same list at the same moment in two processes, of which one stands still between reading and
 * writing what n8n's database has of the node: it overwrites what the other one has recorded.
 */

const bench = new CallBench({ speed: 0 });
const COUNT = 5;
const SKIP = { skipCustomers: 'calledToday' };
/** Longer than a process waits until it looks for its mark, and shorter than its run: one that has ended notices nothing. */
const STANDS_STILL_MS = 250;
/** How long the platform takes to answer. */
const LATENCY_MS = 300;
/** In which of its calls. */
const CALLS = FULL_SIZE ? [1, 2, 3, 4, 5, 6] : [1, 4];
/** A call to n8n's database. */
const CALL_MS = 5;

/** Ten times as quick: the lock of campaigns ends with time. */
const SPEED = 10;
const clock = {
	now: () => performance.now() * SPEED,
	date: () => Math.round(NOON_IN_CHINA + performance.now() * SPEED),
	sleep: async (ms: number) => await pause(ms / SPEED),
};

const [first, second] = loadProcesses(bench, 2, clock);
const numbers = customers(COUNT).map(({ json }) => json?.客户手机号码);

async function start(process: typeof first, parameters: IDataObject) {
	const node = process?.();
	const nodeType = node && begunAt(node.nodeType, NOON_IN_CHINA);
	await bench.run(parameters, customers(COUNT), { ...node, ...(nodeType && { nodeType }) });
}

async function ofTask(): Promise<IDataObject> {
	const [task] = (await bench.json(CREATE)) as { task_id: string }[];
	return { ...ADD_ROWS, ...SKIP, taskId: chosen(task?.task_id ?? '') };
}

const operations: [string, () => IDataObject | Promise<IDataObject>][] = [
	['Place', () => ({ ...PLACE, ...SKIP })],
	['Add Rows', ofTask],
	['Run Campaign', () => ({ ...RUN, ...SKIP })],
];

describe.each(operations)('%s', (_, parametersOf) => {
	test.each(CALLS)(
		'nobody is called twice if one of two processes stands still in its call %i to the database',
		async (standing) => {
			const parameters = await parametersOf();
			processedData.fill('w n:node', ['an entry']);
			bench.platform.configure({ latencyMs: LATENCY_MS });
			let calls = 0;
			const other = new Promise<void>((resolve, reject) => {
				processedData.delays = () => {
					const stands = ++calls === standing;
					if (stands) start(second, parameters).then(resolve, reject);
					return { read: 0, write: stands ? STANDS_STILL_MS : CALL_MS };
				};
			});
			await Promise.all([start(first, parameters), other]);
			const called = bench.platform.acceptedRows.map(({ values }) => values[0]);
			expect(called.sort()).toEqual(numbers);
		},
	);
});
