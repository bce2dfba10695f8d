/** The examples that begin with a call trigger. They are set up and published as their notes say. */
import { CALL, DIALOG, INBOUND, OUTBOUND, RECORDING } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import {
	endedExecutions,
	isCallTrigger,
	jsonOf,
	publishExample,
	type PublishOptions,
} from './lib/publishedExample';
import { callSheet, publishCampaign, sheetTemplate } from './lib/campaign';
import { localCredentials, storeCredentials } from './lib/platform';
import type { RestClient } from './lib/rest';
import { post } from './lib/triggers';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

let rest: RestClient;
let simulator: Simulator;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0, contextTimeoutMs: 30_000 } });
});

afterAll(async () => await simulator.close());

const publish = async (name: string, change?: PublishOptions['change']) =>
	await publishExample(rest, name, { change });
const executions = async (workflowId: string, count: number) =>
	await endedExecutions(rest, workflowId, count);

describeOnPinned('examples/finished-call.json', () => {
	test('Follow Up runs once for each call, in any order of the parts of the call, even if parts are repeated', async () => {
		const { id, url } = await publish('finished-call');
		simulator.aiCall.setUrls({ receiveCallRecord: url, receiveVoice: url, receiveDialog: url });
		const calls = 10;
		const report = await simulator.aiCall.pushMany(calls * 4, 8, {
			sentTwiceShare: 0.3,
			timeoutMs: 20_000,
		});
		expect(report).toMatchObject({ givenUp: 0 });
		// With One per Call, the two records of a call start one execution.
		const ended = await executions(id, calls * 3);
		expect(ended).toHaveLength(calls * 3);
		expect(ended.filter(({ status }) => status !== 'success')).toEqual([]);
		const followUps = ended.flatMap((execution) => jsonOf(execution, 'Follow Up'));
		expect(followUps.map(({ call_uuid: uuid }) => uuid).sort()).toEqual(
			[...new Set(simulator.aiCall.pushes.map(({ callUuid }) => callUuid))].sort(),
		);
	});

	test('Follow Up gets the whole call in one item, and only runs when the last missing part arrives', async () => {
		const { id, url } = await publish('finished-call', (node) =>
			isCallTrigger(node) ? { parameters: { ...node.parameters, options: {} } } : {},
		);
		// Without the index of its row, a record is a basic record.
		const { task_row_index, ...basic } = OUTBOUND;
		expect(task_row_index).toBe(3);
		// The records after the first start nothing.
		const pushes = [DIALOG, RECORDING, RECORDING, OUTBOUND, basic, DIALOG, OUTBOUND];
		let started = 0;
		for (const [index, push] of pushes.entries()) {
			expect((await post(url, push)).text).toBe('success');
			const isLaterRecord = push === basic || (push === OUTBOUND && index > 3);
			if (!isLaterRecord) await executions(id, ++started);
		}
		const ended = await executions(id, started);
		expect(ended.map((execution) => jsonOf(execution, 'Follow Up').length)).toEqual([
			0, 0, 0, 1, 0,
		]);
		expect(ended.flatMap((execution) => jsonOf(execution, 'Follow Up'))).toEqual([
			{
				call_uuid: CALL,
				direction: 'Outbound',
				customer: '13800000007',
				callingNumber: OUTBOUND.caller,
				calledNumber: OUTBOUND.callee,
				result: 'Customer hung up after answering',
				seconds: 42,
				row: { 客户手机号码: '13800000007', 姓名: '王芳' },
				intention: 'A',
				transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便',
				recording: RECORDING.url,
			},
		]);
	});
});

describeOnPinned('examples/outbound-result.json', () => {
	test('the workflow writes a row for each try, and sends a message if the intention is high', async () => {
		const { id, url } = await publish('outbound-result', (node) =>
			isCallTrigger(node) ? { parameters: { ...node.parameters, options: {} } } : {},
		);
		const secondTry = {
			...OUTBOUND,
			task_tries: 2,
			task_result: '5',
			time_answer: 0,
			duration_call: 0,
		};
		const lowIntention = { ...DIALOG, tag_max: 'C' };
		// A dialog without intentions, like the example in the document of the platform.
		const unrated = {
			...DIALOG,
			call_uuid: `${CALL}-unrated`,
			tag_max: undefined,
			tag_min: undefined,
		};
		const pushes = [
			OUTBOUND,
			secondTry,
			OUTBOUND,
			DIALOG,
			lowIntention,
			INBOUND,
			RECORDING,
			unrated,
			{ ...unrated, tag_max: '' },
		];
		for (const push of pushes) expect((await post(url, push)).text).toBe('success');
		const ended = await executions(id, 6);
		expect(ended).toHaveLength(6);
		const row = (tries: number, more: object) => ({
			id: expect.any(Number) as number,
			createdAt: expect.any(String) as string,
			updatedAt: expect.any(String) as string,
			task_data_id: '346252615123869699',
			tries,
			task_id: '88785',
			phone: '13800000007',
			hung_up_at: '2024-11-21T02:00:52.000Z',
			...more,
		});
		const rows = ended
			.flatMap((execution) => jsonOf(execution, 'Write the Result'))
			.sort((a, b) => Number(a.tries) - Number(b.tries));
		const first = row(1, {
			result: 'Customer hung up after answering',
			answered: true,
			seconds: 42,
		});
		expect(rows).toEqual([
			first,
			first,
			row(2, {
				result: 'User busy (short busy tone, long busy tone, silence)',
				answered: false,
				seconds: 0,
			}),
		]);
		// The repeated push of the first try writes the same row again.
		expect(new Set(rows.map((stored) => stored.id)).size).toBe(2);
		expect(ended.flatMap((execution) => jsonOf(execution, 'Message'))).toEqual([
			{
				task_data_id: '346252615123869699',
				message: `High intention (A) in call ${CALL}:\nRobot: 您好，请问方便吗？\nCustomer: 方便`,
			},
		]);
	});
});

describeOnPinned('examples/campaign-report.json', () => {
	test('the report counts each person once by script and each call once by hour, and is returned as items, a page and a file', async () => {
		const credentials = await storeCredentials(rest, localCredentials(simulator));
		// The platform accepts four rows of this sheet.
		await callSheet(rest, await publishCampaign(rest, credentials), await sheetTemplate());
		const { id, url } = await publishExample(rest, 'campaign-report', {
			credentials,
			change: (node) =>
				isCallTrigger(node) ? { parameters: { ...node.parameters, options: {} } } : {},
		});
		const now = Date.now();
		const call = (uuid: string, person: string, seconds: number) => ({
			...OUTBOUND,
			call_uuid: uuid,
			task_data_id: person,
			time_dial: now,
			...(seconds === 0 && { time_answer: 0, task_result: '5' }),
			duration_call: seconds,
		});
		const dialog = (uuid: string, person: string, intention: string) => ({
			...DIALOG,
			call_uuid: uuid,
			task_data_id: person,
			tag_max: intention,
		});
		const pushes = [
			call('a-1', 'a', 0),
			dialog('a-2', 'a', 'A'),
			call('a-2', 'a', 42),
			call('b-1', 'b', 8),
			dialog('b-1', 'b', 'C'),
			call('c-1', 'c', 0),
			call('a-2', 'a', 42),
		];
		for (const push of pushes) expect((await post(url, push)).text).toBe('success');
		await executions(id, pushes.length);
		const report = await rest.run(id, { trigger: 'Every Evening' });
		expect(report.error).toBeUndefined();
		const people = { accepted: 4, called: 3, answered: 2, talked: 1, A: 1, C: 1 };
		const hour = new Date(now).toLocaleTimeString('en-GB', {
			timeZone: 'Asia/Shanghai',
			hour: '2-digit',
		});
		expect(jsonOf(report, 'Funnel')).toEqual([
			{ group: 'all', name: 'All', ...people },
			{ group: 'script', name: '售后回访', ...people },
			{ ...people, group: 'hour', name: `${hour.slice(0, 2)}:00`, accepted: '', called: 4 },
		]);
		const [files] = report.items('Page and CSV');
		expect(files?.json.subject).toMatch(/: 3 called, 2 answered$/);
		expect(files?.json.html).toContain('<th>called</th>');
		expect(
			Object.entries(files?.binary ?? {}).map(([name, { mimeType }]) => [name, mimeType]),
		).toEqual([
			['page', 'text/html'],
			['csv', 'text/csv'],
		]);
		expect(report.items('Send It')).toHaveLength(1);
	});
});

describeOnPinned('examples/inbound-context.json', () => {
	test('the answer has the data of a known caller, and defaults for an unknown caller', async () => {
		const { url } = await publish('inbound-context', (node) =>
			isCallTrigger(node) ? { parameters: { ...node.parameters, deadline: 9000 } } : {},
		);
		simulator.aiCall.setUrls({ getDialogContext: url });
		const known = await simulator.aiCall.placeInboundCall({
			robot_id: '5204',
			call_relation_id: 'R000001',
		});
		expect(known.context?.context).toEqual({ 姓名: '王芳', 订单: 'A-1024' });
		const unknown = await simulator.aiCall.placeInboundCall({
			robot_id: '5204',
			call_relation_id: 'R999999',
		});
		expect(unknown.context?.context).toEqual({ 姓名: '贵宾', 订单: '' });
	});
});
