import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The operations that send rows or tasks. */
const SENDING_OPERATIONS = new Set(['place', 'addRows', 'create']);

/** The fields that the node Settings of an example sets, with their values. */
function settingsOf(example: string): Record<string, unknown> {
	const { nodes } = JSON.parse(
		readFileSync(join(__dirname, `../../examples/${example}.json`), 'utf8'),
	) as {
		nodes: {
			name: string;
			parameters: { assignments?: { assignments: { name: string; value: unknown }[] } };
		}[];
	};
	const settings = nodes.find(({ name }) => name === 'Settings')?.parameters.assignments;
	return Object.fromEntries(settings?.assignments.map(({ name, value }) => [name, value]) ?? []);
}

// The tests of call-again in a real n8n set rules of their own.
test('the rules of call-again are those that its note describes', () => {
	expect(settingsOf('call-again')).toMatchObject({
		results: '2,5,20',
		tries_per_day: 3,
		tries_in_all: 6,
	});
});

interface CallNode {
	name: string;
	type: string;
	parameters: { operation?: string; runMode?: string };
}

test('each node that sends has its mode set, and the tool of an agent only checks until a person changes its mode', () => {
	const folder = join(__dirname, '../../examples');
	const modes = readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
				nodes: CallNode[];
			};
			return nodes
				.filter(
					({ type, parameters: { operation = '' } }) =>
						type.includes('.iflytekAiCall') && SENDING_OPERATIONS.has(operation),
				)
				.map(({ name, parameters: { runMode } }) => [basename(file, '.json'), name, runMode]);
		});
	expect(modes).toEqual([
		['add-rows-once', 'Add the Rows', 'real'],
		['agent-tools', 'Place a Call', 'check'],
		['call-again', 'Create a Task', 'real'],
		['call-again', 'Add Rows', 'real'],
		['call-and-wait', 'Place the Call', 'real'],
		['campaign-holidays', 'Place the Calls', 'check'],
		['campaign', 'Check', 'check'],
		['campaign', 'Create the Task', 'real'],
		['campaign', 'Add Rows', 'real'],
		['place-once', 'Place the Calls', 'real'],
	]);
});

test('place-once and add-rows-once have the same PostgreSQL nodes, so the rows of both are counted together', () => {
	const queries = (example: string) => {
		const { nodes } = JSON.parse(
			readFileSync(join(__dirname, `../../examples/${example}.json`), 'utf8'),
		) as { nodes: { name: string; type: string; parameters: object }[] };
		return nodes
			.filter(({ type }) => type === 'n8n-nodes-base.postgres')
			.map(({ name, parameters }) => [name, parameters]);
	};
	expect(queries('add-rows-once')).toEqual(queries('place-once'));
	expect(queries('place-once')).toHaveLength(5);
	const { keyColumn, numberColumn, callsPerNumber, days } = settingsOf('add-rows-once');
	expect(settingsOf('place-once')).toEqual({ keyColumn, numberColumn, callsPerNumber, days });
});
