/** examples/call-and-wait.json: the execution of a call waits until the result of the call is in the table of calls. */
import type { IDataObject, INode } from 'n8n-workflow';

import { startSimulator, type Simulator } from '../simulator';
import { customers, listOf } from './lib/calls';
import { localCredentials, storeCredentials } from './lib/platform';
import {
	endedExecutions,
	isOver,
	jsonOf,
	publishCalls,
	storeExample,
} from './lib/publishedExample';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const CALLS = 50;
const TABLE = 'Calls that are waited for';
/** The time between two looks at the table, short enough for a test. */
const LOOK_SECONDS = 3;

let rest: RestClient;
let simulator: Simulator;
let example: { id: string };
let calls: { id: string; url: string };

/** The number of a customer whose result never comes. */
const WITHOUT_RESULT = '15400010001';

/** Makes the example a sub-workflow, as its note says, with short waits, and only two of them for the result that never comes. */
function asSubWorkflow(node: INode): Partial<INode> {
	switch (node.name) {
		case 'When clicking ‘Execute workflow’':
			return {
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			};
		case 'Customer':
			return {
				parameters: {
					mode: 'raw',
					jsonOutput: "={{ $('When clicking ‘Execute workflow’').first().json }}",
					options: {},
				},
			};
		case 'Is It Over?': {
			const rounds = `($('Customer').first().json['客户手机号码'] === '${WITHOUT_RESULT}' ? 2 : 1000)`;
			const parameters = JSON.stringify(node.parameters);
			expect(parameters).toContain('$runIndex >= 60');
			return {
				parameters: JSON.parse(
					parameters.replace('$runIndex >= 60', `$runIndex >= ${rounds}`),
				) as INode['parameters'],
			};
		}
		case 'Wait Two Minutes':
			return { parameters: { amount: LOOK_SECONDS, unit: 'seconds' } };
		default:
			return {};
	}
}

/** Starts a workflow that calls the example once for each customer. Returns the ID of its execution. */
async function callEach(people: object[], waitForSubWorkflow = false): Promise<string> {
	const each = {
		name: 'Call Each',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: example.id },
			mode: 'each',
			options: { waitForSubWorkflow },
		},
	};
	const { id } = await rest.createWorkflow(
		chain('Caller', [MANUAL_TRIGGER, ...listOf(people), each]),
	);
	return await rest.start(id);
}

async function untilAccepted(rows: number): Promise<void> {
	await waitFor(`Row ${rows}`, 30_000, async () =>
		simulator.aiCall.acceptedRows.length === rows ? await Promise.resolve(true) : undefined,
	);
}

/** The ended executions that were read so far, by ID. */
const endedById = new Map<string, Execution>();

/** Waits until all calls to these numbers have an outcome. Returns the execution and the outcome by phone number. */
async function outcomes(
	phones: string[],
	timeoutMs = 60_000,
): Promise<Map<string, { execution: Execution; outcome: IDataObject }>> {
	return await waitFor(`The outcomes of ${phones.length} calls`, timeoutMs, async () => {
		const endedNow = (await rest.executions(example.id)).filter(
			(execution) => execution.mode === 'integrated' && isOver(execution),
		);
		for (const { id } of endedNow)
			if (!endedById.has(id)) endedById.set(id, await rest.execution(id));
		const all = [...endedById.values()].flatMap((execution) =>
			jsonOf(execution, 'Outcome').map((outcome) => ({ execution, outcome })),
		);
		const found = phones.flatMap((phone) => all.filter(({ outcome }) => outcome.phone === phone));
		if (new Set(found.map(({ outcome }) => outcome.phone)).size < phones.length) return undefined;
		// No call has two outcomes.
		expect(found).toHaveLength(phones.length);
		expect(found.filter(({ execution }) => execution.status !== 'success')).toEqual([]);
		return new Map(found.map((call) => [String(call.outcome.phone), call]));
	});
}

/** Lets the calls take place, and waits until their results are pushed. */
async function runCalls(): Promise<void> {
	simulator.aiCall.runCalls();
	await simulator.aiCall.settled();
}

describeOnPinned('examples/call-and-wait.json', () => {
	beforeAll(async () => {
		({ rest } = sharedN8n());
		simulator = await startSimulator({
			aiCall: { speed: 0, seed: 7, pushTimeoutMs: 30_000, sensitiveNumbers: ['13700009999'] },
		});
		calls = await publishCalls(rest, TABLE);
		example = await storeExample(rest, 'call-and-wait', {
			table: TABLE,
			change: asSubWorkflow,
			credentials: await storeCredentials(rest, localCredentials(simulator)),
		});
		await rest.activate(example.id);
		simulator.aiCall.setUrls({ receiveCallRecord: calls.url });
	});

	afterAll(async () => await simulator.close());

	test('a result that comes before Place has ended is not missed; a refused row gives a reason; for a row with an unknown outcome, the execution waits for a result', async () => {
		// The answer to the request for the call is sent after the result of the call.
		simulator.aiCall.failNext('callout', { kind: 'late', ms: 50_000 });
		const [early, unknown] = customers(2, 13_600_000_001);
		await callEach([early ?? {}]);
		await untilAccepted(1);
		await runCalls();
		await endedExecutions(rest, calls.id, 1);
		simulator.aiCall.releaseAnswers();
		await callEach([{ ...early, 客户手机号码: '13700009999' }]);
		await outcomes(['13700009999']);

		simulator.aiCall.failNext('callout', { kind: 'drop', when: 'after' });
		const parent = await callEach([unknown ?? {}], true);
		await untilAccepted(2);
		await runCalls();
		// The calling workflow waited for the example, and has its outcome.
		expect((await rest.finished(parent)).items('Call Each').map(({ json }) => json)).toEqual([
			expect.objectContaining({ phone: '13600000002', outcome: 'called' }),
		]);

		const found = await outcomes(['13600000001', '13600000002', '13700009999']);
		expect(found.get('13600000001')?.outcome).toMatchObject({ outcome: 'called', answered: true });
		expect(
			found.get('13600000001')?.execution.data?.resultData.runData['Wait Two Minutes'],
		).toBeUndefined();
		expect(found.get('13700009999')?.outcome).toEqual({
			phone: '13700009999',
			outcome: 'not called',
			reason: expect.stringContaining('200203') as string,
		});
		expect(found.get('13600000002')?.outcome).toMatchObject({ outcome: 'called', answered: false });
		const [error] = found.get('13600000002')?.execution.items('Place the Call', 1) ?? [];
		expect(error?.json.details).toMatchObject({ state: 'unknown' });
		expect(simulator.aiCall.summary().doubledRows).toBe(0);
	});

	test(`${CALLS} calls whose results come at the same time: each execution continues with the result of its own call`, async () => {
		const people = customers(CALLS);
		const phones = people.map((person) => person.客户手机号码);
		const [before, acceptedBefore] = [
			simulator.aiCall.calls.length,
			simulator.aiCall.acceptedRows.length,
		];
		await callEach(people);
		await untilAccepted(acceptedBefore + CALLS);
		await runCalls();
		const found = await outcomes(phones);
		const made = simulator.aiCall.calls.slice(before);
		expect(made.map(({ callee }) => callee).sort()).toEqual([...phones].sort());
		for (const { callee, callUuid, answered, talkSeconds } of made) {
			expect(found.get(callee)?.outcome).toEqual({
				phone: callee,
				outcome: 'called',
				result: expect.any(String) as string,
				answered,
				seconds: talkSeconds,
				call_uuid: callUuid,
			});
		}
	});

	test('the execution of a call without a result ends after its time limit', async () => {
		simulator.aiCall.setUrls({});
		await callEach([{ 客户手机号码: WITHOUT_RESULT, 姓名: '王女士', 预约时间: '周五' }]);
		const found = await outcomes([WITHOUT_RESULT]);
		expect(found.get(WITHOUT_RESULT)?.outcome).toEqual({
			phone: WITHOUT_RESULT,
			outcome: 'no result in time',
		});
	});
});
