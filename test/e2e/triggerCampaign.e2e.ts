/** A campaign in a real n8n, from its rows to its results, with the AI Call node and the call trigger. */
import { startSimulator, type Simulator } from '../simulator';
import { callSheet, publishCampaign } from './lib/campaign';
import { localCredentials } from './lib/platform';
import { publishCalls } from './lib/publishedExample';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import { print } from './lib/terminal';
import { storeTrigger } from './lib/triggers';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';
/** So many that their rows do not fit into one request. */
const CUSTOMERS = 60;

let rest: RestClient;
let simulator: Simulator;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0, seed: 99, pushTimeoutMs: 20_000 } });
});

afterAll(async () => await simulator.close());

const customers = Array.from({ length: CUSTOMERS }, (_, index) => ({
	客户手机号码: `139000${String(20000 + index)}`,
	姓名: `客户${index + 1}`,
	预约时间: `11月${(index % 28) + 1}日`,
}));

test('after rows were added and called, the result of each call has the exact ID and the values of its row', async () => {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await rest.createCredential(TYPE, name, data);
	const results = await storeTrigger(
		rest,
		{ kind: 'call', credential, parameters: { options: { dropRepeats: true } } },
		{ publish: false },
	);
	simulator.aiCall.setUrls({
		receiveCallRecord: results.url,
		receiveVoice: results.url,
		receiveDialog: results.url,
	});
	await rest.activate(results.workflowId);

	const table = 'Calls of one campaign';
	await publishCalls(rest, table);
	const campaign = await publishCampaign(rest, { [TYPE]: credential }, table);
	const columns = Object.keys(customers[0] ?? {});
	const sheet = [columns, ...customers.map((customer) => Object.values(customer))]
		.map((cells) => cells.join(','))
		.join('\n');
	const started = await callSheet(rest, campaign, sheet);
	expect(started.error).toBeUndefined();
	const rows = started.items('Call Them').map(({ json }) => json);
	expect(rows).toHaveLength(CUSTOMERS);

	simulator.aiCall.runCalls();
	await simulator.aiCall.settled(300_000);
	const { pushes, calls } = simulator.aiCall;
	expect(pushes.filter(({ state }) => state !== 'delivered')).toEqual([]);

	const events = (await executionsOf(results.workflowId, pushes.length)).map(
		(execution) => execution.items('Trigger')[0]?.json ?? {},
	);
	const records = events.filter(({ record }) => record === 'outbound');
	print(
		`Campaign: ${CUSTOMERS} rows, ${calls.length} calls, ${pushes.length} pushes, ${events.length} executions, ${records.length} results`,
	);
	expect(events).toHaveLength(pushes.length);
	expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(pushes.length);
	expect(records).toHaveLength(calls.length);

	// Every row has a result, and every result has the values of its row as they were sent.
	const byId = new Map(rows.map(({ task_data_id: id }, index) => [id, customers[index]]));
	expect(byId.size).toBe(CUSTOMERS);
	// An ID that JavaScript cannot represent as a number shows that the IDs are not rounded.
	expect(
		[...byId.keys()].some((id) => typeof id === 'string' && !Number.isSafeInteger(Number(id))),
	).toBe(true);
	for (const { task_data_id: id, task_id: task, customerNumber, row } of records) {
		const customer = byId.get(id);
		expect({ task, customerNumber, row }).toEqual({
			task: rows[0]?.task_id,
			customerNumber: customer?.客户手机号码,
			row: customer,
		});
	}
	expect(new Set(records.map(({ task_data_id: id }) => id))).toEqual(new Set(byId.keys()));
	for (const { event, task_data_id: id } of events)
		expect({ event, known: byId.has(id) }).toEqual({ event, known: true });
});

async function executionsOf(workflowId: string, count: number): Promise<Execution[]> {
	const summaries = await waitFor(`${count} executions`, 120_000, async () => {
		const found = await rest.executions(workflowId);
		return found.filter(({ stoppedAt }) => stoppedAt !== null).length >= count ? found : undefined;
	});
	return await Promise.all(summaries.map(async ({ id }) => await rest.execution(id)));
}
