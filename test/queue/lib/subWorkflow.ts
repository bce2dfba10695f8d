import type { NodeSketch } from '../../e2e/lib/workflows';
import { chain } from '../../e2e/lib/workflows';
import type { RestClient } from '../../e2e/lib/rest';

/** Publishes these nodes as a sub-workflow. Returns a node that calls the sub-workflow once with all items. */
export async function asSubWorkflow(rest: RestClient, nodes: NodeSketch[]): Promise<NodeSketch> {
	const triggerNode: NodeSketch = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const { id } = await rest.createWorkflow(chain('Sub-workflow', [triggerNode, ...nodes]));
	await rest.activate(id);
	return {
		name: 'Sub-workflow',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
	};
}
