/** Options > Include Input Fields. */
import type {
	IBinaryData,
	IDataObject,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { readInputFields } from '../../../nodes/shared/n8n/run/inputFields';
import { Expression, FakeContext, type Parameters } from './fakeContext';

const file = (fileName: string): IBinaryData => ({ data: '', mimeType: 'text/plain', fileName });

/** What items become whose inputs are `{ index: 0, name: "a" }` and `{ index: 1, name: "b" }`, and the hints. */
function included(
	options: Parameters,
	outputs: INodeExecutionData[],
	onError?: INode['onError'],
): [INodeExecutionData[], NodeExecutionHint[]] {
	const context = new FakeContext({ options }, 2, onError);
	const n8n = Object.assign(context.n8n, {
		getInputData: () => [
			{ json: { index: 0, name: 'a' }, binary: { photo: file('a'), data: file('b') } },
			{ json: { index: 1, name: 'b' } },
		],
	});
	return [readInputFields(n8n)(outputs), context.hints];
}

const output = (item: number, json: IDataObject, binary?: INodeExecutionData['binary']) => ({
	json,
	pairedItem: { item },
	...(binary && { binary }),
});

const ON = { includeInputFields: true };

test('without the option nothing is added', () => {
	const outputs = [output(0, { text: 'x' })];
	for (const options of [{}, { includeInputFields: false }])
		expect(included(options, outputs)).toEqual([outputs, []]);
});

test('each item gets the fields and the files of its own input item', () => {
	const [items, hints] = included(ON, [output(1, { text: 'x' }), output(0, { text: 'y' })]);
	expect(items).toEqual([
		output(1, { index: 1, name: 'b', text: 'x' }),
		output(0, { index: 0, name: 'a', text: 'y' }, { photo: file('a'), data: file('b') }),
	]);
	expect(hints).toEqual([]);
});

test('what the node returns wins, and one hint names what it replaced', () => {
	const own = { data: file('own') };
	const [items, hints] = included(ON, [
		output(0, { name: 'own' }, own),
		output(1, { name: 'own' }),
	]);
	expect(items).toEqual([
		output(0, { index: 0, name: 'own' }, { photo: file('a'), data: file('own') }),
		output(1, { index: 1, name: 'own' }),
	]);
	expect(hints).toEqual([
		{
			message: "Include Input Fields: fields of the result replaced the input's name, data.",
			location: 'outputPane',
		},
	]);
});

test('a failed item keeps the fields, unless n8n sends it out of the error output, where it must know it', () => {
	const failed = output(1, { error: 'No.', details: { kind: 'refused' } });
	const withFields = output(1, { index: 1, name: 'b', ...failed.json });
	expect(included(ON, [failed], 'continueRegularOutput')).toEqual([[withFields], []]);
	expect(included(ON, [failed], 'continueErrorOutput')).toEqual([[failed], []]);
	const done = output(1, { text: 'x' });
	expect(included(ON, [done], 'continueErrorOutput')[0]).toEqual([
		output(1, { index: 1, name: 'b', text: 'x' }),
	]);
});

test('the option may be an expression, which is read from the first item', () => {
	const options = { includeInputFields: new Expression((index) => index === 0) };
	expect(included(options, [output(1, {})])[0]).toEqual([output(1, { index: 1, name: 'b' })]);
});

test('an item of several input items, or of none, stays as it is', () => {
	const outputs = [{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }, { json: {} }];
	expect(included(ON, outputs)).toEqual([outputs, []]);
});
