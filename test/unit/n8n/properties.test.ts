/** Parameters that many operations share. */
import {
	choicesOf,
	collectionField,
	noticeField,
	numberField,
	optionsCollection,
	requestOptions,
	switchField,
	textField,
} from '../../../nodes/shared/n8n/parameters/properties';

test('{range} in the description of a number field is replaced by its limits', () => {
	const field = {
		displayName: 'Count',
		name: 'count',
		typeOptions: { minValue: 1, maxValue: 20_000 },
		default: 5,
	};
	expect(numberField({ ...field, description: 'How many, {range}.' })).toEqual({
		...field,
		type: 'number',
		description: 'How many, from 1 to 20,000.',
	});
	expect(numberField(field)).toEqual({ ...field, type: 'number', description: '' });
});

test('text fields, switches and notices have their type and default', () => {
	expect([
		textField('Text', 'text', 'A text', { required: true }),
		switchField('On', 'on', 'Whether it is on', { default: true }),
		switchField('Off', 'off', 'Whether it is off'),
		noticeField('Mind this'),
		noticeField('And that', 'other'),
	]).toEqual([
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			description: 'A text',
			required: true,
		},
		{
			displayName: 'On',
			name: 'on',
			type: 'boolean',
			default: true,
			description: 'Whether it is on',
		},
		{
			displayName: 'Off',
			name: 'off',
			type: 'boolean',
			default: false,
			description: 'Whether it is off',
		},
		{ displayName: 'Mind this', name: 'notice', type: 'notice', default: '' },
		{ displayName: 'And that', name: 'other', type: 'notice', default: '' },
	]);
});

test('choicesOf lists choices in the order of its table', () => {
	expect(choicesOf({ b: 'Second', a: 'First' })).toEqual([
		{ name: 'Second', value: 'b' },
		{ name: 'First', value: 'a' },
	]);
});

test('the fields of a collection are in the order of their titles, and so are Options', () => {
	const [a, b] = [textField('Alpha', 'z', ''), textField('Beta', 'y', '')];
	const common = { name: 'c', type: 'collection', default: {} };
	expect(collectionField('Filters', 'c', 'filter', [b, a])).toEqual({
		...common,
		displayName: 'Filters',
		placeholder: 'Add filter',
		options: [a, b],
	});
	expect(collectionField('Filters', 'c', 'filter', [], 'What is left')).toEqual({
		...common,
		displayName: 'Filters',
		placeholder: 'Add filter',
		options: [],
		description: 'What is left',
	});
	expect(optionsCollection(b, a)).toEqual({
		...common,
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add option',
		options: [a, b],
	});
	expect(requestOptions(b, a).options?.map(({ name }) => name)).toEqual([
		'z',
		'y',
		'concurrentRequests',
		'retries',
		'timeout',
	]);
});
