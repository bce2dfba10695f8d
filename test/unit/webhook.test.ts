import type { IWebhookFunctions } from 'n8n-workflow';
import { InputError } from '../../nodes/shared/failure';
import { webhookLifecycle } from '../../nodes/shared/n8n/webhook/lifecycle';
import { refuse, type Refusal } from '../../nodes/shared/n8n/webhook/response';
import { triggerPanel } from '../../nodes/shared/n8n/webhook/texts';
import { receiveBody } from '../../nodes/shared/n8n/webhook/webhookBody';

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
			const add = (value: unknown) => {
				sent.push(value);
				return response;
			};
			const response = {
				status: add,
				type: add,
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

describe('the raw body of a request', () => {
	const receive = async (request: object) =>
		await receiveBody({
			getRequestObject: () => ({ headers: {}, ...request }),
		} as unknown as IWebhookFunctions);

	const failing = (error: unknown) => ({ readRawBody: async () => await Promise.reject(error) });
	const tooLarge = (type: string) => Object.assign(new Error('request entity too large'), { type });

	test('the raw body of a request is read if n8n has not read it yet', async () => {
		const request = {
			headers: {},
			rawBody: undefined as Buffer | undefined,
			async readRawBody() {
				this.rawBody = Buffer.from('{}');
			},
		};
		Reflect.deleteProperty(request, 'rawBody');
		const body = await receiveBody({ getRequestObject: () => request } as never);
		expect(body?.toString()).toBe('{}');
	});

	test('the raw body of a request is refused if it is larger than n8n itself accepts', async () => {
		expect(await receive(failing(tooLarge('entity.too.large')))).toBeUndefined();
	});

	test.each([
		['the connection broke', failing(tooLarge('request.aborted'))],
		['the error has no type', failing(new Error('broken'))],
		['the thrown value is no error', failing({ type: 'entity.too.large' })],
		['n8n offers no way to read it', { readRawBody: 'no function' }],
		['there is no body', {}],
		['the body is not a buffer', { rawBody: 'text' }],
	])('the raw body of a request is empty if %s', async (_why, request) => {
		expect((await receive(request))?.length).toBe(0);
	});
});

describe('a webhook whose URL is set only in the console', () => {
	const context = {
		getNode: () => ({ id: '1', name: 'Trigger', type: 't', typeVersion: 1, position: [0, 0] }),
	} as never;

	test('for a webhook whose URL is set in the console, n8n is told that creating and deleting have succeeded', async () => {
		const { checkExists, create, delete: remove } = webhookLifecycle(async () => undefined);
		expect([
			await checkExists.call(context),
			await create.call(context),
			await remove.call(context),
		]).toEqual([false, true, true]);
	});

	test.each([
		['It ends.', 'It ends. Do this.'],
		['It goes on', 'It goes on. Do this.'],
	])('an error stops publishing with its advice after the message "%s"', async (message, whole) => {
		const { create } = webhookLifecycle(async () => {
			throw new InputError(message, 'Do this.');
		});
		const [outcome] = await Promise.allSettled([create.call(context)]);
		expect(outcome).toMatchObject({ status: 'rejected', reason: { message: whole } });
	});

	test('an error without advice stops publishing with its own message', async () => {
		const { create } = webhookLifecycle(async () => {
			throw new Error('unforeseen');
		});
		const [outcome] = await Promise.allSettled([create.call(context)]);
		expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'unforeseen' } });
	});
});

test('the panel of a trigger says how to try it, and where to enter its URL', () => {
	const modules = 'Call records (receiveCallRecord)';
	expect(triggerPanel('Receive', modules, 'push', ['make a call', 'send one'])).toEqual({
		header: 'Receive',
		executionsHelp: {
			inactive:
				'<b>While building your workflow</b>, click Execute step and make a call. Each test run captures one push.<br /><br /><b>Once it works</b>, publish the workflow and enter the Production URL in the iFLYTEK console for Call records (receiveCallRecord). From then on, each push starts an execution, which you can find in the executions list.',
			active:
				'<b>While building your workflow</b>, click Execute step and send one. Each test run captures one push.<br /><br /><b>Your workflow is published.</b> The Production URL must be entered in the iFLYTEK console for Call records (receiveCallRecord). Each push starts an execution, which you can find in the executions list.',
		},
		activationHint:
			'Publish the workflow, then enter the Production URL in the iFLYTEK console for Call records (receiveCallRecord). It cannot be set from n8n.',
	});
});
