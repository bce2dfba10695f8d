import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OutputSchema } from '../../nodes/shared/n8n/builder/outputFields';

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

interface NodeOnCanvas {
	name: string;
	type: string;
	position: [number, number];
	parameters: { width?: number; height?: number };
}

/** The size that n8n draws for a node, without the name below it. */
const NODE_SIZE = 96;
/** A canvas of this size is shown at 60 percent of its size in a window of 1440 by 900 pixels, so that its notes can be read. */
const MAX_WIDTH = 2000;
const MAX_HEIGHT = 1150;

function boxOf({ name, type, position: [left, top], parameters }: NodeOnCanvas) {
	const { width = NODE_SIZE, height = NODE_SIZE } = type.endsWith('.stickyNote') ? parameters : {};
	return { name, left, top, right: left + width, bottom: top + height };
}

describe('the canvas of each example', () => {
	const folder = join(__dirname, '../../examples');
	const examples = readdirSync(folder).filter((file) => file.endsWith('.json'));

	test.each(examples)(
		'notes and nodes of %s do not overlap, and the canvas is small enough to read the notes',
		(file) => {
			const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
				nodes: NodeOnCanvas[];
			};
			const boxes = nodes.map(boxOf);
			const overlaps = boxes.flatMap((box, index) =>
				boxes
					.slice(index + 1)
					.filter(
						(other) =>
							box.left < other.right &&
							other.left < box.right &&
							box.top < other.bottom &&
							other.top < box.bottom,
					)
					.map((other) => [box.name, other.name]),
			);
			expect(overlaps).toEqual([]);
			const span = (begins: number[], ends: number[]) => Math.max(...ends) - Math.min(...begins);
			expect(
				span(
					boxes.map(({ left }) => left),
					boxes.map(({ right }) => right),
				),
			).toBeLessThanOrEqual(MAX_WIDTH);
			expect(
				span(
					boxes.map(({ top }) => top),
					boxes.map(({ bottom }) => bottom),
				),
			).toBeLessThanOrEqual(MAX_HEIGHT);
		},
	);
});

interface ExampleNode {
	name: string;
	type: string;
	onError?: string;
	parameters: {
		resource?: string;
		operation?: string;
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
	const { resource = '', operation = '', assignments, includeOtherFields } = parameters;
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
		onError === 'continueRegularOutput' ? { error: {}, details: {} } : {};
	return { ...schema, properties: { ...schema.properties, ...ofErrors } };
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
