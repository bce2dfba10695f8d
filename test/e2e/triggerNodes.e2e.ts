/** The two triggers in a real n8n, one request at a time. */
import { gzipSync } from 'node:zlib';

import { DIALOG, INBOUND, OUTBOUND } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import { localCredentials } from './lib/platform';
import { waitFor, type Execution, type RestClient, type StoredCredential } from './lib/rest';
import {
	codeNode,
	fieldsNode,
	listen,
	post,
	storeTrigger,
	WAIT_NODE,
	type TriggerSketch,
} from './lib/triggers';
import { sharedN8n } from './shared';
import { CONSOLE } from '../setup/console';

const TYPE = 'iflytekAiCallApi';

let rest: RestClient;
let readLog: () => Promise<string>;
let simulator: Simulator;
let credential: StoredCredential;
let credentialWithSecret: StoredCredential;

beforeAll(async () => {
	({ rest, readLog } = sharedN8n());
	simulator = await startSimulator();
	const { data } = localCredentials(simulator)[TYPE] ?? { data: {} };
	credential = await rest.createCredential(TYPE, 'Triggers', data);
	credentialWithSecret = await rest.createCredential(TYPE, 'Triggers with a secret', {
		...data,
		pushSecret: 's3 cret',
	});
});

afterAll(async () => await simulator.close());

/** Calls `act`, and waits until n8n has logged the expected text. Returns everything that n8n has logged since the call. */
async function loggedBy(expected: string, act: () => Promise<unknown>): Promise<string> {
	const lengthBefore = (await readLog()).length;
	await act();
	return await waitFor(`"${expected}" in the log`, 20_000, async () => {
		const written = (await readLog()).slice(lengthBefore);
		return written.includes(expected) ? written : undefined;
	});
}

/** Waits until a workflow has `count` executions, and until they have ended. Returns them, oldest first. */
async function executions(workflowId: string, count: number): Promise<Execution[]> {
	const ids = await waitFor(`${count} executions`, 30_000, async () => {
		const found = await rest.executions(workflowId);
		return found.length >= count ? found.map(({ id }) => id).reverse() : undefined;
	});
	return await Promise.all(ids.map(async (id) => await rest.finished(id)));
}

const SUCCESS = { status: 200, text: 'success' };

describe('the call trigger', () => {
	test('a push to the production URL starts the workflow of the call trigger, and is answered with success', async () => {
		const { workflowId, url } = await storeTrigger(rest, { kind: 'call' });
		// A number that JavaScript cannot represent, in place of the same digits as text.
		const withNumericId = JSON.stringify(OUTBOUND).replace(
			'"346252615123869699"',
			'346252615123869699',
		);
		expect(await post(url, withNumericId)).toEqual(SUCCESS);
		expect(await post(url, DIALOG)).toEqual(SUCCESS);
		const [record, dialog] = await executions(workflowId, 2);
		expect(record?.status).toBe('success');
		expect(record?.items('Trigger')).toMatchObject([
			{
				json: {
					event: 'callRecord',
					task_data_id: '346252615123869699',
					row: { 客户手机号码: '13800000007', 姓名: '王芳' },
				},
			},
		]);
		expect(dialog?.items('Trigger')).toMatchObject([
			{ json: { event: 'dialog', transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便' } },
		]);
	});

	test.each([
		'text/plain',
		'application/x-www-form-urlencoded',
		'application/octet-stream',
		'application/vnd.iflytek',
		'',
		'application/octet-stream gzip',
	])(
		'the call trigger accepts JSON with this content type and encoding: "%s"',
		async (typeAndEncoding) => {
			const { workflowId, url } = await storeTrigger(rest, { kind: 'call' });
			const [type = '', encoding] = typeAndEncoding.split(' ');
			const text = Buffer.from(JSON.stringify(OUTBOUND));
			const body = encoding === 'gzip' ? gzipSync(text) : text;
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) },
				body,
			});
			expect({ status: response.status, text: await response.text() }).toEqual(SUCCESS);
			const [execution] = await executions(workflowId, 1);
			expect(execution?.items('Trigger')).toMatchObject([
				{ json: { event: 'callRecord', call_uuid: OUTBOUND.call_uuid } },
			]);
		},
	);

	test('the call trigger refuses a form with files, and refuses an incomplete body, and starts nothing', async () => {
		const { workflowId, url } = await storeTrigger(rest, { kind: 'call' });
		const form = new FormData();
		form.append('body', JSON.stringify(OUTBOUND));
		expect((await fetch(url, { method: 'POST', body: form })).status).toBe(400);
		const incomplete = fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' },
			body: gzipSync(JSON.stringify(OUTBOUND)).subarray(0, 60),
		});
		expect((await incomplete).status).toBe(400);
		expect(await rest.executions(workflowId)).toEqual([]);
	});

	test('the call trigger refuses or filters pushes as its parameters say, and starts nothing for them', async () => {
		const { workflowId, url } = await storeTrigger(rest, {
			kind: 'call',
			credential: credentialWithSecret,
			parameters: {
				events: ['callRecord'],
				filters: { direction: '2' },
				options: { businessIds: '3186', registrationCheck: 'off' },
			},
		});
		const withSecret = `${url}?secret=s3%20cret`;
		const answers = [
			await post(url, OUTBOUND),
			await post(`${url}?secret=wrong`, OUTBOUND),
			await post(withSecret, { ...OUTBOUND, business_id: '9' }),
			await post(withSecret, { hello: 'world' }),
			await post(withSecret, JSON.stringify(OUTBOUND).slice(0, 99)),
			await post(withSecret, DIALOG),
			await post(withSecret, INBOUND),
			await post(withSecret, OUTBOUND),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 400, 422, 200, 200, 200]);
		for (const { status, text } of answers) expect(text.includes('success')).toBe(status === 200);
		expect(await executions(workflowId, 1)).toHaveLength(1);
	});

	test('the call trigger accepts a push at the test URL while the editor listens', async () => {
		const { workflowId, testUrl } = await storeTrigger(
			rest,
			{ kind: 'call', parameters: { options: { dropRepeats: true } } },
			{ publish: false },
		);
		expect((await post(testUrl, OUTBOUND)).status).toBe(404);
		for (let count = 1; count <= 2; count++) {
			await listen(rest, workflowId);
			expect(await post(testUrl, OUTBOUND)).toEqual(SUCCESS);
			const found = await executions(workflowId, count);
			expect(found.at(-1)?.mode).toBe('manual');
			expect(found.at(-1)?.items('Trigger')).toMatchObject([
				{ json: { eventId: `${OUTBOUND.call_uuid}:callRecord:outbound:1` } },
			]);
		}
	});

	test('the call trigger drops a repeated push, even if the sender closed the first request before the push was stored', async () => {
		const { workflowId, url } = await storeTrigger(rest, {
			kind: 'call',
			parameters: { options: { dropRepeats: true } },
		});
		const sender = new AbortController();
		const first = fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(OUTBOUND),
			signal: sender.signal,
		});
		setTimeout(() => sender.abort(), 15);
		await first.catch(() => undefined);
		// While the first push is being stored, the trigger refuses a repeat.
		await waitFor('an answer to the repeat', 20_000, async () =>
			(await post(url, OUTBOUND)).status === 200 ? true : undefined,
		);
		expect(await post(url, OUTBOUND)).toEqual(SUCCESS);
		expect(await post(url, INBOUND)).toEqual(SUCCESS);
		const found = await executions(workflowId, 2);
		expect(found.map((execution) => execution.items('Trigger')[0]?.json.record)).toEqual([
			'outbound',
			'basic',
		]);
	});

	test('when a trigger is published, it logs which modules have another URL or no URL', async () => {
		const { workflowId, url } = await storeTrigger(
			rest,
			{ kind: 'call', credential },
			{ publish: false },
		);
		simulator.aiCall.setUrls({ receiveCallRecord: url, receiveVoice: 'http://127.0.0.1:9/old' });
		const elsewhere =
			'Trigger: The platform sends Recordings (receiveVoice) to http://127.0.0.1:9/old; the platform has no URL for Dialogs (receiveDialog).';
		await loggedBy(elsewhere, async () => await rest.activate(workflowId));
		const context = await storeTrigger(rest, { kind: 'context', credential }, { publish: false });
		await loggedBy(
			'The platform has no URL for Inbound dynamic context (getDialogContext).',
			async () => await rest.activate(context.workflowId),
		);
	});

	test('if the registration check is set to stop, a wrong URL prevents publishing, but not listening', async () => {
		const { workflowId, url, testUrl } = await storeTrigger(
			rest,
			{ kind: 'call', credential, parameters: { options: { registrationCheck: 'stop' } } },
			{ publish: false },
		);
		simulator.aiCall.setUrls({
			receiveCallRecord: 'http://127.0.0.1:9/old',
			receiveVoice: url,
			receiveDialog: url,
		});
		await expect(rest.activate(workflowId)).rejects.toThrow(
			`The platform sends Call records (receiveCallRecord) to http://127.0.0.1:9/old. Enter ${url} in ${CONSOLE}`,
		);
		await listen(rest, workflowId);
		expect(await post(testUrl, OUTBOUND)).toEqual(SUCCESS);
		simulator.aiCall.setUrls(url);
		await rest.activate(workflowId);
		expect(await post(url, OUTBOUND)).toEqual(SUCCESS);
	});
});

const REQUEST = {
	business_id: '3186',
	app_id: '4207',
	robot_id: '5204',
	call_relation_id: 'R000042',
};

describe('the context trigger', () => {
	const publish = async (sketch: Partial<TriggerSketch>) =>
		await storeTrigger(rest, { kind: 'context', ...sketch });

	test('the context trigger answers with the first item of the last node, and turns its values into text', async () => {
		const code = codeNode(
			'return [{ json: { name: "王芳", points: 1250, id: $json.call_relation_id, by: $json.answerBy } }]',
		);
		const { workflowId, url } = await publish({ parameters: { deadline: 9000 }, then: [code] });
		const { status, text } = await post(url, REQUEST);
		const [execution] = await executions(workflowId, 1);
		expect(status).toBe(200);
		expect(JSON.parse(text)).toEqual({
			name: '王芳',
			points: '1250',
			id: 'R000042',
			by: execution?.items('Trigger')[0]?.json.answerBy,
		});
	});

	test('if the workflow is late, the context trigger answers with the fallback in time, and the late end of the execution is logged as one warning', async () => {
		const { workflowId, url } = await publish({
			parameters: { deadline: 300, fallback: '{ "name": "客户", "level": 3 }' },
			then: [WAIT_NODE, fieldsNode({ name: 'late' })],
		});
		const logged = await loggedBy('ms too late', async () => {
			expect(await post(url, REQUEST)).toEqual({
				status: 200,
				text: '{"name":"客户","level":"3"}',
			});
			const [execution] = await executions(workflowId, 1);
			expect(execution?.status).toBe('success');
			expect(execution?.items('Fields')).toMatchObject([{ json: { name: 'late' } }]);
		});
		expect(
			logged.match(
				/Trigger: the workflow ended \d+ ms too late; the fallback had been returned\./g,
			),
		).toHaveLength(1);
		expect(logged).not.toMatch(/error/i);
	});

	test('the context trigger answers with the fallback if the workflow fails', async () => {
		const { workflowId, url } = await publish({
			parameters: { deadline: 9000, fallback: '{ "name": "客户" }' },
			then: [codeNode('throw new Error("no database")')],
		});
		const failed =
			'Trigger: the fallback was returned. The workflow failed, or its last node gave no item.';
		await loggedBy(failed, async () =>
			expect(await post(url, REQUEST)).toEqual({ status: 200, text: '{"name":"客户"}' }),
		);
		const [execution] = await executions(workflowId, 1);
		expect(execution?.status).toBe('error');
	});

	test('a fallback from an expression is used if the workflow fails, or if its last node continues after an error', async () => {
		const parameters = {
			deadline: 9000,
			fallback: '={{ JSON.stringify({ name: "客户" + (1 + 1) }) }}',
		};
		const failing = codeNode('throw new Error("no database")');
		for (const last of [
			failing,
			{ ...failing, settings: { onError: 'continueRegularOutput' as const } },
		]) {
			const { url } = await publish({ parameters, then: [last] });
			expect(await post(url, REQUEST)).toEqual({ status: 200, text: '{"name":"客户2"}' });
		}
	});

	test('the context trigger accepts a request at the test URL while the editor listens', async () => {
		const { workflowId, testUrl } = await storeTrigger(
			rest,
			{
				kind: 'context',
				parameters: { deadline: 9000 },
				then: [fieldsNode({ name: '={{ $json.robot_id }}' })],
			},
			{ publish: false },
		);
		await listen(rest, workflowId);
		expect(await post(testUrl, REQUEST)).toEqual({ status: 200, text: '{"name":"5204"}' });
	});

	test('the context trigger refuses a body that is no request for dynamic data', async () => {
		const { workflowId, url } = await publish({});
		expect((await post(url, {})).status).toBe(400);
		expect(await rest.executions(workflowId)).toEqual([]);
	});
});
