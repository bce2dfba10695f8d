import { setTimeout as pause } from 'node:timers/promises';

import { PATIENCE } from '../../e2e/lib/rest';
import type { Stage } from './stage';

/** An execution in n8n's database. */
export interface StoredExecution {
	id: string;
	status: string;
	/** The ID of the event with which the execution began, if its data contain one. */
	eventId: string | undefined;
}

/** Matches an event ID in the data of an execution. */
const EVENT_ID = '"([0-9a-f-]{36}:(callRecord|recording|dialog)[^"]*)"';

/** The executions of a workflow, oldest first. They are read from the database, which is faster than n8n's own list. */
export async function storedExecutions(
	{ cluster }: Stage,
	workflowId: string,
): Promise<StoredExecution[]> {
	const rows = await cluster.postgres.query(
		`select e.id, e.status, substring(d.data from '${EVENT_ID}') from execution_entity e left join execution_data d on d."executionId" = e.id where e."workflowId" = '${workflowId}' order by e.id`,
	);
	return rows.map((row) => {
		const [id = '', status = '', eventId] = row.split('|');
		return { id, status, eventId: eventId || undefined };
	});
}

/** Whether an execution with this status has ended. */
export const hasEnded = ({ status }: StoredExecution): boolean =>
	!['new', 'running', 'waiting', 'unknown'].includes(status);

/**
 * Waits until `count` executions of a workflow have ended.
 * @param timeoutMs the limit on an idle machine
 * @throws Error with the number of ended executions, if there are fewer than `count` after PATIENCE times `timeoutMs`
 */
export async function endedExecutions(
	stage: Stage,
	workflowId: string,
	count: number,
	timeoutMs = 60_000,
): Promise<StoredExecution[]> {
	const limitMs = PATIENCE * timeoutMs;
	const deadline = Date.now() + limitMs;
	for (;;) {
		const found = await storedExecutions(stage, workflowId);
		const ended = found.filter(hasEnded);
		if (ended.length >= count) return ended;
		if (Date.now() > deadline)
			throw new Error(
				`Of ${count} executions ${ended.length} have ended after ${limitMs / 1000} s; ${found.length} were begun`,
			);
		await pause(200);
	}
}
