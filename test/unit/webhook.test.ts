import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';
import { InputError } from '../../nodes/shared/failure';
import { webhookLifecycle } from '../../nodes/shared/aiCall/webhook/publishing';
import { onClose } from '../../nodes/IflytekAiCallTrigger/startOnce';
import { receiveBody, refuse, type Refusal } from '../../nodes/shared/aiCall/webhook/admission';
import { triggerPanel } from '../../nodes/shared/aiCall/webhook/webhookParameters';

describe('a request that is rejected', () => {
	test.each<[Refusal['status'], string]>([
		[400, 'invalidInput'],
		[401, 'refused'],
		[403, 'refused'],
		[413, 'invalidInput'],
		[503, 'unavailable'],
	])(
		'a request that is rejected with %d is logged as %s, and n8n adds no response of its own',
		(status, kind) => {
			const sent: unknown[] = [];
			const logged: unknown[] = [];
			/** Like `status` and `type` of a real response, it returns the response. */
			const addToResponse = (value: unknown) => {
				sent.push(value);
				return response;
			};
			const response = {
				status: addToResponse,
				type: addToResponse,
				send: (text: string) => void sent.push(text),
			};
			const context = {
				getNode: () => ({ name: 'Trigger' }),
				getResponseObject: () => response,
				getWorkflow: () => ({ id: 'w' }),
				logger: { warn: (...line: unknown[]) => void logged.push(...line) },
			};
			expect(refuse(context as never, { status, reason: 'Why.' })).toEqual({
				noWebhookResponse: true,
			});
			expect(sent).toEqual([status, 'text/plain', 'Why.']);
			expect(logged).toEqual([
				`Trigger refused a request with HTTP ${status}: Why. (kind: ${kind})`,
				{ workflowId: 'w', kind },
			]);
		},
	);
});

describe('a response whose connection closes', () => {
	const closesOf = (response: EventEmitter & { closed: boolean }) => {
		let closes = 0;
		onClose({ getResponseObject: () => response } as never, () => void closes++);
		return () => closes;
	};

	test('a connection that closes later is reported once, when it does', () => {
		const response = Object.assign(new EventEmitter(), { closed: false });
		const closes = closesOf(response);
		expect(closes()).toBe(0);
		response.emit('close');
		response.emit('close');
		expect(closes()).toBe(1);
	});

	test('a connection that is closed already is reported at once, because its event does not come again', () => {
		const response = Object.assign(new EventEmitter(), { closed: true });
		expect(closesOf(response)()).toBe(1);
	});
});

describe('the raw body of a request', () => {
	const bodyOf = async (request: object) =>
		await receiveBody({
			getRequestObject: () => ({ headers: {}, ...request }),
		} as unknown as IWebhookFunctions);

	const requestThatFailsWith = (error: unknown) => ({
		readRawBody: async () => await Promise.reject(error),
	});
	const errorOfType = (type: string) =>
		Object.assign(new Error('request entity too large'), { type });

	test('the raw body of a request is read if n8n has not read it yet', async () => {
		const request: { headers: object; rawBody?: Buffer; readRawBody(): Promise<void> } = {
			headers: {},
			async readRawBody() {
				this.rawBody = Buffer.from('{}');
			},
		};
		const body = await receiveBody({ getRequestObject: () => request } as never);
		expect(body?.toString()).toBe('{}');
	});

	test('the raw body of a request is refused if it is larger than n8n itself accepts', async () => {
		expect(await bodyOf(requestThatFailsWith(errorOfType('entity.too.large')))).toBeUndefined();
	});

	test.each([
		['the connection broke', requestThatFailsWith(errorOfType('request.aborted'))],
		['the error has no type', requestThatFailsWith(new Error('broken'))],
		['the thrown value is not an Error', requestThatFailsWith({ type: 'entity.too.large' })],
		['n8n has no function that reads the body', { readRawBody: 'no function' }],
		['there is no body', {}],
		['the body is not a buffer', { rawBody: 'text' }],
	])('the raw body of a request is empty if %s', async (_why, request) => {
		expect((await bodyOf(request))?.length).toBe(0);
	});
});

describe('a webhook whose URL is set only in the console', () => {
	const context = {
		getNode: () => ({ id: '1', name: 'Trigger', type: 't', typeVersion: 1, position: [0, 0] }),
		getNodeParameter: (_name: string, fallback: unknown) => fallback,
		getActivationMode: () => 'init',
	} as never;

	test('a webhook whose URL is set in the console is never found, and creating and deleting it always succeed', async () => {
		const { checkExists, create, delete: remove } = webhookLifecycle(() => []);
		expect([
			await checkExists.call(context),
			await create.call(context),
			await remove.call(context),
		]).toEqual([false, true, true]);
	});

	test.each([
		['It ends.', 'It ends. Do this.'],
		['It goes on', 'It goes on. Do this.'],
	])(
		'an error that stops publishing shows its advice after its message "%s"',
		async (message, shown) => {
			const { create } = webhookLifecycle(() => {
				throw new InputError(message, 'Do this.');
			});
			const [outcome] = await Promise.allSettled([create.call(context)]);
			expect(outcome).toMatchObject({ status: 'rejected', reason: { message: shown } });
		},
	);

	test('an error without advice that stops publishing shows only its message', async () => {
		const { create } = webhookLifecycle(() => {
			throw new Error('unforeseen');
		});
		const [outcome] = await Promise.allSettled([create.call(context)]);
		expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'unforeseen' } });
	});
});

test('the panel of a trigger says how to test it, and that it must be published', () => {
	const test =
		'<b>To test</b>, copy the Test URL, then click Execute step. Make a call, or send a sample to the Test URL with any HTTP client. Each test run captures one push.<br /><br />';
	const starts = 'each push starts an execution, which you can find in the executions list.';
	expect(triggerPanel('Receive', 'push', 'Make a call')).toEqual({
		header: 'Receive',
		executionsHelp: {
			inactive: `${test}<b>Once it works</b>, publish the workflow. From then on, ${starts}`,
			active: `${test}<b>Your workflow is published.</b> ${starts.replace('each', 'Each')}`,
		},
		activationHint: 'The Production URL works once the workflow is published.',
	});
});
