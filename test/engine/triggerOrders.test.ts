import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { EVERY_EVENT } from '../document/pushes';
import { eventIdOf } from '../setup/eventId';
import { FULL_SIZE, sized } from '../setup/size';
import { CallBench } from './aiCall';
import { TriggerServer, type TriggerServing } from './webhookHarness';

/** In these tests the call trigger receives pushes from the local platform, in many forms and orders. */
const bench = new CallBench({ seed: 5, speed: 0 });
let server: TriggerServer;
let serverCount = 0;

async function serve(serving: Partial<TriggerServing> = {}): Promise<void> {
	server = await new TriggerServer({
		nodeType: new IflytekAiCallTrigger(),
		parameters: {
			events: EVERY_EVENT,
			callRecords: 'all',
			options: { dropRepeats: true },
		},
		nodeId: `node-${++serverCount}`,
		...serving,
	}).start();
	const { url } = server;
	bench.platform.setUrls({ receiveCallRecord: url, receiveVoice: url, receiveDialog: url });
}

afterEach(async () => {
	await server.stop();
	jest.restoreAllMocks();
});

const startedEventIds = () => server.executions.map(([item]) => String(item?.json.eventId));
const pushedEventIds = () =>
	new Set(bench.platform.pushes.flatMap(({ body }) => eventIdOf(body) ?? []));

const PUSHES = sized(1000);
/** After this time the platform repeats a push that was cut off. The time is long because so many pushes keep this process busy. */
const TIMEOUT_MS = FULL_SIZE ? 10_000 : 3_000;

test(`if ${PUSHES} pushes are sent at the same time, each starts one execution, even if it is sent twice, is cut off at first, or has IDs as numbers`, async () => {
	await serve();
	const report = await bench.platform.pushMany(PUSHES, PUSHES, {
		sentTwiceShare: 0.2,
		cutShare: 0.1,
		numericIdShare: 0.3,
		timeoutMs: TIMEOUT_MS,
		repeats: 20,
	});
	expect(report).toMatchObject({ sent: PUSHES * 1.2, delivered: PUSHES * 1.2, givenUp: 0 });
	expect(startedEventIds().sort()).toEqual([...pushedEventIds()].sort());
	expect(startedEventIds()).toHaveLength(PUSHES);
	const ids = server.executions.map(([item]) => item?.json.task_data_id);
	expect(ids.filter((id) => typeof id !== 'string')).toEqual([]);
	const sentIds = new Set(
		bench.platform.pushes.map(({ body }) => /"task_data_id":\s*"?(\d+)/.exec(body)?.[1]),
	);
	expect(ids.filter((id) => !sentIds.has(String(id)))).toEqual([]);
}, 300_000);

test('a push with a wrong secret starts no workflow and does not count as delivered', async () => {
	await serve({
		credentials: [
			{ type: new IflytekAiCallApi(), data: { ...bench.credential, pushSecret: 'right' } },
		],
	});
	const push = async (secret: string) =>
		await bench.platform.pushMany(40, 20, { secret, timeoutMs: 60_000, repeats: 0 });
	expect(await push('wrong')).toMatchObject({ delivered: 0, givenUp: 40 });
	expect(await push('right')).toMatchObject({ delivered: 40, givenUp: 0 });
	expect(server.executions).toHaveLength(40);
	expect(new Set(server.warnings)).toEqual(
		new Set([
			'Trigger refused a request with HTTP 401: The secret is missing or wrong. Append it to the end of the URL as ?secret=… (kind: refused)',
		]),
	);
});

test.each(['documented', 'reversed', 'random'] as const)(
	'if the parts of a call are pushed in %s order, each part starts one execution, even if all parts are pushed again',
	async (order) => {
		bench.platform.configure({ pushOrder: order });
		await serve();
		const { call } = await bench.platform.placeInboundCall({ robot_id: '5202', ask: false });
		bench.platform.runCalls();
		await bench.platform.settled();
		const parts = [
			`${call.callUuid}:callRecord:basic`,
			`${call.callUuid}:dialog`,
			`${call.callUuid}:recording`,
		];
		expect(startedEventIds().sort()).toEqual(parts);
		await bench.platform.repeatCall(call.callUuid, 'reversed');
		expect(startedEventIds().sort()).toEqual(parts);
		expect(bench.platform.pushes.map(({ state }) => state)).toEqual(
			Array.from({ length: 6 }, () => 'delivered'),
		);
	},
);
