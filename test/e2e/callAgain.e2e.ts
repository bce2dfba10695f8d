import type { INode } from 'n8n-workflow';

import { OUTBOUND } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import { localCredentials, storeCredentials } from './lib/platform';
import { endedExecutions, isCallTrigger, jsonOf, publishExample } from './lib/publishedExample';
import type { RestClient } from './lib/rest';
import { post } from './lib/triggers';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

/** examples/call-again.json: who is called again, how often, and who never. */
const [ANSWERED, BUSY, NO_ANSWER, ON_A_CALL, EMPTY_NUMBER, REJECTED] = ['15', '5', '20', '2', '6', '8'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the test takes. */
const END_OF_DAY_MS = 10 * MINUTE_MS;

/** The example's time zone, and its hours east of UTC. */
const CHINA = { zone: 'Asia/Shanghai', hours: 8 };
const TOKYO = { zone: 'Asia/Tokyo', hours: 9 };

const midnightIn = ({ hours }: typeof CHINA) => Math.floor((Date.now() + hours * HOUR_MS) / DAY_MS) * DAY_MS - hours * HOUR_MS;

/** Where the days of the example begin: in China, unless a day begins there while the test runs. */
const place = Date.now() > midnightIn(CHINA) + DAY_MS - END_OF_DAY_MS ? TOKYO : CHINA;

/** A node with its time zone there. */
const moved = (node: INode) => JSON.parse(JSON.stringify(node).replaceAll(CHINA.zone, place.zone)) as INode;

describeOnPinned('examples/call-again.json', () => {
	let rest: RestClient;
	let simulator: Simulator;
	let example: { id: string; url: string };
	let pushed = 0;

	beforeAll(async () => {
		({ rest } = sharedN8n());
		simulator = await startSimulator({ aiCall: { speed: 0 } });
		const settings = { results: '2,5,20', tries_per_day: 3, tries_in_all: 6, wait_minutes: 0, from_hour: 0, to_hour: 24 };
		example = await publishExample(rest, 'call-again', {
			tables: 'Click Once to Make the Tables',
			credentials: await storeCredentials(rest, localCredentials(simulator)),
			change: (node) => {
				if (isCallTrigger(node)) return { parameters: { ...node.parameters, options: {} } };
				return node.name === 'Settings' ? { parameters: { mode: 'raw', jsonOutput: JSON.stringify(settings), options: {} } } : moved(node);
			},
		});
	});

	afterAll(async () => await simulator.close());

	/** A result of a call; each has a number of its own unless it is a push that comes again. */
	function record(phone: string, result: string | undefined, at = Date.now(), call = `call-${++pushed}`) {
		return { ...OUTBOUND, call_uuid: call, callee: phone, task_result: result, time_dial: at, time_ring: at, time_answer: 0, time_hangup: at + 1, task_row_head: ['客户手机号码', '姓名', '预约时间'], task_row_value: [phone, `客户${phone.slice(-2)}`, '周五'] };
	}

	let arrived = 0;
	async function results(records: ReturnType<typeof record>[]): Promise<void> {
		for (const one of records) expect((await post(example.url, one)).text).toBe('success');
		arrived += records.length;
		const ended = await endedExecutions(rest, example.id, arrived);
		expect(ended.filter(({ status }) => status !== 'success')).toEqual([]);
	}

	/** Whom the hour calls again. */
	async function hour(): Promise<string[]> {
		const before = simulator.aiCall.acceptedRows.length;
		const execution = await rest.run(example.id, { trigger: 'Every Hour' });
		expect(execution.error).toBeUndefined();
		const rows = simulator.aiCall.acceptedRows.slice(before);
		expect(jsonOf(execution, 'Start the Task')).toHaveLength(rows.length > 0 ? 1 : 0);
		expect(rows.map(({ columns, values }) => [...columns, ...values.slice(1)])).toEqual(rows.map(({ values }) => ['客户手机号码', '姓名', '预约时间', `客户${values[0]?.slice(-2)}`, '周五']));
		return rows.map(({ values }) => values[0] ?? '').sort();
	}

	test('busy and unanswered are called again in one new task, a repeated push counts once, N tries a day in China, never who does not want it', async () => {
		const never = { name: 'Never', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters: { resource: 'row', operation: 'insert', dataTableId: { __rl: true, mode: 'name', value: 'Do not call' }, columns: { mappingMode: 'defineBelow', value: { phone: '+86 138-0000-0005' }, matchingColumns: [], schema: [{ id: 'phone', displayName: 'phone', required: false, defaultMatch: false, display: true, type: 'string' }] } } };
		const { id } = await rest.createWorkflow(chain('List', [MANUAL_TRIGGER, never]));
		expect((await rest.run(id)).error).toBeUndefined();

		const yesterday = midnightIn(place) - MINUTE_MS;
		const today = Math.max(midnightIn(place), Date.now() - 30 * MINUTE_MS);
		const repeated = record('13800000007', BUSY);
		await results([
			record('13800000001', BUSY),
			record('13800000002', NO_ANSWER),
			record('13800000003', ON_A_CALL),
			record('13800000004', ANSWERED),
			record('13800000005', BUSY),
			record('13800000006', EMPTY_NUMBER),
			record('13800000008', REJECTED),
			// Answered after all.
			record('13800000009', BUSY, today),
			record('13800000009', ANSWERED, today + 1),
			// Two of today and two of the evening before, Chinese time.
			...[yesterday - 2, yesterday, today, today + 1].map((at) => record('13800000010', BUSY, at)),
			// Three of today.
			...[today, today + 1, today + 2].map((at) => record('13800000011', NO_ANSWER, at)),
			// Six within the week.
			...[1, 2, 3, 4, 5].map((days) => record('13800000012', BUSY, today - days * DAY_MS)),
			record('13800000012', BUSY, today),
			repeated,
			record('13800000007', BUSY, today, 'call-earlier'),
			{ ...repeated },
			{ ...repeated },
		]);
		const called = ['13800000001', '13800000002', '13800000003', '13800000007', '13800000010'];
		expect(await hour()).toEqual(called);
		expect(simulator.aiCall.tasks.map(({ rows, waitingRows, activeCalls }) => [rows, waitingRows + activeCalls])).toEqual([[5, 5]]);

		// The next hour has nothing new: nobody is called twice for one result, and no task is made. Nor for a push that comes late again.
		await results([{ ...repeated }]);
		expect(await hour()).toEqual([]);
		expect(simulator.aiCall.tasks).toHaveLength(1);

		// One is busy again (her second try of the day), one has used up his three.
		await results([record('13800000001', BUSY), record('13800000007', BUSY), record('13800000002', ANSWERED)]);
		expect(await hour()).toEqual(['13800000001']);
		await results([record('13800000001', BUSY)]);
		expect(await hour()).toEqual([]);
		expect(simulator.aiCall.summary().requestsByEndpoint).toMatchObject({ taskCreate: 2, taskInsert: 2, taskStart: 2 });
	});
});
