import { randomUUID } from '../../setup/chance';
import type { RepeatSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { FilledTasks } from '../../../nodes/IflytekAiCall/sentBefore/filledTasks';
import { openStore } from '../../../nodes/IflytekAiCall/sentBefore/openStore';
import type { JsonRecord } from '../../../nodes/shared/values';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { clockAt, contextOf, NOON } from './context';

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

/** What a process of a node has: its store, the identities of its rows, and its tasks on this platform. */
export async function processAt(
	{ client }: ReturnType<typeof platformWith>,
	stored: Set<string>,
	settings: Partial<RepeatSettings> = {},
) {
	const { context } = contextOf({ stored, node: { id: randomUUID() } });
	const repeat: RepeatSettings = {
		repeat: 'oncePerKey',
		rememberedKeys: 100,
		sendInterrupted: false,
		...settings,
	};
	const opened = await openStore(context, 'run', repeat, clockAt(NOON));
	if (!opened) throw new Error('Nothing was opened');
	const tasks = new FilledTasks(client, opened.store, opened.identities);
	const note = (rows: readonly Entry[]) => {
		for (const row of rows) opened.identities.note(row);
		return rows;
	};
	return { opened, tasks, note, repeat };
}
