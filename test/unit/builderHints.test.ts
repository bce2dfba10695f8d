/** The hints that n8n's AI builder gets for each node and its parameters. */
import { isINodeProperties, isINodePropertyCollection, type INodeProperties } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { parameterHints as iflytek } from '../../nodes/Iflytek/builderHints';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { parameterHints as aiCall } from '../../nodes/IflytekAiCall/builderHints';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { parameterHints as contextTrigger } from '../../nodes/IflytekAiCallContextTrigger/builderHints';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { parameterHints as taskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/builderHints';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { parameterHints as trigger } from '../../nodes/IflytekAiCallTrigger/builderHints';

const NODES = [
	{ description: new Iflytek().description, hints: iflytek },
	{ description: new IflytekAiCall().description, hints: aiCall },
	{ description: new IflytekAiCallTrigger().description, hints: trigger },
	{ description: new IflytekAiCallContextTrigger().description, hints: contextTrigger },
	{ description: new IflytekAiCallTaskTrigger().description, hints: taskTrigger },
];

/** A parameter, and all parameters inside it. */
function withInnerParameters(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) => {
		if (isINodePropertyCollection(option)) return option.values;
		return isINodeProperties(option) ? [option] : [];
	});
	return [property, ...inner.flatMap(withInnerParameters)];
}

describe.each(NODES)('$description.displayName', ({ description, hints }) => {
	const parameters = description.properties.flatMap(withInnerParameters);

	test('each hint belongs to an existing parameter, and all parameters with that name have the hint', () => {
		const hinted = parameters.filter(({ builderHint }) => builderHint !== undefined);
		expect(new Set(hinted.map(({ name }) => name))).toEqual(new Set(Object.keys(hints)));
		for (const { name, builderHint } of parameters)
			expect([name, builderHint?.propertyHint]).toEqual([name, hints[name]]);
	});

	test('`resource`, `operation` and `mode` have no hint, because n8n refuses to load a node that has one for them', () => {
		expect(Object.keys(hints)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(resource|operation|mode)$/)]),
		);
	});

	test('no hint has an expression as n8n stores it, a connection type such as `ai_tool`, or Chinese text', () => {
		const texts = JSON.stringify([description.builderHint, hints]);
		expect(texts).not.toMatch(/=\{\{|\bai_|\p{Script=Han}/u);
	});

	test('the node says what it is for, which nodes go with it, and what it returns', () => {
		expect(description.builderHint).toEqual({
			searchHint: expect.stringMatching(/\w/),
			relatedNodes: expect.arrayContaining([
				{ nodeType: expect.stringMatching(/^n8n-nodes-/), relationHint: expect.any(String) },
			]),
			extraTypeDefContent: expect.arrayContaining([
				expect.objectContaining({ content: expect.stringContaining('output item') }),
			]),
		});
	});
});
