import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import type { CallBench } from './aiCall';
import type { HeldCredential, NodeRun } from './harness';

/**
 * Imitates several n8n processes. Each process loads the AI Call node and its credential type again, so it has its own memory.
 * All processes share the local platform, the data of the credential and n8n's store of processed items.
 * @returns for each process, a function that returns its node and its credential
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
