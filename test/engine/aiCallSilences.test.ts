import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { EVERY_EVENT } from '../document/pushes';
import type { Settings } from '../simulator/aiCall/config';
import { ADD_ROWS, CallBench, customers, PLACE } from './aiCall';
import { OnePerCallServer } from './onePerCall';
import { until } from '../setup/until';
import { PollingN8n } from './pollHarness';

/** Where document 2 is silent, the local platform gives each answer. docs/decisions/silences.md has the table. */
const NOON = Date.parse('2026-11-23T12:00:00+08:00');
const bench = new CallBench({ seed: 5, speed: 0, startTime: NOON });

const configure = (settings: Partial<Settings>) => bench.platform.configure(settings);
const task = (operation: string, taskId: string, more = {}) => ({
	resource: 'task',
	operation,
	taskId,
	...more,
});
const errorOf = async (parameters: ReturnType<typeof task>) =>
	(await bench.run(parameters, [{}])).error?.message;

afterEach(() => jest.restoreAllMocks());

test.each([false, true])('code and row IDs as text (%s): the same results', async (asText) => {
	configure({ codeAsText: asText, rowIdsAsText: asText });
	const [placed] = await bench.json(PLACE, customers(1));
	const id = await bench.newTask();
	const [added] = await bench.json({ ...ADD_ROWS, taskId: id }, customers(1));
	expect([placed, added]).toEqual(
		bench.platform.acceptedRows.map(({ taskDataId }) =>
			expect.objectContaining({ state: 'accepted', task_data_id: taskDataId }),
		),
	);
	expect(await bench.json(task('start', id), [{}])).toEqual([{ task_id: id, started: true }]);
});

test.each([200, 400, 500])('a refusal with HTTP %d is told by its code', async (failureStatus) => {
	configure({ failureStatus });
	expect(await errorOf(task('start', await bench.newTask()))).toMatch(/\(200200\)|code 200200/);
});

test.each<[boolean, string]>([
	[true, 'Deleted'],
	[false, 'not found'],
])('a deleted task that the platform lists (%s) is %s', async (listsDeleted, expected) => {
	configure({ listsDeleted });
	const id = await bench.newTask();
	expect(await bench.json(task('delete', id), [{}])).toEqual([{ task_id: id, deleted: true }]);
	const { outputs, error } = await bench.run(task('get', id), [{}]);
	expect(error?.message ?? outputs[0]?.[0]?.json.deletedName).toContain(expected);
});

test.each<[Settings['queryTimes'], number]>([
	['creation', 1],
	['start', 0],
])('From and To of Get Many are compared with the %s of a task', async (queryTimes, count) => {
	configure({ queryTimes });
	await bench.newTask();
	const filters = { begin: '2026-11-23T00:00:00+08:00' };
	const found = await bench.json(task('getAll', '', { returnAll: true, filters }), [{}]);
	expect(found).toHaveLength(count);
});

describe('the status of a task', () => {
	const watched = () =>
		new PollingN8n(
			new IflytekAiCallTaskTrigger(),
			{ events: ['started', 'progress', 'finished'], shares: '100', options: { retries: 0 } },
			bench.held,
		);
	const events = ({ items }: PollingN8n) => items.map(({ event }) => event);

	async function startTask(): Promise<void> {
		const id = await bench.newTask({ begin: '2026-11-23T11:00:00+08:00' });
		await bench.json({ ...ADD_ROWS, taskId: id }, customers(1));
		expect(await bench.json(task('start', id), [{}])).toEqual([{ task_id: id, started: true }]);
	}

	test.each([0, 60_000])(
		'if a start is shown after %d ms, it is one event',
		async (startShownAfterMs) => {
			configure({ startShownAfterMs });
			const n8n = watched();
			await n8n.start('activate');
			await startTask();
			await n8n.poll();
			expect(events(n8n)).toEqual(startShownAfterMs === 0 ? ['started'] : []);
			bench.platform.clock.advance(startShownAfterMs);
			await n8n.poll();
			await n8n.poll();
			expect(events(n8n).filter((event) => event === 'started')).toHaveLength(1);
		},
	);

	test.each<[boolean, string[]]>([
		[true, ['started', 'progress', 'finished']],
		[false, ['started', 'progress']],
	])(
		'if the platform ends a task after its last call (%s), the events are %j',
		async (finishes, expected) => {
			configure({ finishes });
			const n8n = watched();
			await n8n.start('activate');
			await startTask();
			bench.platform.runCalls();
			await n8n.poll();
			expect(events(n8n)).toEqual(expected);
		},
	);
});

/** Places a call, and returns the items of the executions that its pushes start. */
async function itemsOfCall(settings: Partial<Settings>, parameters = {}) {
	configure(settings);
	const server = new OnePerCallServer({
		nodeId: JSON.stringify([settings, parameters]),
		parameters: { events: EVERY_EVENT, ...parameters },
	});
	await server.start();
	bench.platform.setUrls(server.url);
	await bench.json(PLACE, customers(1));
	bench.platform.runCalls();
	const { platform } = bench;
	const attempts = () => platform.pushes.reduce((count, push) => count + push.attempts.length, 0);
	const isOver = () => platform.pushes.every(({ state }) => state !== 'waiting');
	await until(() => {
		server.clock.elapse();
		return platform.pushes.length > 0 && isOver() && server.handled >= attempts();
	});
	await server.stop();
	return server.executions.map(([item]) => item?.json ?? {});
}

test.each(
	(['both', 'basic', 'outbound'] as const).flatMap((outboundRecords) =>
		(['documented', 'reversed', 'random'] as const).map((pushOrder) => ({
			outboundRecords,
			pushOrder,
		})),
	),
)('%j: a finished call starts the workflow once', async (settings) => {
	const items = await itemsOfCall(settings, { events: ['callRecord'] });
	expect(items).toEqual([expect.objectContaining({ event: 'callRecord' })]);
});

test.each(
	(['milliseconds', 'seconds'] as const).flatMap((recordTimes) =>
		(['seconds', 'milliseconds'] as const).map((durations) => ({ recordTimes, durations })),
	),
)('%j: times are dates, and durations are seconds', async (settings) => {
	const items = await itemsOfCall(settings);
	const record = items.find(({ event }) => event === 'callRecord');
	const recording = items.find(({ event }) => event === 'recording');
	const [call] = bench.platform.calls;
	expect(record).toMatchObject({
		timeHangup: new Date(Math.floor((call?.timeHangup ?? 0) / 1000) * 1000).toISOString(),
		durationRingSeconds: call?.ringSeconds,
		durationCallSeconds: call?.talkSeconds,
	});
	expect(recording).toMatchObject({ durationSeconds: call?.talkSeconds });
});

test.each<[Settings['recordingUrl'], string, RegExp | undefined]>([
	['path', '', undefined],
	['path', 'https://recordings.example', /^https:\/\/recordings\.example\/ant\/.*\.wav$/],
	['whole', '', /^https:\/\/recordings\.example\/ant\/.*\.wav$/],
	['whole', 'https://elsewhere.example', undefined],
	[
		'withToken',
		'https://recordings.example',
		/^https:\/\/recordings\.example\/ant\/.*\?token=t0ken$/,
	],
])(
	'a recording as %s with the base URL "%s" has the full URL %s',
	async (recordingUrl, recordingBaseAddress, fullUrl) => {
		const items = await itemsOfCall({ recordingUrl }, { options: { recordingBaseAddress } });
		const recording = items.find(({ event }) => event === 'recording') ?? {};
		expect(recording.url).toMatch(/\.wav/);
		if (fullUrl) expect(recording.fullUrl).toMatch(fullUrl);
		else expect(recording).not.toHaveProperty('fullUrl');
	},
);

test.each([true, false])('seq as a number (%s) is passed on', async (seqAsNumber) => {
	const items = await itemsOfCall({ seqAsNumber });
	const dialog = items.find(({ event }) => event === 'dialog');
	expect(dialog?.lines).toEqual(
		expect.arrayContaining([expect.objectContaining({ seq: seqAsNumber ? 1 : '1' })]),
	);
});
