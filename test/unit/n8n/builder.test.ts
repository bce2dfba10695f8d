import type { INodeProperties } from 'n8n-workflow';
import {
	operationOutputs,
	triggerOutput,
	withHints,
	type OutputSchema,
} from '../../../nodes/shared/n8n/aiBuilder';
import { textField } from '../../../nodes/shared/n8n/parameters/properties';

/** What n8n's AI builder reads about a node's results and parameters. */

const SCHEMA: OutputSchema = {
	type: 'object',
	properties: {
		name: { type: 'string' },
		score: { type: ['number', 'null'] },
		any: {},
		anything: { type: 'object' },
		list: { type: 'array' },
		entries: {
			type: 'array',
			items: {
				type: 'object',
				properties: { id: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
			},
		},
	},
};

const SCHEMA_AS_TYPE = `{
  name: string;
  score: number | null;
  any: unknown;
  anything: Record<string, unknown>;
  list: Array<unknown>;
  entries: Array<{
    id: string;
    tags: Array<string>;
  }>;
}`;

test('a schema is described as a TypeScript type', () => {
	expect(triggerOutput(SCHEMA)).toEqual([
		{
			content: `<output>\nThe json of each output item (a field that does not apply is left out):\n${SCHEMA_AS_TYPE}\n</output>`,
		},
	]);
	const outputOf = (resource: string, operation: string, type: string) => ({
		displayOptions: { show: { resource: [resource], operation: [operation] } },
		content: `<output>\nThe json of each output item (with Simplify on; a field that does not apply is left out):\n${type}\n</output>`,
	});
	expect(
		operationOutputs({ call: { place: SCHEMA, get: { type: 'string' } }, task: { get: {} } }),
	).toEqual([
		outputOf('call', 'place', SCHEMA_AS_TYPE),
		outputOf('call', 'get', 'string'),
		outputOf('task', 'get', 'unknown'),
	]);
});

test('withHints adds a hint to each parameter of that name, at any depth', () => {
	const parameters = (hinted: Partial<INodeProperties>): INodeProperties[] => [
		{ ...textField('Text', 'text', 'A text'), ...hinted },
		textField('Other', 'other', 'Another'),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			options: [{ ...textField('Text', 'text', 'A text'), ...hinted }],
		},
		{
			displayName: 'Rows',
			name: 'rows',
			type: 'fixedCollection',
			default: {},
			options: [
				{
					displayName: 'Row',
					name: 'text',
					values: [{ ...textField('Text', 'text', 'A text'), ...hinted }],
				},
			],
		},
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			default: 'text',
			options: [{ name: 'text', value: 'text' }],
		},
	];
	const withoutHints = parameters({});
	expect(withHints(withoutHints, { text: 'Write it.' })).toEqual(
		parameters({ builderHint: { propertyHint: 'Write it.' } }),
	);
	expect(withoutHints).toEqual(parameters({}));
	// A parameter without a hint gets no further field, not even an undefined one.
	const [other] = withHints(withoutHints.slice(1, 2), { text: 'Write it.' });
	expect(Object.keys(other ?? {})).toEqual(Object.keys(withoutHints[1] ?? {}));
});
