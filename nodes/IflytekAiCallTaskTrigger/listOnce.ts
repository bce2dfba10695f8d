import type { IPollFunctions } from 'n8n-workflow';
import { asFailure } from '../shared/failure';
import type { JsonRecord } from '../shared/values';

/**
 * A query of the task list that is under way: its filter (`scope`), and the latest activation that
 * asked for it (`owner`). Only this activation returns the events.
 */
interface Listing {
	scope: string;
	tasks: Promise<JsonRecord[]>;
	owner: IPollFunctions;
}

/** The latest listing of each node in this process. */
const underWay = new Map<string, Listing>();

/**
 * The tasks for a poll; undefined if another poll returns the events. n8n begins the next poll even
 * if the last one takes longer than the interval. And when the workflow is published again, a poll
 * of the old activation may still be under way. Some versions of n8n then start the workflow with
 * its result, others drop the result, and the new activation cannot tell which. Therefore both
 * polls share one listing if they have the same filter, and only the new activation returns the
 * events.
 */
export async function listOnce(
	poll: IPollFunctions,
	scope: string,
	list: () => Promise<JsonRecord[]>,
): Promise<JsonRecord[] | undefined> {
	const node = `${poll.getWorkflow().id}:${poll.getNode().id}`;
	const current = underWay.get(node);
	if (current?.owner === poll) return undefined;
	if (current) current.owner = poll;
	const shared = current?.scope === scope ? current : undefined;
	const listing = shared ?? { scope, tasks: list(), owner: poll };
	underWay.set(node, listing);
	try {
		const tasks = await listing.tasks;
		return listing.owner === poll ? tasks : undefined;
	} catch (error) {
		if (listing.owner !== poll) return undefined;
		if (!shared) throw asFailure(error);
	} finally {
		if (underWay.get(node) === listing) underWay.delete(node);
	}
	return await listOnce(poll, scope, list);
}
