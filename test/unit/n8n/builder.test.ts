/** What n8n's AI builder reads about a node's results and parameters. */
import type { INodeProperties } from 'n8n-workflow';
import {
	operationOutputs,
	triggerOutput,
	type OutputSchema,
} from '../../../nodes/shared/n8n/builder/outputFields';
import { withHints } from '../../../nodes/shared/n8n/builder/parameterHints';
import { textField } from '../../../nodes/shared/n8n/parameters';

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

const TYPE = `{
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
			content: `<output>\nThe json of each output item (a field that does not apply is left out):\n${TYPE}\n</output>`,
		},
	]);
	const content = (resource: string, operation: string, type: string) => ({
		displayOptions: { show: { resource: [resource], operation: [operation] } },
		content: `<output>\nThe json of each output item (with Simplify on; a field that does not apply is left out):\n${type}\n</output>`,
	});
	expect(
		operationOutputs({ call: { place: SCHEMA, get: { type: 'string' } }, task: { get: {} } }),
	).toEqual([
		content('call', 'place', TYPE),
		content('call', 'get', 'string'),
		content('task', 'get', 'unknown'),
	]);
});

test('a hint is added to each parameter with its name, at any depth', () => {
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
	const given = parameters({});
	expect(withHints(given, { text: 'Write it.' })).toEqual(
		parameters({ builderHint: { propertyHint: 'Write it.' } }),
	);
	expect(given).toEqual(parameters({}));
	const [plain] = withHints(given.slice(1, 2), { text: 'Write it.' });
	expect(Object.keys(plain ?? {})).toEqual(Object.keys(given[1] ?? {}));
});
