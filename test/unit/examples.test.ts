import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The fields of a node named Settings. */
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

test('call-again comes with the rules that its note gives; its tests in a real n8n set their own', () => {
	expect(settingsOf('call-again')).toMatchObject({
		results: '2,5,20',
		tries_per_day: 3,
		tries_in_all: 6,
	});
});
