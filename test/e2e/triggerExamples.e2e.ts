/** The examples that begin with a call trigger. They are set up and published as their notes say. */
import type { IDataObject } from 'n8n-workflow';

import { CALL, DIALOG, INBOUND, OUTBOUND, RECORDING } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import {
	endedExecutions,
	everyPush,
	isCallTrigger,
	jsonOf,
	linesOf,
	publishCalls,
	publishExample,
} from './lib/publishedExample';
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

const executions = async (workflowId: string, count: number) =>
	await endedExecutions(rest, workflowId, count);

describeOnPinned('examples/calls.json', () => {
	/** A line without what differs in each run. */
	const fieldsOf = ({ id, createdAt, updatedAt, followed_up, ...fields }: IDataObject) => {
		expect([id, createdAt, updatedAt]).not.toContain(undefined);
		return { ...fields, followed_up: Boolean(followed_up) };
	};

	test('Follow Up runs once for each call, in any order of the parts of the call, even if parts are repeated', async () => {
		const table = 'Calls with parts in any order';
		const { id, url } = await publishCalls(rest, table);
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
		const called = [...new Set(simulator.aiCall.pushes.map(({ callUuid }) => callUuid))].sort();
		const followUps = ended.flatMap((execution) => jsonOf(execution, 'Follow Up'));
		expect(followUps.map(({ call_uuid: uuid }) => uuid).sort()).toEqual(called);
		const lines = await linesOf(rest, table);
		expect(lines.map(({ call_uuid: uuid }) => uuid).sort()).toEqual(called);
	});

	test('each call has one line with all its parts; a push that comes again or belongs to an earlier try changes nothing', async () => {
		const table = 'Calls with all parts';
		const { id, url } = await publishCalls(rest, table, { change: everyPush });
		const firstTry = {
			...OUTBOUND,
			call_uuid: `${CALL}-first`,
			task_tries: 0,
			task_result: '5',
			time_answer: 0,
			duration_call: 0,
		};
		const unanswered = { ...firstTry, task_data_id: '346252615123869700' };
		const pushes = [
			DIALOG,
			firstTry,
			RECORDING,
			RECORDING,
			OUTBOUND,
			firstTry,
			DIALOG,
			OUTBOUND,
			INBOUND,
			unanswered,
		];
		let started = 0;
		for (const [index, push] of pushes.entries()) {
			expect((await post(url, push)).text).toBe('success');
			// With One per Call, the record of a call starts once.
			const isRepeated = 'task_tries' in push && pushes.indexOf(push) < index;
			if (!isRepeated) await executions(id, ++started);
		}
		const ended = await executions(id, started);
		expect(ended.filter(({ status }) => status !== 'success')).toEqual([]);
		expect(ended.flatMap((execution) => jsonOf(execution, 'Follow Up'))).toEqual([
			{
				call_uuid: `${CALL}-first`,
				direction: 'Outbound',
				customer: '13800000007',
				result: 'User busy (short busy tone, long busy tone, silence)',
				seconds: 0,
				row: { 客户手机号码: '13800000007', 姓名: '王芳' },
				intention: 'A',
				transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便',
				recording: RECORDING.url,
			},
		]);
		const empty = {
			state: null,
			reason: null,
			intention: null,
			transcript: null,
			recording: null,
			file_name: null,
			file: null,
			fetches: null,
			note: null,
			again: null,
			never_call: null,
		};
		const outbound = {
			...empty,
			task_id: '88785',
			script: '5201',
			direction: 'Outbound',
			phone: '13800000007',
			row: '{"客户手机号码":"13800000007","姓名":"王芳"}',
			at: '2024-11-21T02:00:00.000Z',
		};
		const busy = {
			result: 'User busy (short busy tone, long busy tone, silence)',
			answered: false,
			seconds: 0,
			call_again: true,
		};
		expect((await linesOf(rest, table)).map(fieldsOf)).toEqual([
			{
				...outbound,
				call_id: '346252615123869699',
				call_uuid: CALL,
				tries: 1,
				result: 'Customer hung up after answering',
				answered: true,
				seconds: 42,
				call_again: false,
				intention: 'A',
				transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便',
				recording: RECORDING.url,
				file_name: expect.stringMatching(/\.wav$/) as string,
				fetches: 0,
				followed_up: true,
			},
			{
				...empty,
				call_id: CALL,
				call_uuid: CALL,
				task_id: '',
				script: '5201',
				direction: 'Inbound',
				phone: '13900007788',
				row: '{}',
				tries: 0,
				at: '2024-11-21T02:00:52.000Z',
				result: 'Not answered',
				answered: false,
				seconds: 0,
				call_again: false,
				followed_up: false,
			},
			{
				...outbound,
				...busy,
				call_id: '346252615123869700',
				call_uuid: `${CALL}-first`,
				tries: 0,
				followed_up: false,
			},
		]);
	});

	test('a recording that is not below Recording Base URL is named, and cannot be fetched', async () => {
		const table = 'Calls with recordings';
		const recordingBaseAddress = 'https://recordings.example.com/rec';
		const { id, url } = await publishCalls(rest, table, {
			change: (node) =>
				isCallTrigger(node)
					? { parameters: { ...node.parameters, options: { recordingBaseAddress } } }
					: {},
		});
		for (const [call, path] of [
			['below', 'a/b.wav'],
			['elsewhere', 'https://elsewhere.example.com/a.wav'],
		])
			await post(url, { ...RECORDING, task_data_id: undefined, call_uuid: call, url: path });
		await executions(id, 2);
		const lines = await linesOf(rest, table);
		expect(Object.fromEntries(lines.map((line) => [line.call_id, line.recording]))).toEqual({
			below: `${recordingBaseAddress}/a/b.wav`,
			elsewhere: 'not below Recording Base URL',
		});
	});
});

describeOnPinned('examples/inbound-context.json', () => {
	test('the answer has the data of a known caller, and defaults for an unknown caller', async () => {
		const { url } = await publishExample(rest, 'inbound-context', {
			tableTrigger: 'Click Once to Make the Table',
			change: (node) =>
				isCallTrigger(node) ? { parameters: { ...node.parameters, deadline: 9000 } } : {},
		});
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
