import { fc } from '../unit/aiCall/property';
import { sized } from '../setup/size';
import { until } from '../setup/until';
import { BASIC, INBOUND, ONLY_OUTBOUND, OUTBOUND } from './callPushes';
import { OnePerCallServer } from './onePerCall';
import type { TriggerServing } from './webhookHarness';

const servers: OnePerCallServer[] = [];
let triggerCount = 0;

async function serve(
	serving: Partial<TriggerServing> = {},
	receive?: ConstructorParameters<typeof OnePerCallServer>[1],
): Promise<OnePerCallServer> {
	const server = new OnePerCallServer({ nodeId: `once-${++triggerCount}`, ...serving }, receive);
	await server.start();
	servers.push(server);
	return server;
}

afterEach(async () => {
	for (const server of servers) await server.end();
	await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
	jest.restoreAllMocks();
});

type Step = 'basic' | 'outbound' | 'elapse';

async function run(server: OnePerCallServer, steps: readonly Step[]): Promise<number[]> {
	for (const step of steps) {
		if (step === 'elapse') await server.elapse();
		else await server.send(step === 'basic' ? BASIC : OUTBOUND);
	}
	return await server.end();
}

const LATE =
	'Trigger: The outbound record of a call came after its basic record had started the workflow, and started nothing. If that happens often, change Which Calls to Outbound Calls Only.';

test.each<[string, Step[], unknown, number[], string[]]>([
	['the basic record alone', ['basic'], 'basic', [200], []],
	['the outbound record alone', ['outbound'], 'outbound', [200], []],
	['both at once, the basic one first', ['basic', 'outbound'], 'outbound', [200, 200], []],
	['both at once, the outbound one first', ['outbound', 'basic'], 'outbound', [200, 200], []],
	[
		'the outbound one once the basic one is answered',
		['basic', 'elapse', 'outbound'],
		'outbound',
		[200, 200],
		[],
	],
	[
		'the outbound one after more than three seconds',
		['basic', 'elapse', 'elapse', 'outbound'],
		'basic',
		[200, 200],
		[LATE],
	],
	[
		'the basic one three times',
		['basic', 'basic', 'elapse', 'basic', 'elapse', 'basic'],
		'basic',
		[200, 503, 200, 200],
		[],
	],
	[
		'the outbound one three times',
		['outbound', 'outbound', 'outbound'],
		'outbound',
		[200, 200, 200],
		[],
	],
	['both twice', ['basic', 'outbound', 'basic', 'outbound'], 'outbound', [200, 200, 200, 200], []],
])(
	'a finished call of which the platform sends %s starts one execution',
	async (_name, steps, record, statuses, warnings) => {
		const server = await serve();
		expect(await run(server, steps)).toEqual(statuses);
		expect(server.started).toEqual([record]);
		expect(server.warnings).toEqual(warnings);
		expect(server.errors).toEqual([]);
	},
);

test('a basic record waits two seconds unanswered and one second answered; with When Workflow Finishes, one second unanswered', async () => {
	const immediately = await serve();
	await run(immediately, ['basic']);
	expect(immediately.clock.pauses).toEqual([2_000, 1_000]);
	const whenFinished = await serve({ parameters: { options: { responseMode: 'lastNode' } } });
	expect(await run(whenFinished, ['basic', 'elapse', 'basic', 'outbound'])).toEqual([
		200, 200, 200,
	]);
	expect([whenFinished.clock.pauses, whenFinished.started]).toEqual([[1_000], ['basic']]);
	expect(whenFinished.warnings).toEqual([LATE]);
});

test.each<[string, object]>([
	['outbound', BASIC],
	[
		'inbound, as the newer revision says of outbound calls',
		{ ...BASIC, direction: 1, task_id: undefined },
	],
	['nothing', { ...BASIC, direction: undefined }],
])(
	'a basic record waits for the outbound record if its direction says %s',
	async (_name, basic) => {
		const server = await serve();
		await server.send(basic);
		await server.send({ ...OUTBOUND, direction: 1 });
		await server.end();
		expect(server.started).toEqual(['outbound']);
	},
);

test('the record of an inbound call does not wait', async () => {
	const server = await serve();
	await server.send(INBOUND);
	expect([server.started, server.clock.pauses]).toEqual([['basic'], []]);
});

test('each try of a row is a call of its own, and so is each call_uuid', async () => {
	const server = await serve();
	await server.send({ ...OUTBOUND, task_tries: 2 });
	await server.send({ ...BASIC, call_uuid: 'other' });
	await run(server, ['outbound']);
	expect(server.started).toEqual(['outbound', 'outbound', 'basic']);
});

test.each<[string, Step[]]>([
	['before', ['outbound', 'basic']],
	['after', ['basic', 'outbound']],
])(
	'a call whose outbound record the filters leave out does not start with its basic record, which comes %s',
	async (_name, steps) => {
		// The basic record has no result, so that this filter lets it pass.
		const filters = { result: 'listed', results: ['5'] };
		const server = await serve({ parameters: { filters } });
		expect(await run(server, steps)).toEqual([200, 200]);
		expect(server.started).toEqual([]);
	},
);

test('if the outbound record cannot be stored, the basic record that waits starts the execution', async () => {
	let isBroken = true;
	const server = await serve({
		store: async () => {
			if (isBroken) throw new Error('disk full');
		},
	});
	await server.send(BASIC);
	await server.send(OUTBOUND);
	isBroken = false;
	expect(await server.end()).toEqual([200, 500]);
	expect(server.started).toEqual(['basic']);
});

test('while the outbound record is being stored, its repeat and the basic record are not acknowledged', async () => {
	let finishStoring: (() => void) | undefined;
	const server = await serve({
		store: async () => await new Promise<void>((resolve) => (finishStoring = resolve)),
	});
	const outbound = server.post(OUTBOUND);
	await until(() => finishStoring !== undefined);
	expect((await server.post(OUTBOUND)).status).toBe(503);
	let status: number | undefined;
	void server.post(BASIC).then((answer) => (status = answer.status));
	await until(() => {
		server.clock.elapse();
		return status !== undefined;
	});
	expect(status).toBe(503);
	finishStoring?.();
	expect((await outbound).text).toBe('success');
	expect((await server.post(BASIC)).text).toBe('success');
	expect(server.started).toEqual(['outbound']);
});

test('a test run in the editor starts one execution too, and may be repeated', async () => {
	const server = await serve({ mode: 'manual' });
	await run(server, ['basic', 'outbound']);
	await run(server, ['basic']);
	await run(server, ['basic']);
	await run(server, ['outbound', 'outbound']);
	expect(server.started).toEqual(['outbound', 'basic', 'basic', 'outbound', 'outbound']);
});

test('a test run in the editor knows nothing of the pushes of the published workflow', async () => {
	const nodeId = `published-${++triggerCount}`;
	await run(await serve({ nodeId }), ['outbound', 'basic']);
	const editor = await serve({ nodeId, mode: 'manual' });
	await run(editor, ['basic']);
	expect(editor.started).toEqual(['basic']);
});

test.each([
	[true, [503, 200], ['basic']],
	[false, [503, 200], ['outbound']],
])(
	'while the basic record is being stored, the outbound one is not acknowledged; if that succeeds (%s), it starts nothing later',
	async (succeeds, statuses, started) => {
		let finishStoring: (() => void) | undefined;
		const server = await serve({
			parameters: { options: { responseMode: 'lastNode' } },
			respond: async (items) => {
				if (items[0]?.json.record === 'outbound') return items;
				await new Promise<void>((resolve) => (finishStoring = resolve));
				if (!succeeds) throw new Error('The table is locked');
				return items;
			},
		});
		const basic = server.post(BASIC);
		await until(() => {
			server.clock.elapse();
			return finishStoring !== undefined;
		});
		const first = await server.post(OUTBOUND);
		finishStoring?.();
		expect((await basic).status).toBe(succeeds ? 200 : 500);
		expect([first.status, (await server.post(OUTBOUND)).status]).toEqual(statuses);
		expect(server.started).toEqual(succeeds ? started : ['basic', ...started]);
	},
);

/** Another process: the same code with a memory of its own. */
function receiveOfAnotherProcess() {
	let receive: ConstructorParameters<typeof OnePerCallServer>[1];
	jest.isolateModules(() => {
		({ receivePush: receive } = jest.requireActual<
			typeof import('../../nodes/IflytekAiCallTrigger/receive')
		>('../../nodes/IflytekAiCallTrigger/receive'));
	});
	return receive;
}

test.each<[string, Step[], Step[], unknown[]]>([
	['both records come to one of them', ['basic', 'outbound'], [], ['outbound']],
	['only a basic record comes', [], ['basic'], ['basic']],
	['an outbound record comes to each', ['outbound'], ['outbound'], ['outbound', 'outbound']],
	['each gets another record', ['outbound'], ['basic'], ['outbound', 'basic']],
])(
	'two processes know nothing of each other: if %s, these executions start: %s %s %j',
	async (_name, ofOne, ofOther, records) => {
		const nodeId = `shared-${++triggerCount}`;
		const one = await serve({ nodeId });
		const other = await serve({ nodeId }, receiveOfAnotherProcess());
		await run(one, ofOne);
		await run(other, ofOther);
		expect([...one.started, ...other.started]).toEqual(records);
	},
);

const ORDERS = sized(200);

test(`in ${ORDERS} random orders of both records, repeated and apart, each call starts exactly one execution`, async () => {
	const steps = fc.array(fc.constantFrom<Step>('basic', 'outbound', 'elapse'), {
		minLength: 1,
		maxLength: 8,
	});
	await fc.assert(
		fc.asyncProperty(steps, async (order) => {
			fc.pre(order.some((step) => step !== 'elapse'));
			const server = await serve();
			const statuses = await run(server, order);
			expect(server.started).toHaveLength(1);
			expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
			const isOutboundFirst = order.find((step) => step !== 'elapse') === 'outbound';
			if (isOutboundFirst) expect(server.started).toEqual(['outbound']);
		}),
		{ seed: 20261127, numRuns: ORDERS },
	);
});

test('the basic record of these tests lacks what only the outbound record has', () => {
	expect(Object.values(ONLY_OUTBOUND)).not.toContain(undefined);
	expect({ ...BASIC, ...ONLY_OUTBOUND }).toEqual(OUTBOUND);
});
