import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OutputSchema } from '../../nodes/shared/n8n/aiBuilder';

/** The operations that send rows or tasks. */
const SENDING_OPERATIONS = new Set(['place', 'addRows', 'create', 'run', 'start', 'delete']);

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

interface CallNode {
	name: string;
	type: string;
	parameters: {
		operation?: string;
		runMode?: string;
		content?: string;
		options?: { dryRun?: boolean };
	};
}

const EXAMPLES = join(__dirname, '../../examples');
const EXAMPLE_NAMES = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => basename(file, '.json'));
const nodesOf = (example: string) =>
	(JSON.parse(readFileSync(join(EXAMPLES, `${example}.json`), 'utf8')) as { nodes: CallNode[] })
		.nodes;
const sends = ({ type, parameters: { operation = '' } }: CallNode) =>
	type.includes('.iflytekAiCall') && SENDING_OPERATIONS.has(operation);

test('each node that sends stands on Check, so that an imported example calls nobody', () => {
	const modes = EXAMPLE_NAMES.flatMap((example) =>
		nodesOf(example)
			.filter(sends)
			.map(({ name, parameters: { runMode, options } }) => [
				example,
				name,
				options?.dryRun === true ? 'check' : runMode,
			]),
	);
	expect(modes.length).toBeGreaterThan(8);
	expect(modes.filter(([, , runMode]) => runMode !== 'check')).toEqual([]);
});

test.each(EXAMPLE_NAMES.filter((example) => nodesOf(example).some(sends)))(
	'a note of %s names each node that stands on Check Only, and says what to change it to',
	(example) => {
		const notes = nodesOf(example).map(({ parameters }) => parameters.content ?? '');
		const about = notes.filter(
			(text) => /\bCheck Only\b/.test(text) && /\b(Call|Add) All Rows\b/.test(text),
		);
		for (const { name } of nodesOf(example).filter((node) => sends(node) && node.name !== 'Check'))
			expect([name, about.some((text) => text.includes(`*${name}*`))]).toEqual([name, true]);
	},
);

// No carrier of China has numbers that begin with 154.
test("the phone numbers in the examples are nobody's", () => {
	const files = readdirSync(EXAMPLES).filter((file) => /\.(json|csv)$/.test(file));
	const numbers = files.flatMap((file) =>
		[
			...readFileSync(join(EXAMPLES, file), 'utf8').matchAll(
				/(?<!\d)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/g,
			),
		].map(([number]) => [file, number] as const),
	);
	expect(numbers.length).toBeGreaterThan(8);
	expect(numbers.filter(([, number]) => !number.startsWith('154'))).toEqual([]);
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

/** What the tests read of a Data Table node. */
interface TableNode {
	name: string;
	type: string;
	onError?: string;
	parameters: {
		operation?: string;
		options?: { filterName?: string };
		tableName?: string;
		dataTableId?: { mode: string; value: string };
		columns?: { column?: { name: string }[]; value?: Record<string, unknown> | null };
		filters?: { conditions: { keyName: string }[] };
	};
}

const CALL_TABLE = 'iFLYTEK Call Table';

/** The nodes of an example that make or use the table of calls. */
const callsNodesOf = (example: string) =>
	(nodesOf(example) as TableNode[]).filter(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.dataTable' &&
			(parameters.tableName ?? parameters.dataTableId?.value)?.includes(CALL_TABLE),
	);
const madeColumns = callsNodesOf('calls').flatMap(({ parameters }) =>
	(parameters.columns?.column ?? []).map(({ name }) => name),
);

test('the table of calls is described once, and examples/README.md names each of its columns', () => {
	const makers = EXAMPLE_NAMES.filter((example) =>
		callsNodesOf(example).some(({ parameters }) => parameters.tableName !== undefined),
	);
	expect(makers).toEqual(['calls']);
	const [, chapter = ''] = readFileSync(join(EXAMPLES, 'README.md'), 'utf8').split(
		/^## The table of calls$/m,
	);
	const described = [...chapter.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
		cell.split(', ').map((name) => name.replaceAll('`', '').trim()),
	);
	expect(described.sort()).toEqual([...madeColumns].sort());
});

test.each(EXAMPLE_NAMES.filter((example) => callsNodesOf(example).length > 0))(
	'%s uses only columns that the table of calls has',
	(example) => {
		const used = callsNodesOf(example).flatMap(({ name, parameters }) => [
			...Object.keys(parameters.columns?.value ?? {}).map((column) => [name, column]),
			...(parameters.filters?.conditions ?? [])
				.filter(({ keyName }) => !keyName.startsWith('='))
				.map(({ keyName }) => [name, keyName]),
		]);
		const known = new Set([...madeColumns, 'id', 'createdAt', 'updatedAt']);
		expect(used.filter(([, column = '']) => !known.has(column))).toEqual([]);
	},
);

describe('a table of another purpose never takes the place of ours', () => {
	const withTables = EXAMPLE_NAMES.filter((example) =>
		nodesOf(example).some(({ type }) => type === 'n8n-nodes-base.dataTable'),
	);
	const OTHER_NAMES = ['Dev calls', 'calls', 'Calls 2025 (archive)'];

	/** The ID that an expression finds in a list of the tables that n8n has. */
	function idFound(expression: string, finder: string, names: readonly string[]): unknown {
		const items = names.map((name) => ({ json: { name, id: `id of ${name}` } }));
		const find = new Function('$', `return ${expression.replace(/^=\{\{|\}\}$/g, '')}`) as (
			$: (node: string) => { all(): typeof items },
		) => unknown;
		return find((node) => {
			expect(node).toBe(finder);
			return { all: () => items };
		});
	}

	test.each(withTables)('%s takes exactly its table, or none', (example) => {
		const nodes = (nodesOf(example) as TableNode[]).filter(
			({ type }) => type === 'n8n-nodes-base.dataTable',
		);
		const users = nodes.flatMap(({ parameters }) => parameters.dataTableId ?? []);
		expect(users.length).toBeGreaterThan(0);
		for (const { mode, value } of users) {
			const [, finder = ''] = /\$\('(.+?)'\)/.exec(value) ?? [];
			const { operation, options } = nodes.find(({ name }) => name === finder)?.parameters ?? {};
			const table = options?.filterName ?? '';
			// n8n's filter by name is LIKE, in which these are wildcards.
			expect([mode, operation, table]).toEqual(['id', 'list', expect.stringMatching(/^[^_%]+$/)]);
			const others = [...OTHER_NAMES, `${table} 2025 (archive)`, table.toLowerCase()];
			expect(idFound(value, finder, [...others, table])).toBe(`id of ${table}`);
			expect(idFound(value, finder, others)).toMatch(`none: there is no table ${table}, `);
		}
	});
});

const MOST_NODES = 12;

test.each(EXAMPLE_NAMES)('%s has at most twelve nodes, or a note says why', (example) => {
	const nodes = nodesOf(example);
	const count = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length;
	const notes = nodes.map(({ parameters }) => parameters.content ?? '').join('\n');
	const said = /It has (\d+) nodes,? /.exec(notes)?.[1];
	expect(said).toBe(count > MOST_NODES ? String(count) : undefined);
});

interface ExampleNode {
	name: string;
	type: string;
	onError?: string;
	parameters: {
		resource?: string;
		operation?: string;
		runMode?: string;
		rowKey?: string;
		options?: { ifProblems?: string; recordingBaseAddress?: string };
		includeOtherFields?: boolean;
		assignments?: { assignments: { name: string }[] };
	};
}

interface Connections {
	main?: ({ node: string }[] | null)[];
}

/** Nodes that output their input items as they are. */
const PASSING_ON = /\.(if|filter|switch|sort|limit|noOp|removeDuplicates)$/;

/** The output schema of an operation or a trigger of this package, or of a node Set; undefined if it is not known here. */
function schemaOf({ type, onError, parameters }: ExampleNode): OutputSchema | undefined {
	const { resource = '', operation = '', runMode, rowKey, options } = parameters;
	const { assignments, includeOtherFields } = parameters;
	if (type === 'n8n-nodes-base.set' && assignments && !includeOtherFields)
		return {
			properties: Object.fromEntries(assignments.assignments.map(({ name }) => [name, {}])),
		};
	const [, name = ''] = /^n8n-nodes-xfyun\.(\w+?)(Tool)?$/.exec(type) ?? [];
	if (name === '') return undefined;
	const folder = `${name.charAt(0).toUpperCase()}${name.slice(1)}/__schema__/v1.0.0`;
	const file = operation === '' ? 'output' : `${resource}/${operation}`;
	const schema = JSON.parse(
		readFileSync(join(__dirname, '../../nodes', folder, `${file}.json`), 'utf8'),
	) as OutputSchema;
	const ofErrors: OutputSchema['properties'] =
		onError === 'continueRegularOutput' || options?.ifProblems === 'sendOthers'
			? { error: {}, details: {} }
			: {};
	const ofChecks: OutputSchema['properties'] =
		runMode === 'check'
			? { reason: {}, advice: {}, problems: {}, warnings: {}, runWarnings: {}, afterwards: {} }
			: {};
	const ofKeys: OutputSchema['properties'] = rowKey === undefined ? {} : { rowKey: {} };
	const ofBaseUrl: OutputSchema['properties'] =
		options?.recordingBaseAddress === undefined ? {} : { fullUrl: {} };
	return {
		...schema,
		properties: { ...schema.properties, ...ofErrors, ...ofChecks, ...ofKeys, ...ofBaseUrl },
	};
}

/** Whether a schema has a path of fields. What is below a field is only compared if the schema has fields there. */
function has({ properties }: OutputSchema, [field = '', ...deeper]: string[]): boolean {
	if (!properties) return true;
	const inner = properties[field];
	return inner !== undefined && (deeper.length === 0 || has(inner, deeper));
}

describe('the expressions of each example', () => {
	const folder = join(__dirname, '../../examples');

	test.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
		'the expressions of %s name nodes that exist, and fields that these nodes output',
		(file) => {
			const { nodes, connections } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
				nodes: ExampleNode[];
				connections: Record<string, Connections>;
			};
			/** The nodes whose items reach a node unchanged; undefined for the items of an error output. */
			const sourcesOf = (name: string): (ExampleNode | undefined)[] =>
				nodes.flatMap((node) =>
					(connections[node.name]?.main ?? []).flatMap((output, index) => {
						if (!output?.some((target) => target.node === name)) return [];
						if (PASSING_ON.test(node.type)) return sourcesOf(node.name);
						return [node.onError === 'continueErrorOutput' && index > 0 ? undefined : node];
					}),
				);
			const wrong = nodes.flatMap(({ name, parameters }) => {
				const text = JSON.stringify(parameters);
				const schemas = sourcesOf(name).map((source) => source && schemaOf(source));
				const input = text.matchAll(/\$json\.([\p{L}\w]+(?:\??\.[\p{L}\w]+)*)/gu);
				const wrongFields = [...input].flatMap(([, path = '']) =>
					schemas.every((schema) => schema && !has(schema, path.split(/\??\./))) &&
					schemas.length > 0
						? [`${name}: $json.${path}`]
						: [],
				);
				const named = text.matchAll(
					/\$\('(.+?)'\)(?:\.\w+(?:\(\))?\.json\.([\p{L}\w]+(?:\??\.[\p{L}\w]+)*))?/gu,
				);
				const wrongNames = [...named].flatMap(([expression, of, path]) => {
					const source = nodes.find((node) => node.name === of?.replaceAll('\\\\', ''));
					const schema = source && schemaOf(source);
					const isRight = source && (!schema || !path || has(schema, path.split(/\??\./)));
					return isRight ? [] : [`${name}: ${expression}`];
				});
				return [...wrongFields, ...wrongNames];
			});
			expect(wrong).toEqual([]);
		},
	);
});

/** How near a note may come to a node, in pixels of the canvas. */
const LEAST_GAP = 20;
const NODE_SIDE = 96;

interface Placed {
	name: string;
	type: string;
	position: [number, number];
	parameters: { width?: number; height?: number };
}

test.each(EXAMPLE_NAMES)('no note of %s touches a node', (example) => {
	const { nodes } = JSON.parse(readFileSync(join(EXAMPLES, `${example}.json`), 'utf8')) as {
		nodes: Placed[];
	};
	const isNote = ({ type }: Placed) => type === 'n8n-nodes-base.stickyNote';
	const touching = nodes.filter(isNote).flatMap((note) =>
		nodes
			.filter((node) => {
				if (isNote(node)) return false;
				const sizes = [note.parameters.width ?? 240, note.parameters.height ?? 160];
				const gaps = [0, 1].map((axis) => {
					const [from = 0, at = 0] = [note.position[axis], node.position[axis]];
					return Math.max(at - (from + (sizes[axis] ?? 0)), from - (at + NODE_SIDE));
				});
				return Math.max(...gaps) < LEAST_GAP;
			})
			.map((node) => [note.name, node.name]),
	);
	expect(touching).toEqual([]);
});
