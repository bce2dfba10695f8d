import { randomUUID } from '../../setup/chance';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import { openMemory } from '../../../nodes/IflytekAiCall/sentBefore/memory';
import type { JsonRecord } from '../../../nodes/shared/values';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../../nodes/shared/n8n/requests/clock';
import { clockAt, contextOf, NOON, type Surroundings } from './context';

/** A platform that has these tasks: a client, and what it was asked. */
export function platformWith(...tasks: JsonRecord[]) {
	const asked: string[] = [];
	const state: { error?: Error } = {};
	const client: AiCallClient = async (method, body) => {
		asked.push(body.task_id === undefined ? method : `${method} ${String(body.task_id)}`);
		if (state.error) throw state.error;
		const own = tasks.filter(
			({ task_id: id }) => body.task_id === undefined || id === body.task_id,
		);
		if (method === 'deleteTask') for (const task of own) task.deleted = 1;
		return await Promise.resolve({
			code: '0',
			message: '',
			result: method === 'queryTasks' ? { rows: own, total: own.length } : {},
			sent: {},
		});
	};
	return { client, asked, tasks, state };
}

/** A run of a node, by default in a process of its own. */
interface RunOf extends Surroundings {
	platform?: ReturnType<typeof platformWith>;
	settings?: Partial<SkipSettings>;
	sendsToTask?: boolean;
	now?: number;
	clock?: Clock;
}

/** The memory that a run has opened, and what it has told. */
export async function memoryOf(
	stored: Set<string>,
	{
		platform = platformWith(),
		settings = {},
		sendsToTask = false,
		now = NOON,
		clock = clockAt(now),
		...surroundings
	}: RunOf = {},
) {
	const { context } = contextOf({
		stored,
		node: { id: randomUUID() },
		execution: { id: '7', establishedAt: now },
		...surroundings,
	});
	const skip: SkipSettings = {
		skip: 'calledToday',
		allowsDuplicates: false,
		sendInterrupted: false,
		...settings,
	};
	const told: string[] = [];
	const use = { sendsToTask, tell: (message: string) => void told.push(message) };
	const memory = await openMemory(context, platform.client, skip, use, clock);
	if (!memory) throw new Error('Nothing was opened');
	return { memory, told };
}
