import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import type { Clock } from '../../nodes/shared/n8n/retry/clock';
import type { CallBench } from './aiCall';
import type { HeldCredential, NodeRun } from './harness';

/**
 * Imitates several n8n processes. Each process loads the AI Call node and its credential type again, so it has its own memory.
 * All processes share the local platform, the data of the credential and n8n's store of processed items.
 * @param clock by default the nodes have the time of the machine
 * @returns for each process, a function that returns its node and its credential
 */
export function loadProcesses(
	bench: CallBench,
	count: number,
	clock?: Clock,
): ((access?: HeldCredential['access']) => Pick<NodeRun, 'nodeType' | 'credentials'>)[] {
	return Array.from({ length: count }, () => {
		let [newNode, credential] = [() => new IflytekAiCall(), IflytekAiCallApi];
		jest.isolateModules(() => {
			const { IflytekAiCall: Node } = jest.requireActual<{ IflytekAiCall: typeof IflytekAiCall }>(
				'../../nodes/IflytekAiCall/IflytekAiCall.node',
			);
			const { iflytekAiCallWith } = jest.requireActual<{
				iflytekAiCallWith: (clock: Clock) => IflytekAiCall;
			}>('./aiCall');
			newNode = () => (clock ? iflytekAiCallWith(clock) : new Node());
			credential = jest.requireActual<{ IflytekAiCallApi: typeof IflytekAiCallApi }>(
				'../../credentials/IflytekAiCallApi.credentials',
			).IflytekAiCallApi;
		});
		return (access) => ({
			nodeType: newNode(),
			credentials: [{ type: new credential(), data: bench.credential, access }],
		});
	});
}
