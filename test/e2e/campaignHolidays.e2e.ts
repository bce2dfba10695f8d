import { startSimulator, type Simulator } from '../simulator';
import { bindCredentials, readRealExample } from './lib/examples';
import { localCredentials } from './lib/platform';
import type { RestClient } from './lib/rest';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';

let rest: RestClient;
let simulator: Simulator;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0 } });
});

afterAll(async () => await simulator.close());

test('campaign-holidays: nobody is called on a day with an event in the calendar, and everybody is called on other days', async () => {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await rest.createCredential(TYPE, name, data);
	const example = bindCredentials(
		await readRealExample('campaign-holidays'),
		await rest.nodeTypes(),
		{
			[TYPE]: credential,
		},
	);
	/** Runs the example with a calendar that has one event. The event begins in `days` days (-1 is yesterday), and lasts for two days. */
	async function run(days: number) {
		/** A day of the event: its date in China, as 20261124. */
		const dayOfEvent = (index: number) =>
			new Date(Date.now() + (days + index) * 86_400_000 + 8 * 3_600_000)
				.toISOString()
				.slice(0, 10)
				.replaceAll('-', '');
		const calendar = `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${dayOfEvent(0)}\r\nDTEND;VALUE=DATE:${dayOfEvent(2)}\r\nEND:VEVENT`;
		const assignment = { id: 'data', name: 'data', value: calendar, type: 'string' };
		const nodes = example.nodes.map((node) =>
			node.name === 'Calendar'
				? { ...node, parameters: { assignments: { assignments: [assignment] }, options: {} } }
				: node,
		);
		const { id } = await rest.createWorkflow({ ...example, nodes });
		return await rest.run(id);
	}
	const before = simulator.aiCall.acceptedRows.length;
	// The second day of the event is today.
	expect((await run(-1)).error?.message).toMatch(/which is one of the Dates Left Out/);
	expect(simulator.aiCall.acceptedRows).toHaveLength(before);
	const called = await run(3);
	expect(called.error).toBeUndefined();
	expect(called.items('Place the Calls').map(({ json }) => json.state)).toEqual([
		'accepted',
		'accepted',
	]);
});
