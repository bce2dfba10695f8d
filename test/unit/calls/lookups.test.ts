/** What the editor's lists read from the node before they ask the platform. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getLines } from '../../../nodes/IflytekAiCall/methods/loadOptions';
import { chosen } from '../../../nodes/IflytekAiCall/methods/editorQuery';

/** The editor's context of a node in which each parameter has this value. */
const editorWith = (value: unknown) =>
	({
		getNode: () => ({}),
		getCurrentNodeParameter: () => value,
	}) as unknown as ILoadOptionsFunctions;

test('the value chosen in a list is read as trimmed text, and an expression counts as no choice', () => {
	const values = [undefined, null, '', ' a ', 5, '=a', ' ={{ $json.a }}', {}];
	expect(values.map((value) => chosen(editorWith(value), 'lineNum'))).toEqual([
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
	expect(await getLines.call(editorWith('055168204601'))).toEqual([]);
});
