import {
	resolveWebhookDescriptionField,
	type CredentialInformation,
	type ICredentialType,
} from 'n8n-workflow';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { EVERY_EVENT, EXPECTED, OF_NO_KIND } from '../document/pushes';
import { until } from '../setup/until';
import {
	CALL,
	DESCRIBED_DIALOG,
	DESCRIBED_INBOUND,
	DESCRIBED_OUTBOUND,
	DESCRIBED_RECORDING,
	DIALOG,
	INBOUND,
	OUTBOUND,
	RECORDING,
} from './callPushes';
import { TriggerServer, type Answer, type TriggerServing } from './webhookHarness';

const servers: TriggerServer[] = [];
/** Functions that end the workflows that a test keeps running. */
const releases: (() => void)[] = [];

let triggerCount = 0;

async function serve(
	parameters: TriggerServing['parameters'] = {},
	more: Partial<TriggerServing> = {},
): Promise<TriggerServer> {
	const nodeId = `trigger-${++triggerCount}`;
	const server = await new TriggerServer({
		nodeType: new IflytekAiCallTrigger(),
		parameters: { events: EVERY_EVENT, ...parameters },
		nodeId,
		...more,
	}).start();
	servers.push(server);
	return server;
}

afterEach(async () => {
	for (const release of releases.splice(0)) release();
	await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
	jest.restoreAllMocks();
});

const STORED = { status: 200, text: 'success', type: 'text/html; charset=utf-8' };
const refused = (status: number, text: string) => ({
	status,
	text,
	type: 'text/plain; charset=utf-8',
});

/** Sends a push, and closes the connection without an answer as soon as `isEnough`, as the platform does after three seconds. */
async function pushAndGiveUp(server: TriggerServer, isEnough: () => boolean): Promise<void> {
	const sender = new AbortController();
	const sent = fetch(server.url, {
		method: 'POST',
		body: JSON.stringify(OUTBOUND),
		headers: { 'Content-Type': 'application/json' },
		signal: sender.signal,
	});
	void until(isEnough).then(() => sender.abort());
	await expect(sent).rejects.toThrow();
	await until(() => server.closed === 1);
}

/** The type of the triggers' credential, reduced to what n8n needs. */
const TYPE: ICredentialType = {
	name: 'iflytekAiCallApi',
	displayName: 'iFLYTEK AI Call API',
	properties: [],
};
const withSecret = (pushSecret: CredentialInformation) => ({
	credentials: [{ type: TYPE, data: { pushSecret } }],
});

test('each kind of push starts the workflow with the fields as sent and with added fields, and IDs that are sent as numbers keep every digit', async () => {
	const server = await serve({ options: { recordingBaseAddress: 'https://files.example/rec/' } });
	const withNumericIds = JSON.stringify(OUTBOUND)
		.replace('"346252615123869699"', '346252615123869699')
		.replace('"88785"', '88785')
		.replace('"13800000007"', '13800000007');
	expect(withNumericIds).toContain('"task_data_id":346252615123869699,');
	for (const push of [withNumericIds, INBOUND, RECORDING, DIALOG])
		expect(await server.post(push)).toEqual(STORED);
	const fullUrl = 'https://files.example/rec/ant/4/ivr/0/2026/11/21/0/1-2.wav';
	expect(server.executions).toEqual(
		[
			DESCRIBED_OUTBOUND,
			DESCRIBED_INBOUND,
			{ ...DESCRIBED_RECORDING, fullUrl },
			DESCRIBED_DIALOG,
		].map((json) => [{ json }]),
	);
});

test('without Simplify, an item has the push as it came, after its event', async () => {
	const server = await serve({ options: { simplify: false } });
	await server.post(OUTBOUND);
	await server.post(RECORDING);
	expect(server.executions).toEqual([
		[
			{
				json: {
					event: 'callRecord',
					record: 'outbound',
					eventId: `${CALL}:callRecord:outbound:1`,
					...OUTBOUND,
				},
			},
		],
		[{ json: { event: 'recording', eventId: `${CALL}:recording`, ...RECORDING } }],
	]);
});

describe('an ID that is a number and has lost digits', () => {
	test.each([
		[{ filters: { taskIds: 346252615123869699 } }, 'Task IDs'],
		[{ filters: { robotIds: '={{ [5201, 346252615123869699] }}' } }, 'Script IDs'],
		[{ options: { businessIds: 346252615123869699 } }, 'Allowed Enterprise IDs'],
		[{ options: { appIds: '={{ 346252615123869699 }}' } }, 'Allowed Application IDs'],
	])(
		'%j is refused on publishing and at each push, which the platform repeats',
		async (parameters, label) => {
			const reason = `${label} is the number 346252615123869700, which lost its last digits before reaching this node. Pass it as text. Numbers only keep 15 to 16 digits.`;
			const server = await serve(parameters);
			await expect(server.listen('activate')).rejects.toThrow(reason);
			expect(await server.post(OUTBOUND)).toEqual(refused(503, reason));
			expect(server.executions).toEqual([]);
			expect(server.warnings).toEqual([
				`Trigger refused a request with HTTP 503: ${reason} (kind: unavailable)`,
			]);
		},
	);
});

describe('a push that the user did not select is answered, but does not start the workflow', () => {
	test.each([
		[{ events: ['dialog', 'recording'] }, ['recording', 'dialog']],
		[{ callRecords: 'basic' }, ['inbound', 'recording', 'dialog']],
		[{ callRecords: 'outbound' }, ['outbound', 'recording', 'dialog']],
		[{ filters: { direction: '1' } }, ['inbound', 'recording', 'dialog']],
		[{ filters: { result: 'answered' } }, ['outbound', 'recording', 'dialog']],
		[{ filters: { result: 'notAnswered' } }, ['inbound', 'recording', 'dialog']],
		[{ filters: { result: 'listed', results: ['5'] } }, ['inbound', 'recording', 'dialog']],
		[{ filters: { intentions: 'b, C' } }, ['inbound', 'outbound', 'recording']],
		[{ filters: { robotIds: '5202，5203' } }, []],
		[{ filters: { robotIds: '5202，5201' } }, ['inbound', 'outbound', 'recording', 'dialog']],
		[{ filters: { taskIds: '1; 2' } }, ['inbound', 'recording', 'dialog']],
		[{ filters: { taskIds: '1; 88785' } }, ['inbound', 'outbound', 'recording', 'dialog']],
	])('a trigger with %j only starts the workflow for %j', async (parameters, expected) => {
		const server = await serve(parameters);
		const pushes = {
			inbound: { ...INBOUND, call_uuid: 'another call' },
			outbound: OUTBOUND,
			recording: RECORDING,
			dialog: DIALOG,
		};
		const started: string[] = [];
		for (const [name, push] of Object.entries(pushes)) {
			const executionsBefore = server.executions.length;
			expect((await server.post(push)).text).toBe('success');
			if (server.executions.length > executionsBefore) started.push(name);
		}
		expect(started).toEqual(expected);
		expect(server.warnings).toEqual([]);
	});
});

describe('Events as an expression', () => {
	test.each([
		'={{ ["dialog", "recording"] }}',
		'={{ \'["dialog", "recording"]\' }}',
		'={{ "dialog, recording" }}',
	])('the events can be an array, a JSON array or a text: %s', async (events) => {
		const server = await serve({ events });
		for (const push of [OUTBOUND, RECORDING, DIALOG])
			expect(await server.post(push)).toEqual(STORED);
		expect(server.executions).toEqual(
			[DESCRIBED_RECORDING, DESCRIBED_DIALOG].map((json) => [{ json }]),
		);
		expect(server.warnings).toEqual([]);
	});

	test.each([
		'={{ [] }}',
		'={{ "" }}',
		'={{ undefined }}',
		'={{ ["callRecords"] }}',
		'={{ ["dialog", "callRecords"] }}',
		'={{ ["success"] }}',
		'={{ [{ event: "dialog" }] }}',
	])(
		'no push is acknowledged while the events are %s, so that the platform repeats it, and the log says why',
		async (events) => {
			const reason = `Events of this trigger is empty or has an unknown event. Known are: ${EVERY_EVENT.join(', ')}.`;
			const server = await serve({ events });
			for (const push of [OUTBOUND, DIALOG])
				expect(await server.post(push)).toEqual(refused(503, reason));
			expect(server.executions).toEqual([]);
			expect(new Set(server.warnings)).toEqual(
				new Set([`Trigger refused a request with HTTP 503: ${reason} (kind: unavailable)`]),
			);
		},
	);

	test('an expression that fails is not acknowledged either', async () => {
		const server = await serve({ events: '={{ $("Nowhere").item.json.events }}' });
		expect((await server.post(OUTBOUND)).status).toBe(500);
		expect(server.executions).toEqual([]);
	});
});

describe('a body that is not a push', () => {
	test('a body that is not a push is refused, the response says what was expected, and the log does not contain the body', async () => {
		const server = await serve();
		expect(await server.post({ call_uuid: 'u-17', note: 'hush' })).toEqual(
			refused(400, `${OF_NO_KIND}. ${EXPECTED}`),
		);
		expect(server.executions).toEqual([]);
		expect(server.warnings).toEqual([
			`Trigger refused a request with HTTP 400: ${OF_NO_KIND}. ${EXPECTED} (kind: invalidInput)`,
		]);
	});

	test('a push that is cut off is refused, whether it is sent as JSON or with another content type', async () => {
		const server = await serve();
		const cutOffPush = JSON.stringify(OUTBOUND).slice(0, 200);
		expect((await server.post(cutOffPush)).status).toBe(422);
		for (const type of [
			'text/plain',
			'application/x-www-form-urlencoded',
			'application/octet-stream',
		]) {
			expect(await server.post(cutOffPush, { headers: { 'Content-Type': type } })).toEqual(
				refused(400, `The body is not JSON. ${EXPECTED}`),
			);
		}
		expect(server.executions).toEqual([]);
	});

	test.each([
		'text/plain',
		'application/x-www-form-urlencoded',
		'application/octet-stream',
		'application/vnd.iflytek',
		'',
	])('JSON with the content type "%s" is accepted as a push', async (type) => {
		const server = await serve();
		expect(
			await server.post(Buffer.from(JSON.stringify(INBOUND)), {
				headers: { 'Content-Type': type },
			}),
		).toEqual(STORED);
		expect(server.executions).toEqual([
			[{ json: expect.objectContaining({ call_uuid: INBOUND.call_uuid }) }],
		]);
	});
});

describe('a push whose bytes are not UTF-8', () => {
	/** A recording whose file name has these bytes. */
	const pushWith = (...bytes: number[]) => {
		const [beginning = '', end = ''] = JSON.stringify({ ...RECORDING, url: '#' }).split('#');
		return Buffer.concat([Buffer.from(beginning), Buffer.of(...bytes), Buffer.from(end)]);
	};

	test.each<[string, number[], string]>([
		['GBK', [0xbf, 0xcd, 0xbb, 0xa7], '客户'],
		['rare characters of GBK', [0xe9, 0x46, 0x87, 0xd6], '镕囍'],
		['Latin-1', [0x4a, 0xf6, 0x2e, 0x67], 'J\uFFFD.g'],
		['bytes of no encoding', [0xff, 0xfe, 0x80], '\uFFFD\uFFFD\uFFFD'],
		[
			'UTF-8 with a character that is cut off',
			[...Buffer.from('王小明的录音'), 0xe5, 0xae],
			'王小明的录音\uFFFD',
		],
	])('a push with %s is taken, read as GBK if it is GBK, and marked', async (_name, bytes, url) => {
		const server = await serve();
		expect(await server.post(pushWith(...bytes))).toEqual(STORED);
		expect(server.executions).toEqual([
			[
				{
					json: expect.objectContaining({
						eventId: DESCRIBED_RECORDING.eventId,
						notUtf8: true,
						url,
					}),
				},
			],
		]);
	});

	test('a push is not marked for a replacement character that was sent as UTF-8, nor for a byte order mark', async () => {
		const server = await serve();
		await server.post(pushWith(0xef, 0xbf, 0xbd));
		await server.post(Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), pushWith(0x61)]), {
			headers: { 'Content-Type': 'application/octet-stream' },
		});
		expect(server.executions.flat().map(({ json }) => [json.url, 'notUtf8' in json])).toEqual([
			['\uFFFD', false],
			['a', false],
		]);
	});
});

describe('who may push', () => {
	const NO_SECRET = refused(
		401,
		'The secret is missing or wrong. Append it to the end of the URL as ?secret=…',
	);

	test.each([
		['?secret=s%203%E5%AF%86', 200],
		['', 401],
		['?secret=s%203%E5%AF%86x', 401],
	])(
		'a push needs the Push Secret of the credential: query "%s" gives HTTP %d',
		async (query, status) => {
			const server = await serve({}, withSecret('s 3密'));
			expect(await server.post(OUTBOUND, { query })).toEqual(status === 200 ? STORED : NO_SECRET);
			expect(server.executions).toHaveLength(status === 200 ? 1 : 0);
			expect(server.warnings.join()).not.toMatch(/s 3|s%203/);
		},
	);

	test.each([
		['?secret=20260101', 200],
		['?secret=20260102', 401],
		['', 401],
	])(
		'a Push Secret that is a number counts as its text: query "%s" gives HTTP %d',
		async (query, status) => {
			const server = await serve({}, withSecret(20260101));
			expect(await server.post(OUTBOUND, { query })).toEqual(status === 200 ? STORED : NO_SECRET);
			expect(server.executions).toHaveLength(status === 200 ? 1 : 0);
		},
	);

	test.each([[['s3cret']], [{ value: 's3cret' }], [true], [346252615123869699]])(
		'with the Push Secret %j every push is refused, because no text can be equal to it, and the log says so',
		async (pushSecret) => {
			const reason =
				'The Push Secret of the credential is neither text nor a number with all of its digits. No request can match it. Check the expression in the credential: it must return text.';
			const server = await serve({}, withSecret(pushSecret));
			for (const query of ['', '?secret=s3cret', '?secret=true', '?secret=346252615123869700'])
				expect(await server.post(OUTBOUND, { query })).toEqual(refused(401, reason));
			expect(server.executions).toEqual([]);
			expect(new Set(server.warnings)).toEqual(
				new Set([`Trigger refused a request with HTTP 401: ${reason} (kind: refused)`]),
			);
		},
	);

	test('the secret is checked before the body', async () => {
		const server = await serve({}, withSecret('s3'));
		expect(await server.post('[]')).toEqual(NO_SECRET);
	});

	test.each([
		['no credential', {}],
		['an empty secret', withSecret('')],
		['a blank secret', withSecret('  ')],
	])('with Require Secret and %s, every push is refused', async (_name, more) => {
		const server = await serve({ requireSecret: true }, more);
		for (const query of ['', '?secret=', '?secret=%20%20', '?secret=undefined'])
			expect(await server.post(OUTBOUND, { query })).toEqual(NO_SECRET);
		expect(server.executions).toEqual([]);
	});

	test.each([
		['={{ "true" }}', 401],
		['={{ undefined }}', 401],
		['={{ "" }}', 401],
		['={{ 1 }}', 401],
		['={{ "false" }}', 200],
		['={{ false }}', 200],
		[undefined, 200],
	])(
		'if Require Secret is %s, a push without a secret is answered with HTTP %d',
		async (requireSecret, status) => {
			const server = await serve(requireSecret === undefined ? {} : { requireSecret });
			expect((await server.post(OUTBOUND)).status).toBe(status);
		},
	);

	test('if the credential has no secret, a push without a secret is accepted', async () => {
		const server = await serve({}, withSecret(''));
		expect(await server.post(OUTBOUND)).toEqual(STORED);
	});

	test('while the credential cannot be read, pushes are refused temporarily', async () => {
		const server = await serve({}, { credentials: [{ type: TYPE, data: {} }] });
		// The helper with which n8n reads credentials fails.
		jest
			.spyOn(Object.getPrototypeOf(Reflect.get(server, 'data').credentialsHelper), 'getDecrypted')
			.mockRejectedValue(new Error('database is locked'));
		expect(await server.post(OUTBOUND)).toEqual(
			refused(503, 'The credential cannot be read right now. Try again.'),
		);
		expect(server.executions).toEqual([]);
	});

	const ADDRESS_NOT_ALLOWED = refused(403, 'This IP address is not allowed.');

	test.each([
		['10.0.0.0/8, 127.0.0.0/8', 0, undefined, true],
		['203.0.113.7', 0, '203.0.113.7', false],
		['203.0.113.7', 1, '203.0.113.7', true],
		['203.0.113.7', 1, '203.0.113.7, 198.51.100.1', false],
		['203.0.113.7', 2, '203.0.113.7, 198.51.100.1', true],
		['not an address', 0, undefined, false],
	])(
		'a push is accepted only from the allowed addresses (Allowed IPs: %j, proxies: %i, X-Forwarded-For: %s, accepted: %s)',
		async (allowedIps, proxyHops, forwarded, allowed) => {
			const server = await serve({ options: { allowedIps } }, { proxyHops });
			expect(
				await server.post(OUTBOUND, {
					headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
				}),
			).toEqual(allowed ? STORED : ADDRESS_NOT_ALLOWED);
			expect(server.executions).toHaveLength(allowed ? 1 : 0);
		},
	);

	test.each([
		[{ businessIds: '3186' }, 200, ''],
		[{ businessIds: '3187, 3188' }, 403, 'The business_id is not allowed.'],
		[{ appIds: '4208' }, 403, 'The app_id is not allowed.'],
		[{ appIds: '4208,4207', businessIds: '3186' }, 200, ''],
	])('a push to a trigger with %j is answered with HTTP %d', async (options, status, text) => {
		const server = await serve({ options });
		expect(await server.post(OUTBOUND)).toEqual(status === 200 ? STORED : refused(status, text));
		expect(server.executions).toHaveLength(status === 200 ? 1 : 0);
	});
});

describe('repeated pushes', () => {
	const dropRepeats = { options: { dropRepeats: '={{ "true" }}' } };

	test('repeated pushes each start the workflow with All Records if Ignore Duplicate Pushes is off', async () => {
		const server = await serve({ callRecords: 'all' });
		for (let i = 0; i < 3; i++) expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(server.executions).toHaveLength(3);
	});

	test('a repeated push is answered and dropped if the first push was stored, and the records of one call are separate events', async () => {
		const server = await serve({ ...dropRepeats, callRecords: 'all' });
		// Without these three fields, the push is a basic record.
		const { task_row_index, task_row_head, task_row_value, ...basic } = OUTBOUND;
		expect([task_row_index, task_row_head.length, task_row_value.length]).toEqual([3, 2, 2]);
		for (const push of [
			OUTBOUND,
			basic,
			RECORDING,
			DIALOG,
			{ ...OUTBOUND, task_tries: 2 },
			OUTBOUND,
			basic,
			RECORDING,
			DIALOG,
		]) {
			expect((await server.post(push)).text).toBe('success');
		}
		expect(server.executions.map(([item]) => item?.json.eventId)).toEqual([
			`${CALL}:callRecord:outbound:1`,
			`${CALL}:callRecord:basic`,
			`${CALL}:recording`,
			`${CALL}:dialog`,
			`${CALL}:callRecord:outbound:2`,
		]);
	});

	test('while the first push is being stored, a repeated push is refused with HTTP 503', async () => {
		let finishStoring: () => void = () => undefined;
		let storeCalls = 0;
		const store = async () => {
			storeCalls++;
			await new Promise<void>((resolve) => (finishStoring = resolve));
		};
		const server = await serve(dropRepeats, { store });
		const first = server.post(OUTBOUND);
		await until(() => storeCalls > 0);
		const repeated = await server.post(OUTBOUND);
		expect(repeated).toEqual(refused(503, 'The same push is being handled. Try again.'));
		expect(repeated.text).not.toContain('success');
		finishStoring();
		expect(await first).toEqual(STORED);
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect([storeCalls, server.executions.length]).toEqual([1, 1]);
	});

	test('a repeated push starts the workflow if the first push could not be stored', async () => {
		let isBroken = true;
		const store = async () => {
			if (isBroken) throw new Error('disk full');
		};
		const server = await serve(dropRepeats, { store });
		expect((await server.post(OUTBOUND)).status).toBe(500);
		isBroken = false;
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(server.executions).toHaveLength(1);
	});

	test('a repeated push is refused while the first push is being stored and dropped afterwards, even if its sender has given up', async () => {
		let finishStoring: (() => void) | undefined;
		const store = async () => await new Promise<void>((resolve) => (finishStoring = resolve));
		const server = await serve(dropRepeats, { store });
		await pushAndGiveUp(server, () => finishStoring !== undefined);
		expect((await server.post(OUTBOUND)).status).toBe(503);
		finishStoring?.();
		await until(() => server.handled === 2);
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(server.executions).toHaveLength(1);
	});

	test.each(['onePerCall', 'all'])(
		'with %s, a test run in the editor accepts every push, even if Ignore Duplicate Pushes is on',
		async (callRecords) => {
			const server = await serve({ ...dropRepeats, callRecords }, { mode: 'manual' });
			for (let i = 0; i < 2; i++) expect(await server.post(OUTBOUND)).toEqual(STORED);
			expect(server.executions).toHaveLength(2);
		},
	);

	test('each of two triggers remembers only its own pushes', async () => {
		const [one, other] = [await serve(dropRepeats), await serve(dropRepeats)];
		await one.post(OUTBOUND);
		await other.post(OUTBOUND);
		expect([one.executions.length, other.executions.length]).toEqual([1, 1]);
	});
});

test('a copied workflow remembers its own pushes, although n8n gives its trigger the same node ID', async () => {
	const dropRepeatedPushes = { options: { dropRepeats: true } };
	for (const workflowId of ['original', 'copy']) {
		const server = await serve(dropRepeatedPushes, { nodeId: 'same-node', workflowId });
		for (let push = 0; push < 2; push++) expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect([workflowId, server.executions.length]).toEqual([workflowId, 1]);
	}
});

test.each<[unknown, object, number]>([
	['1', INBOUND, 1],
	['1', OUTBOUND, 0],
	['2', INBOUND, 0],
	['2', OUTBOUND, 1],
	['={{ 1 }}', INBOUND, 1],
	['={{ 1 }}', OUTBOUND, 0],
	['={{ 2 }}', INBOUND, 0],
	['={{ 2 }}', OUTBOUND, 1],
])(
	'with the filter Direction %j, the push %j starts this number of executions: %d',
	async (direction, record, executions) => {
		const server = await serve({ filters: { direction: direction as string } });
		expect(await server.post(record)).toEqual(STORED);
		expect(server.executions).toHaveLength(executions);
	},
);

describe('the response', () => {
	const respondWhenFinished = { options: { responseMode: 'lastNode' } };

	/** Starts a workflow with a push. The workflow runs until `release` is called, and then calls `end`. */
	async function runningWorkflow(
		parameters: TriggerServing['parameters'],
		end: () => void = () => undefined,
	) {
		const ended = new Promise<void>((resolve) => releases.push(resolve));
		const release = () => releases.forEach((resolve) => resolve());
		const server = await serve(parameters, {
			respond: async (items) => {
				await ended;
				end();
				return items;
			},
		});
		let answer: Answer | undefined;
		const pushed = server.post(OUTBOUND).then((received) => (answer = received));
		await until(() => server.executions.length > 0);
		return { server, pushed, release, answerSoFar: () => answer };
	}

	test.each([{}, { options: { responseMode: 'onReceived' } }])(
		'with %j, the response is sent before the workflow ends',
		async (parameters) => {
			const { pushed, release } = await runningWorkflow(parameters);
			expect(await pushed).toEqual(STORED);
			release();
		},
	);

	test.each([
		respondWhenFinished,
		{
			options: {
				responseMode: 'lastNode',
				appIds: '={{ "" }}',
			},
		},
	])('with %j, the response is sent after the workflow has ended', async (parameters) => {
		const { server, pushed, release, answerSoFar } = await runningWorkflow(parameters);
		// A later request is answered, while the push still waits for its answer.
		expect(await server.post({ ...OUTBOUND, no: 'push', call_uuid: '' })).toMatchObject({
			status: 400,
		});
		expect(answerSoFar()).toBeUndefined();
		release();
		expect(await pushed).toEqual(STORED);
	});

	test.each([
		[{}, 'onReceived'],
		[{ options: { responseMode: 'lastNode' } }, 'lastNode'],
	])(
		"the response mode with %j is read without n8n's expression engine",
		(parameters, responseMode) => {
			const { description } = new IflytekAiCallTrigger();
			const node = {
				id: 'trigger',
				name: 'Trigger',
				type: description.name,
				typeVersion: 2,
				position: [0, 0] as [number, number],
				parameters,
			};
			const [webhook] = description.webhooks ?? [];
			expect(webhook && resolveWebhookDescriptionField(node, webhook, 'responseMode')).toEqual({
				resolved: true,
				value: responseMode,
			});
		},
	);

	test('the response does not contain `success` if the workflow failed, so that the platform sends the push again', async () => {
		const { server, pushed, release } = await runningWorkflow(respondWhenFinished, () => {
			throw new Error('The table is locked');
		});
		release();
		const answer = await pushed;
		expect(answer).toMatchObject({ status: 500, text: '{"message":"Error in workflow"}' });
		expect(answer.text).not.toContain('success');
		expect(server.errors).toEqual([]);
	});

	test('the response to a push that is filtered out does not wait for a workflow', async () => {
		const server = await serve({ ...respondWhenFinished, events: ['dialog'] });
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(server.executions).toEqual([]);
	});

	test('the response is `success` if the workflow returns no result', async () => {
		const server = await serve(respondWhenFinished, { respond: async () => [] });
		expect(await server.post(OUTBOUND)).toEqual(STORED);
	});

	test('with Ignore Duplicate Pushes, a repeated push starts the workflow again if the first execution failed, but not if it succeeded', async () => {
		let isBroken = true;
		const server = await serve(
			{ options: { responseMode: 'lastNode', dropRepeats: true } },
			{
				respond: async (items) => {
					if (isBroken) throw new Error('The table is locked');
					return items;
				},
			},
		);
		expect((await server.post(OUTBOUND)).status).toBe(500);
		isBroken = false;
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(await server.post(OUTBOUND)).toEqual(STORED);
		expect(server.executions).toHaveLength(2);
	});

	describe('When Workflow Finishes with Ignore Duplicate Pushes', () => {
		/** A trigger whose executions wait until the test ends them, in order. */
		async function serveRunning() {
			const ends: ((how: 'success' | 'failure') => void)[] = [];
			const server = await serve(
				{ options: { responseMode: 'lastNode', dropRepeats: true } },
				{
					respond: async (items) => {
						const how = await new Promise((resolve) => {
							ends.push(resolve);
							releases.push(() => resolve('success'));
						});
						if (how === 'failure') throw new Error('The table is locked');
						return items;
					},
				},
			);
			const running = async (count: number) => await until(() => ends.length === count);
			return { server, ends, running };
		}

		test('a repeated push starts the workflow again once the platform has given up, although the first execution still runs and fails later', async () => {
			const { server, ends, running } = await serveRunning();
			await pushAndGiveUp(server, () => ends.length === 1);
			const repeated = server.post(OUTBOUND);
			await running(2);
			ends[0]?.('failure');
			ends[1]?.('success');
			expect(await repeated).toEqual(STORED);
			expect(await server.post(OUTBOUND)).toEqual(STORED);
			expect(server.executions).toHaveLength(2);
		});

		test('a repeated push is dropped if the workflow succeeded after the platform had given up', async () => {
			const { server, ends } = await serveRunning();
			await pushAndGiveUp(server, () => ends.length === 1);
			ends[0]?.('success');
			await until(() => server.handled === 1);
			expect(await server.post(OUTBOUND)).toEqual(STORED);
			expect(server.executions).toHaveLength(1);
		});

		test('a push that comes twice at the same time starts the workflow once', async () => {
			const { server, ends, running } = await serveRunning();
			const first = server.post(OUTBOUND);
			await running(1);
			expect(await server.post(OUTBOUND)).toEqual(
				refused(503, 'The same push is being handled. Try again.'),
			);
			ends[0]?.('success');
			expect(await first).toEqual(STORED);
			expect(server.executions).toHaveLength(1);
		});

		test('a repeated push starts the workflow again after three seconds, even if a proxy keeps the first connection open', async () => {
			const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
			const { server, ends, running } = await serveRunning();
			const first = server.post(OUTBOUND);
			await running(1);
			clock.mockReturnValue(2_499);
			expect((await server.post(OUTBOUND)).status).toBe(503);
			clock.mockReturnValue(2_500);
			const repeated = server.post(OUTBOUND);
			await running(2);
			for (const end of ends) end('success');
			expect([await first, await repeated]).toEqual([STORED, STORED]);
			expect(server.executions).toHaveLength(2);
		});
	});
});
