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
import { addOtherTables, changeLine } from './lib/tables';
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
		for (const [index, push] of pushes.entries()) {
			expect((await post(url, push)).text).toBe('success');
			await executions(id, index + 1);
		}
		const ended = await executions(id, pushes.length);
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
			// The campaign has written "no result yet" here.
			reason: '',
			intention: null,
			transcript: null,
			recording: null,
			file_name: null,
			file: null,
			fetches: null,
			note: null,
			again: null,
			never_call: null,
			refusal: null,
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

	test('who asks not to be called again is ticked, by the words of the customer alone, and stays unticked', async () => {
		const table = 'Calls that were refused';
		const { id, url } = await publishCalls(rest, table, { change: everyPush });
		const dialogOf = (call: string, robot: string, man: string) => ({
			...DIALOG,
			call_uuid: call,
			task_data_id: undefined,
			dialog: [
				{ seq: '1', role: 'robot', text_robot: robot },
				{ seq: '2', role: 'customer', text_robot: robot, text_man: man },
			],
		});
		const said = {
			plain: dialogOf('plain', '您好', '你们别打了！'),
			denied: dialogOf('denied', '您好', '我没说要投诉你们'),
			robot: dialogOf('robot', '您是说别打了吗？', '不是，请继续'),
			polite: dialogOf('polite', '您好', '好的，谢谢'),
		};
		for (const push of Object.values(said)) await post(url, push);
		await executions(id, 4);
		const ticks = async () =>
			Object.fromEntries(
				(await linesOf(rest, table)).map((line) => [line.call_id, [line.never_call, line.refusal]]),
			);
		expect(await ticks()).toEqual({
			plain: [true, '你们别打了！'],
			denied: [true, '我没说要投诉你们'],
			robot: [null, null],
			polite: [null, null],
		});
		const evening = await rest.run(id, { trigger: 'Every Evening' });
		const [message] = jsonOf(evening, 'Message of the Day');
		expect(String(message?.text).split('\n').slice(1).sort()).toEqual([
			'denied: "我没说要投诉你们"',
			'plain: "你们别打了！"',
		]);

		await changeLine(rest, table, 'denied', { never_call: false });
		await post(url, said.denied);
		await executions(id, 5);
		expect((await ticks()).denied).toEqual([false, '我没说要投诉你们']);
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
		await addOtherTables(rest, 'iFLYTEK Caller Table');
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

	test('an answer that came too late is an error in the list of executions', async () => {
		const { id, url } = await publishExample(rest, 'inbound-context', {
			tableTrigger: 'Click Once to Make the Table',
			change: (node) => {
				if (isCallTrigger(node)) return { parameters: { ...node.parameters, deadline: 100 } };
				return node.name === 'Who Is Calling' ? SLOW : {};
			},
		});
		const answer = await post(url, { call_relation_id: 'R000001', robot_id: '5204' });
		expect(JSON.parse(answer.text)).toEqual({ 姓名: '贵宾', 订单: '' });
		const [late] = await executions(id, 1);
		expect(late?.status).toBe('error');
		expect(late?.error?.message).toMatch(/^The answer for R000001 came too late: /);
	});
});

/** What looks the caller up, when it is slow. */
const SLOW = {
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: 'await new Promise((resolve) => setTimeout(resolve, 1000));\nreturn [{ json: {} }];',
	},
};
