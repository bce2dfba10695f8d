/** examples/call-and-wait.json: the execution of a call waits until the result of the call is pushed. */
import type { IDataObject, INode } from 'n8n-workflow';

import { startSimulator, type Simulator } from '../simulator';
import { customers, listOf } from './lib/calls';
import { localCredentials, storeCredentials } from './lib/platform';
import { endedExecutions, isOver, jsonOf, publishExample } from './lib/publishedExample';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import { print } from './lib/terminal';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const CALLS = 100;

let rest: RestClient;
let simulator: Simulator;
let example: { id: string; url: string };
/** The IDs of the executions that wait for results that never come. */
let withoutResult: string[];

/** The number of a customer whose result never comes. */
const WITHOUT_RESULT = '15400010001';

/** Makes the example a sub-workflow, as its note says, with a short time limit for the result that never comes. */
function asSubWorkflow(node: INode): Partial<INode> {
	switch (node.name) {
		case 'Result of a Call':
			return { parameters: { ...node.parameters, options: {} } };
		case 'When clicking ‘Execute workflow’':
			return {
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			};
		case 'Table of Calls':
			return { executeOnce: true };
		case 'Customer':
			return {
				parameters: {
					mode: 'raw',
					jsonOutput: "={{ $('When clicking ‘Execute workflow’').first().json }}",
					options: {},
				},
			};
		case 'Wait for the Result': {
			const resumeAmount = `={{ $('Customer').first().json['客户手机号码'] === '${WITHOUT_RESULT}' ? 5 : 7200 }}`;
			return { parameters: { ...node.parameters, resumeAmount, resumeUnit: 'seconds' } };
		}
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

/** Waits until this many executions of the example wait. Executions whose results never come do not count. */
async function untilWaiting(count: number): Promise<void> {
	await waitFor(`${count} executions that wait`, 60_000, async () => {
		const waiting = (await rest.executions(example.id)).filter(
			({ id, status }) => status === 'waiting' && !withoutResult.includes(id),
		);
		return waiting.length === count ? true : undefined;
	});
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

/** Results are pushed to this URL. Without a URL, they are not pushed. */
const pushResultsTo = (url?: string) =>
	simulator.aiCall.setUrls(url === undefined ? {} : { receiveCallRecord: url });

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
		example = await publishExample(rest, 'call-and-wait', {
			change: asSubWorkflow,
			tableTrigger: false,
			credentials: await storeCredentials(rest, localCredentials(simulator)),
		});
		// The result of this call never comes.
		pushResultsTo();
		await callEach([{ 客户手机号码: WITHOUT_RESULT, 姓名: '王女士', 预约时间: '周五' }]);
		await untilAccepted(1);
		await runCalls();
		// On a busy machine the execution may end before it is read. So an ended execution counts, too.
		withoutResult = await waitFor('An execution that waits', 60_000, async () => {
			const begun = (await rest.executions(example.id)).filter(
				(execution) =>
					execution.mode === 'integrated' && (execution.status === 'waiting' || isOver(execution)),
			);
			return begun.length === 1 ? begun.map(({ id }) => id) : undefined;
		});
		pushResultsTo(example.url);
	});

	afterAll(async () => await simulator.close());

	test('a result that comes before Place has ended is not missed; a refused row gives a reason; for a row with an unknown outcome, the execution waits for a result', async () => {
		// The answer to the request for the call is sent after the result of the call.
		simulator.aiCall.failNext('callout', { kind: 'late', ms: 50_000 });
		const [early, unknown] = customers(2, 13_600_000_001);
		await callEach([early ?? {}]);
		await untilAccepted(2);
		await runCalls();
		await endedExecutions(rest, example.id, 1);
		simulator.aiCall.releaseAnswers();
		await callEach([{ ...early, 客户手机号码: '13700009999' }]);
		await outcomes(['13700009999']);

		simulator.aiCall.failNext('callout', { kind: 'drop', when: 'after' });
		const parent = await callEach([unknown ?? {}], true);
		await untilWaiting(1);
		await runCalls();
		// The calling workflow waited for the example, and has its outcome.
		expect((await rest.finished(parent)).items('Call Each').map(({ json }) => json)).toEqual([
			expect.objectContaining({ phone: '13600000002', outcome: 'called' }),
		]);

		const found = await outcomes(['13600000001', '13600000002', '13700009999']);
		expect(found.get('13600000001')?.outcome).toMatchObject({ outcome: 'called', answered: true });
		expect(
			found.get('13600000001')?.execution.data?.resultData.runData['Wait for the Result'],
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

	test(`${CALLS} calls whose results come at the same time: each execution continues once, with the result of its own call`, async () => {
		const people = customers(CALLS);
		const phones = people.map((person) => person.客户手机号码);
		const callsBefore = simulator.aiCall.calls.length;
		const begun = Date.now();
		const elapsed = () => Math.round((Date.now() - begun) / 1000);
		await callEach(people);
		await untilWaiting(CALLS);
		print(`Call and wait: ${CALLS} calls placed, their executions wait after ${elapsed()} s`);
		await runCalls();
		print(`Call and wait: their results were pushed at once and taken after ${elapsed()} s`);
		const found = await outcomes(phones);
		print(
			`Call and wait: ${found.size} of ${CALLS} executions went on and ended after ${elapsed()} s`,
		);

		const calls = simulator.aiCall.calls.slice(callsBefore);
		expect(calls.map(({ callee }) => callee).sort()).toEqual([...phones].sort());
		for (const { callee, callUuid, answered, talkSeconds } of calls) {
			expect(found.get(callee)?.outcome).toEqual({
				phone: callee,
				outcome: 'called',
				result: expect.any(String) as string,
				answered,
				seconds: talkSeconds,
				call_uuid: callUuid,
			});
		}

		// The platform repeats pushes for executions that have ended. Nothing fails.
		const delivered = simulator.aiCall.pushes.filter(
			({ part, state }) => part === 'outbound' && state === 'delivered',
		).length;
		const endedBefore = (await endedExecutions(rest, example.id, delivered)).length;
		for (const { callUuid } of calls.slice(0, 3)) await simulator.aiCall.repeatCall(callUuid);
		const repeats = (await endedExecutions(rest, example.id, endedBefore + 3)).slice(endedBefore);
		expect(repeats.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
		expect(repeats.flatMap((execution) => jsonOf(execution, 'Wake It Up'))).toEqual([]);
	});

	test('the execution of a call without a result ends after its time limit', async () => {
		const found = await outcomes([WITHOUT_RESULT], 110_000);
		expect(found.get(WITHOUT_RESULT)?.outcome).toEqual({
			phone: WITHOUT_RESULT,
			outcome: 'no result in time',
		});
	});
});
