import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import type { CallBench } from './aiCall';
import type { HeldCredential, NodeRun } from './harness';

/**
 * The AI Call node and its credential as they are in several n8n processes: each has its own modules, and so its own
 * memory. They share the local platform, the credential and n8n's store for nodes.
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
