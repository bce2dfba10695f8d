import { RecentMap } from '../../shared/recentMap';
import type { Accepted } from '../entry/before';

/** What an earlier try of an execution in this process has made of a row. */
interface EarlierTry {
	/** What it was left out for, with the values that it had then. */
	own: string;
	/** If the platform has accepted it. */
	accepted?: Accepted;
}

/** A day's rows of a large node, or those of many small ones. */
const MAX_ROWS = 60_000;

/** By node and the place of the row in its execution. */
const tries = new RecentMap<string, EarlierTry>(MAX_ROWS);

/**
 * The rows of the executions that this process has run. With Retry On Fail, n8n runs the whole node
 * again: the next try takes a row for the same one, though its values may be others by then, and has
 * its ID.
 */
export class EarlierTries {
	/** @param node identifies the node in this process, with its choice */
	constructor(private readonly node: string) {}

	of(place: string): EarlierTry | undefined {
		return tries.get(`${this.node} ${place}`);
	}

	note(place: string, row: EarlierTry): void {
		tries.set(`${this.node} ${place}`, row);
	}

	forget(place: string): void {
		tries.delete(`${this.node} ${place}`);
	}
}
