/** What the editor's lists read from the node before they ask the platform. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getLines } from '../../../nodes/IflytekAiCall/lookups/lists';
import { chosen } from '../../../nodes/IflytekAiCall/lookups/query';

const editor = (value: unknown) =>
	({
		getNode: () => ({}),
		getCurrentNodeParameter: () => value,
	}) as unknown as ILoadOptionsFunctions;

test('a chosen value is text without surrounding spaces; an expression counts as no choice', () => {
	const values = [undefined, null, '', ' a ', 5, '=a', ' ={{ $json.a }}', {}];
	expect(values.map((value) => chosen(editor(value), 'lineNum'))).toEqual([
		'',
		'',
		'',
		'a',
		'5',
		'',
		'',
		'',
	]);
});

test('the list of further lines is empty in a node that never had a credential', async () => {
	expect(await getLines.call(editor('055168204601'))).toEqual([]);
});
