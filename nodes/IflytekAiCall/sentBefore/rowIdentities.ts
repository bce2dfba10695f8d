import type { Entry } from '../batch/entry';
import { begunText, keyIdentity, sentText } from './storedTexts';

/**
 * What identifies the rows of a run in the store. A row that a run adds to a task of its own, and that
 * has a key of the user, has a second identity: the row in this task. It tells whether this
 * execution has begun the row or another one did.
 */
export class RowIdentities {
	private readonly identities = new Map<Entry, string>();

	/** @param identify identifies rows; undefined if the keys of the user do */
	constructor(private readonly identify?: (row: Entry) => string) {}

	/** Called once for each row of the run, in their order. */
	note(row: Entry): void {
		const { identify } = this;
		this.identities.set(row, identify ? `row ${identify(row)}` : keyIdentity(row.key ?? ''));
	}

	readonly of = (row: Entry): string => this.identities.get(row) ?? '';

	/** The row in its task, after the same row in the tasks that this one replaces. */
	readonly inTasks = (row: Entry): string[] => {
		if (this.identify) return [];
		const { identities = [] } = row.destination.task ?? {};
		return identities.map((task) => `${this.of(row)} in task ${task}`);
	};

	/** All that identifies the row in its present task. */
	all(row: Entry): string[] {
		return [this.of(row), ...this.inTasks(row).slice(-1)];
	}

	/** The texts of a row that is begun, and of one that was sent. */
	readonly begunTexts = (row: Entry): string[] => this.all(row).map(begunText);
	readonly sentTexts = (row: Entry): string[] => this.all(row).map(sentText);
}
