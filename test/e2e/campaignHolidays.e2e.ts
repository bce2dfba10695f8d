import { startSimulator, type Simulator } from '../simulator';
import { bindCredentials, readRealExample } from './lib/examples';
import { localCredentials } from './lib/platform';
import type { RestClient } from './lib/rest';
import type { INodeParameters } from 'n8n-workflow';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';

/** As `Date` counts the days of the week, tomorrow is at the number of today. */
const TOMORROWS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The parameters of a node, with these calling days. */
function withDays(parameters: INodeParameters, days: string[]): INodeParameters {
	const options = parameters.options as { callingTimes: { times: INodeParameters } };
	const times = { ...options.callingTimes.times, days };
	return { ...parameters, options: { ...options, callingTimes: { times } } };
}

let rest: RestClient;
let simulator: Simulator;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0 } });
});

afterAll(async () => await simulator.close());

test('campaign-holidays: nobody is called on a holiday of the calendar, and everybody is called on a worked weekend', async () => {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await rest.createCredential(TYPE, name, data);
	const example = bindCredentials(
		await readRealExample('campaign-holidays'),
		await rest.nodeTypes(),
		{
			[TYPE]: credential,
		},
	);
	/** Runs the example with a calendar of a holiday that begins in `days` days (-1 is yesterday) and lasts for two days, and in which today is worked. No day of the week but tomorrow's is a calling day. */
	async function run(days: number) {
		/** A day of the event: its date in China, as 20261124. */
		const dayOfEvent = (index: number) =>
			new Date(Date.now() + (days + index) * 86_400_000 + 8 * 3_600_000)
				.toISOString()
				.slice(0, 10)
				.replaceAll('-', '');
		const eventOf = (name: string, from: string, to: string) =>
			`BEGIN:VEVENT\r\nSUMMARY:${name}\r\nDTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${to}\r\nEND:VEVENT\r\n`;
		const calendar =
			eventOf('国庆节', dayOfEvent(0), dayOfEvent(2)) +
			eventOf('国庆节补班', dayOfEvent(-days), dayOfEvent(1 - days));
		const tomorrow = TOMORROWS[new Date(Date.now() + 8 * 3_600_000).getUTCDay()] ?? '';
		const assignment = { id: 'data', name: 'data', value: calendar, type: 'string' };
		const nodes = example.nodes.map((node) =>
			node.name === 'Calendar'
				? { ...node, parameters: { assignments: { assignments: [assignment] }, options: {} } }
				: node.name === 'Place the Calls'
					? { ...node, parameters: withDays(node.parameters, [tomorrow]) }
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
