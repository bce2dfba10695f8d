import type { IExecuteFunctions } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall, runIflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import type { chance } from '../../nodes/shared/chance';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import type { CallBench } from './aiCall';
import type { HeldCredential, NodeRun } from './harness';
import { random, randomUUID } from '../setup/chance';

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
		let [run, credential] = [runIflytekAiCall, IflytekAiCallApi];
		// Only modules of the package: a second `processedData` would take the place of the first.
		jest.isolateModules(() => {
			Object.assign(
				jest.requireActual<{ chance: typeof chance }>('../../nodes/shared/chance').chance,
				{ random, randomUUID },
			);
			run = jest.requireActual<{ runIflytekAiCall: typeof runIflytekAiCall }>(
				'../../nodes/IflytekAiCall/IflytekAiCall.node',
			).runIflytekAiCall;
			credential = jest.requireActual<{ IflytekAiCallApi: typeof IflytekAiCallApi }>(
				'../../credentials/IflytekAiCallApi.credentials',
			).IflytekAiCallApi;
		});
		class LoadedIflytekAiCall extends IflytekAiCall {
			override async execute(this: IExecuteFunctions) {
				return await run(this, clock);
			}
		}
		return (access) => ({
			nodeType: new LoadedIflytekAiCall(),
			credentials: [{ type: new credential(), data: bench.credential, access }],
		});
	});
}
