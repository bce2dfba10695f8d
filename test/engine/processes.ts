import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import type { CallBench } from './aiCall';
import type { HeldCredential, NodeRun } from './harness';

/**
 * The AI Call node and its credential as so many processes of n8n have them: each with modules, and so with a memory, of
 * its own. They share the local platform, the credential and what n8n keeps for nodes.
 */
export function loadProcesses(
	bench: CallBench,
	count: number,
): ((access?: HeldCredential['access']) => Pick<NodeRun, 'nodeType' | 'credentials'>)[] {
	return Array.from({ length: count }, () => {
		let [node, credential] = [IflytekAiCall, IflytekAiCallApi];
		jest.isolateModules(() => {
			node = jest.requireActual<{ IflytekAiCall: typeof IflytekAiCall }>(
				'../../nodes/IflytekAiCall/IflytekAiCall.node',
			).IflytekAiCall;
			credential = jest.requireActual<{ IflytekAiCallApi: typeof IflytekAiCallApi }>(
				'../../credentials/IflytekAiCallApi.credentials',
			).IflytekAiCallApi;
		});
		return (access) => ({
			nodeType: new node(),
			credentials: [{ type: new credential(), data: bench.credential, access }],
		});
	});
}
