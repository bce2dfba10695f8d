import { setTimeout as pause } from 'node:timers/promises';

import { PATIENCE } from '../../e2e/lib/rest';
import type { Stage } from './stage';

/** An execution as n8n's database has it. */
export interface Stored {
	id: string;
	status: string;
	/** The event with which it began, if its data contain one. */
	eventId: string | undefined;
}

/** An event ID as it is written in an execution's data. */
const EVENT_ID = '"([0-9a-f-]{36}:(callRecord|recording|dialog)[^"]*)"';

/** The executions of a workflow, oldest first, from the database, because n8n's own list needs a request for each hundred. */
export async function storedExecutions({ cluster }: Stage, workflowId: string): Promise<Stored[]> {
	const rows = await cluster.postgres.query(
		`select e.id, e.status, substring(d.data from '${EVENT_ID}') from execution_entity e left join execution_data d on d."executionId" = e.id where e."workflowId" = '${workflowId}' order by e.id`,
	);
	return rows.map((row) => {
		const [id = '', status = '', eventId] = row.split('|');
		return { id, status, eventId: eventId || undefined };
	});
}

/**
 * Waits until `count` executions of a workflow have ended.
 * @param timeoutMs on an idle machine
 * @throws Error saying how many there are after PATIENCE times `timeoutMs`
 */
export async function endedExecutions(
	stage: Stage,
	workflowId: string,
	count: number,
	timeoutMs = 60_000,
): Promise<Stored[]> {
	const limitMs = PATIENCE * timeoutMs;
	const deadline = Date.now() + limitMs;
	for (;;) {
		const found = await storedExecutions(stage, workflowId);
		const ended = found.filter(
			({ status }) => !['new', 'running', 'waiting', 'unknown'].includes(status),
		);
		if (ended.length >= count) return ended;
		if (Date.now() > deadline)
			throw new Error(
				`Of ${count} executions ${ended.length} have ended after ${limitMs / 1000} s; ${found.length} were begun`,
			);
		await pause(200);
	}
}
