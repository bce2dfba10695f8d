/** The examples that begin with one thing: a first call, the result of a call as a message, and a recording as a summary. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INode } from 'n8n-workflow';

import { OUTBOUND, RECORDING } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import { completion } from './lib/chatModel';
import { bindCredentials, readExample, readRealExample } from './lib/examples';
import { localCredentials, storeCredentials } from './lib/platform';
import {
	endedExecutions,
	everyPush,
	inTable,
	jsonOf,
	publishCalls,
	publishExample,
} from './lib/publishedExample';
import type { RestClient, StoredCredential, WorkflowJson } from './lib/rest';
import { post } from './lib/triggers';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

let rest: RestClient;
let simulator: Simulator;
let credentials: Record<string, StoredCredential>;
let server: Server;
let base: string;
/** What arrived at the server, by path. */
const received: Record<string, string[]> = {};
/** What the server answers, by path. */
const answers: Record<string, { type: string; body: string | Buffer }> = {};

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0 } });
	credentials = await storeCredentials(rest, localCredentials(simulator));
	server = createServer((request, response) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const path = request.url ?? '';
			(received[path] ??= []).push(Buffer.concat(chunks).toString('utf8'));
			const { type, body } = answers[path] ?? { type: 'text/plain', body: '' };
			response.writeHead(answers[path] ? 200 : 404, { 'Content-Type': type }).end(body);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
	server.close();
	server.closeAllConnections();
	await simulator.close();
});

/** A node with other parameters beside its own. */
const withParameters = (node: INode, parameters: INode['parameters'], more = {}) => ({
	...more,
	parameters: { ...node.parameters, ...parameters },
});

const answerJson = (path: string, body: unknown) => {
	answers[path] = { type: 'application/json', body: JSON.stringify(body) };
};

describeOnPinned('examples/first-call.json', () => {
	const run = async (workflow: WorkflowJson) => {
		const bound = bindCredentials(workflow, await rest.nodeTypes(), credentials);
		const execution = await rest.run((await rest.createWorkflow(bound)).id);
		expect(execution.error).toBeUndefined();
		return jsonOf(execution, 'Outcome');
	};

	test('as it is imported it calls nobody and says what a call would do; with Mode Real it places one call', async () => {
		const phone = '15400010001';
		expect(await run(await readExample('first-call'))).toEqual([
			{ phone, state: 'ready', task_data_id: '', says: '' },
		]);
		expect(simulator.aiCall.acceptedRows).toEqual([]);
		const called = await run(await readRealExample('first-call'));
		const [row, ...others] = simulator.aiCall.acceptedRows;
		expect(called).toEqual([{ phone, state: 'accepted', task_data_id: row?.taskDataId, says: '' }]);
		expect([row?.values, others]).toEqual([[phone, '王女士', '11月24日上午'], []]);
	});
});

describeOnPinned('examples/call-and-wait.json', () => {
	test('as it is imported it calls nobody, and Outcome says what a call would do', async () => {
		const before = simulator.aiCall.acceptedRows.length;
		const table = 'Calls of a check';
		await publishCalls(rest, table);
		const bound = bindCredentials(
			await readExample('call-and-wait'),
			await rest.nodeTypes(),
			credentials,
		);
		const nodes = bound.nodes.map((node) => inTable(node, table));
		const { id } = await rest.createWorkflow({ ...bound, nodes });
		const execution = await rest.run(id, { trigger: 'When clicking ‘Execute workflow’' });
		expect(jsonOf(execution, 'Outcome')).toEqual([
			{ phone: '15400010001', outcome: 'not called', reason: 'Check Only: Would be called' },
		]);
		expect(simulator.aiCall.acceptedRows).toHaveLength(before);
	});
});

describeOnPinned('examples/call-result-message.json', () => {
	test('the result of a call goes to Feishu and WeCom in their forms, and a refused message fails the execution', async () => {
		const example = await publishExample(rest, 'call-result-message', {
			change: (node) =>
				node.type.endsWith('.httpRequest')
					? withParameters(
							node,
							{ url: `${base}/${node.name === 'Post to Feishu' ? 'feishu' : 'wecom'}` },
							{ disabled: false },
						)
					: everyPush(node),
		});
		answerJson('/feishu', { code: 0, msg: 'success', data: {} });
		answerJson('/wecom', { errcode: 0, errmsg: 'ok' });
		await post(example.url, OUTBOUND);
		const [good] = await endedExecutions(rest, example.id, 1);
		expect(good?.status).toBe('success');
		const [row] = good ? jsonOf(good, 'As a Row') : [];
		expect(row).toEqual({
			time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
			phone: OUTBOUND.callee,
			result: expect.stringMatching(/\w/) as string,
			seconds: expect.any(Number) as number,
			task_data_id: OUTBOUND.task_data_id,
		});
		const { phone, result, seconds, time } = row ?? {};
		const text = `Call to ${String(phone)}: ${String(result)}, ${String(seconds)} s (${String(time)})`;
		expect((received['/feishu'] ?? []).map((body) => JSON.parse(body) as unknown)).toEqual([
			{ msg_type: 'text', content: { text } },
		]);
		expect((received['/wecom'] ?? []).map((body) => JSON.parse(body) as unknown)).toEqual([
			{ msgtype: 'text', text: { content: text } },
		]);

		answerJson('/feishu', { code: 19024, msg: 'Key Words Not Found' });
		await post(example.url, OUTBOUND);
		const refused = (await endedExecutions(rest, example.id, 2)).at(-1);
		expect(refused?.error?.message).toBe('The message was refused: Key Words Not Found (19024)');
	});
});

describeOnPinned('examples/recording-summary.json', () => {
	test('a recording is fetched, written down and summed up; one that lies elsewhere is not fetched', async () => {
		const openAiApi = await rest.createCredential('openAiApi', 'Stand-in', {
			apiKey: 'none',
			url: `${base}/v1`,
		});
		const example = await publishExample(rest, 'recording-summary', {
			credentials: { openAiApi },
			change: (node) =>
				node.name === 'Recording of a Call'
					? withParameters(node, { options: { recordingBaseAddress: `${base}/rec` } })
					: everyPush(node),
		});
		const transcript = '我想改到周六上午。';
		const summary = 'The customer wants Saturday morning.';
		answers['/rec/a/call.wav'] = { type: 'audio/wav', body: Buffer.from('RIFF recording') };
		answerJson('/v1/audio/transcriptions', { text: transcript });
		answerJson('/v1/chat/completions', completion(summary));
		await post(example.url, { ...RECORDING, call_uuid: 'call-1', url: 'a/call.wav' });
		await post(example.url, { ...RECORDING, call_uuid: 'call-2', url: 'http://127.0.0.1:1/x.wav' });
		const executions = await endedExecutions(rest, example.id, 2);
		expect(executions.flatMap((execution) => jsonOf(execution, 'Summary'))).toEqual([
			{ call_uuid: 'call-1', summary, transcript },
		]);
		expect(received['/v1/audio/transcriptions']?.[0]).toContain('RIFF recording');
		expect(received['/v1/chat/completions']?.[0]).toContain(transcript);
		expect(executions.flatMap(({ error }) => error?.message ?? [])).toEqual([
			'The recording of call call-2 is not below Recording Base URL',
		]);
	});
});
