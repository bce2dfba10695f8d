/** Action labels become node names and, for an agent, tool names. */
import {
	NodeHelpers,
	NodeConnectionTypes,
	nodeNameToToolName,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';

/** OpenAI's limit for the length of a tool name. n8n cuts longer names. */
const MAX_TOOL_NAME = 64;

/** If a node's name is already taken, n8n adds a number such as this one. */
const NUMBER = '12';

const NODES: INodeTypeDescription[] = [new Iflytek().description, new IflytekAiCall().description];

/** Each action with its node, its description, and the parameters that select it. */
const ACTIONS = NODES.flatMap((node) =>
	node.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			((options ?? []) as INodePropertyOptions[]).map(
				({ action = '', description = '', value }) => ({
					node,
					action,
					description,
					parameters: {
						resource: String(displayOptions?.show?.resource?.[0]),
						operation: String(value),
					},
				}),
			),
		),
);

/** The node as n8n offers it to an agent. */
const asTool = (node: INodeTypeDescription): INodeTypeDescription => ({
	...node,
	name: `${node.name}Tool`,
	inputs: [],
	outputs: [NodeConnectionTypes.AiTool],
});

test.each(ACTIONS)(
	'$action: n8n gives the node this name, and does not cut the tool name',
	({ node, action, parameters }) => {
		expect(NodeHelpers.makeNodeName(parameters, node)).toBe(action);
		expect(action).toMatch(/^[A-Z][A-Za-z, ]{7,34}$/);
		// n8n's guidelines show actions so: Update row in sheet.
		expect(action).not.toMatch(/\b(an?|the)\b/i);
		const toolName = `${NodeHelpers.makeNodeName(parameters, asTool(node))}${NUMBER}`;
		expect(toolName).toBe(`${action} in ${node.displayName}${NUMBER}`);
		expect(nodeNameToToolName(toolName)).toBe(toolName.replace(/,? /g, '_'));
		expect(toolName.length).toBeLessThan(MAX_TOOL_NAME);
	},
);

test('no two operations have the same action', () => {
	expect(new Set(ACTIONS.map(({ action }) => action)).size).toBe(ACTIONS.length);
});
