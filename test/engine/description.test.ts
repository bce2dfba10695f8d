import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';

const { displayParameter } = NodeHelpers;
const { description } = new Iflytek();

test('the node has the internal names that saved workflows depend on', () => {
	expect([description.name, description.displayName]).toEqual(['iflytek', 'iFLYTEK']);
});

test('as a tool, the node says and offers only what works without files', () => {
	const { usableAsTool, properties } = description;
	const replacements = typeof usableAsTool === 'object' ? usableAsTool.replacements : undefined;
	const tool = { ...description, ...replacements, name: `${description.name}Tool` };
	expect(tool.description).toBe('Analyze Chinese text and recognize images with iFLYTEK');
	const offered = (parameters: INodeParameters) =>
		properties
			.filter((property) => displayParameter(parameters, property, null, tool))
			.flatMap(({ name, options = [] }) => [
				name,
				...options
					.filter((option) => displayParameter(parameters, option, null, tool))
					.map((option) => ('value' in option ? String(option.value) : option.name)),
			]);
	expect(offered({})).toEqual(['resource', 'image', 'text']);
	for (const operation of ['recognizeScene', 'recognizeObject', 'detectViolence']) {
		const names = offered({ resource: 'image', operation });
		expect(names).toContain('inputType');
		expect(names.filter((name) => /binary/i.test(name))).toEqual([]);
	}
	const inputTypes = properties.filter(
		({ name, displayOptions }) => name === 'inputType' && displayOptions?.show?.['@tool'],
	);
	expect(inputTypes.map((field) => field.default)).toEqual(['urls', 'url', 'url', 'url']);
});
