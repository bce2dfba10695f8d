import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { clockOf, QUICK } from '../setup/quickClock';
import type { CallBench } from './aiCall';
import type { NodeRun } from './harness';
import { loadProcesses } from './processes';

/** When a process ends: before or after a call. After that, nothing that it waits for happens any more. */
export interface Kill {
	/** The number of the call, from 1. */
	call: number;
	when: 'before' | 'after';
	/** Which calls count: requests to the platform, or calls to n8n's database as well. */
	counts: 'requests' | 'all';
}

/**
 * A process that is killed at a call of its node.
 * @returns its node, and a promise that resolves when it is killed
 */
export function dyingProcess(
	bench: CallBench,
	{ call: last, when, counts }: Kill,
	clock: Clock = clockOf(QUICK),
): { node: Pick<NodeRun, 'nodeType' | 'credentials'>; killed: Promise<'killed'> } {
	let isAlive = true;
	const never = new Promise<never>(() => undefined);
	const dying: Clock = {
		...clock,
		sleep: async (ms) => {
			await clock.sleep(ms);
			if (!isAlive) await never;
		},
	};
	const [load] = loadProcesses(bench, 1, dying);
	if (!load) throw new Error('There is no process');
	const node = load();
	let calls = 0;
	let kill: (how: 'killed') => void = () => undefined;
	const killed = new Promise<'killed'>((resolve) => (kill = resolve));
	const end = async () => {
		isAlive = false;
		kill('killed');
		return await never;
	};
	const counted =
		<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
		async (...args: Args): Promise<Result> => {
			if (!isAlive) return await never;
			const number = ++calls;
			if (number === last && when === 'before') return await end();
			const result = await call(...args);
			if (number === last) return await end();
			return isAlive ? result : await never;
		};
	const { nodeType } = node;
	const { execute } = nodeType;
	nodeType.execute = async function (this: IExecuteFunctions) {
		const context = Object.create(this) as IExecuteFunctions;
		const { helpers } = this;
		const request = counted(helpers.httpRequestWithAuthentication.bind(context));
		const store = counts === 'all' ? counted : <Call>(call: Call) => call;
		context.helpers = {
			...helpers,
			httpRequestWithAuthentication: request as typeof helpers.httpRequestWithAuthentication,
			checkProcessedAndRecord: store(helpers.checkProcessedAndRecord),
			removeProcessed: store(helpers.removeProcessed),
			getProcessedDataCount: store(helpers.getProcessedDataCount),
		};
		return (await execute?.call(context)) ?? [];
	};
	return { node, killed };
}
