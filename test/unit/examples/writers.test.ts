/** No two nodes of an example write to one place, and what it reads has the columns of its script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNote, NAMES, readExample, Run } from './workflow';
import { defaultRobots } from '../../simulator/aiCall/config';

/** The columns of each script of the local platform, by its ID. */
const SCRIPTS: ReadonlyMap<string, string[]> = new Map(
	defaultRobots().map(({ robot_id, call_column }) => [robot_id, call_column]),
);

const SET = 'n8n-nodes-base.set';

describe.each(NAMES)('%s', (name) => {
	const example = readExample(name);

	test('no two nodes write a file of one name', () => {
		const run = new Run(example, 'whole');
		const written = example.nodes
			.filter(({ parameters }) => parameters.operation === 'write' && 'fileName' in parameters)
			.map((node) => run.valueOf(node, String(node.parameters.fileName)));
		expect(new Set(written).size).toBe(written.length);
	});

	test('no two nodes make a table of one name', () => {
		const made = example.nodes
			.map(({ parameters }) => parameters.tableName)
			.filter((table) => table !== undefined);
		expect(new Set(made).size).toBe(made.length);
	});

	test('the rows have the columns of their script', () => {
		const run = new Run(example, 'whole');
		const wrong = example.nodes
			.filter((node) => !isNote(node) && node.type.startsWith('n8n-nodes-xfyun.'))
			.flatMap((node) => {
				const { robotId, columns } = node.parameters as {
					robotId?: { value?: string };
					columns?: { mappingMode: string; value?: object | null } | null;
				};
				const known = SCRIPTS.get(robotId?.value ?? '') ?? [];
				const [source] = run.sourcesOf(node.name);
				const mapped = Object.keys(columns?.value ?? {});
				if (mapped.length > 0) return mapped.filter((column) => !known.includes(column));
				// What a person or a table gives is not known here.
				if (columns?.mappingMode !== 'autoMapInputData' || source?.type !== SET) return [];
				const [item] = run.inputOf(node.name);
				return known.filter((column) => !(column in (item?.json ?? {})));
			});
		expect(wrong).toEqual([]);
	});
});

test('keep-recordings gives each recording a file of its own', () => {
	const example = readExample('keep-recordings');
	const run = new Run(example, 'whole');
	const [writer] = example.nodes.filter(({ parameters }) => parameters.operation === 'write');
	const names = [0, 1].map(
		(index) => writer && run.valueOf(writer, String(writer.parameters.fileName), index),
	);
	expect(names[0]).not.toBe(names[1]);
});

test("the sheet's headings are the columns of the script that campaign uses", () => {
	const scripts = readExample('campaign').nodes.flatMap(({ parameters }) => {
		const { robotId } = parameters as { robotId?: { value?: string } };
		return robotId?.value ?? [];
	});
	const [heading = ''] = readFileSync(
		join(__dirname, '../../../examples/campaign-sheet.csv'),
		'utf8',
	)
		.replace(/^\uFEFF/, '')
		.split(/\r?\n/);
	expect(scripts.length).toBeGreaterThan(0);
	for (const script of scripts)
		expect([script, SCRIPTS.get(script)]).toEqual([script, heading.split(',')]);
	// The code that reads the sheet has them, too.
	const code = readExample('campaign').nodes.find(({ name }) => name === 'Rows of the Sheet');
	const [columns = ''] =
		/(?<=COLUMNS = \{).*?(?=\n\};)/s.exec(String(code?.parameters.jsCode)) ?? [];
	const names = [...columns.matchAll(/^\t(\S+): /gm)].map(([, name]) => name);
	expect(names).toEqual(heading.split(','));
});
