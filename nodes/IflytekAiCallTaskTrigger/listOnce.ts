import type { IPollFunctions } from 'n8n-workflow';
import { asFailure } from '../shared/failure';
import type { JsonRecord } from '../shared/values';

/**
 * A query of the task list that is under way. `scope` identifies the application and the filter of
 * the query. `owner` is the latest activation that asked for it. Only the owner returns the events.
 */
interface Listing {
	scope: string;
	tasks: Promise<JsonRecord[]>;
	owner: IPollFunctions;
}

/** The latest listing of each node in this process. */
const underWay = new Map<string, Listing>();

/**
 * The tasks for a poll; undefined if another poll returns the events. Polls can overlap: n8n begins
 * the next poll even if the last one has not ended, and when the workflow is published again, a
 * poll of the old activation may still be under way. Some versions of n8n start the workflow with
 * the result of that old poll, others drop the result, and the new activation cannot tell which.
 * Therefore both activations share one listing if they have the same filter, and only the new one
 * returns the events.
 */
export async function listOnce(
	activation: IPollFunctions,
	scope: string,
	list: () => Promise<JsonRecord[]>,
): Promise<JsonRecord[] | undefined> {
	const node = `${activation.getWorkflow().id}:${activation.getNode().id}`;
	const current = underWay.get(node);
	// An earlier poll of this activation has not ended.
	if (current?.owner === activation) return undefined;
	if (current) current.owner = activation;
	const shared = current?.scope === scope ? current : undefined;
	const listing = shared ?? { scope, tasks: list(), owner: activation };
	underWay.set(node, listing);
	try {
		const tasks = await listing.tasks;
		return listing.owner === activation ? tasks : undefined;
	} catch (error) {
		if (listing.owner !== activation) return undefined;
		if (!shared) throw asFailure(error);
		// The listing of the old activation failed: list again below.
	} finally {
		if (underWay.get(node) === listing) underWay.delete(node);
	}
	return await listOnce(activation, scope, list);
}
