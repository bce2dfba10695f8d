import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../batch/entry';
import type { RetryGroup } from './retryGroup';

/** The number of this run of the node in its execution; a retry of the run has the same. */
export const runIndexOf = (context: IExecuteFunctions) =>
	String(context.getWorkflowDataProxy(0).$runIndex);

/**
 * Tells which row of an earlier start is the same as a row of this run: the one with the same phone
 * number in the same run of the node, and of several with this number, the one with the same place
 * among them. So a retry with a changed workflow does not call again who was called, even if other
 * columns have changed. In a sub-workflow, the row with the same values is the same, because a retry
 * may call the sub-workflow for only some of the rows.
 */
export class RowIdentities {
	private readonly places = new Map<Entry, number>();
	private readonly counts = new Map<string, number>();
	private readonly runIndex: string;

	constructor(
		context: IExecuteFunctions,
		private readonly group: RetryGroup,
	) {
		this.runIndex = runIndexOf(context);
	}

	/** Called once for each row, in their order. */
	note(row: Entry): void {
		const content = this.contentOf(row);
		const place = (this.counts.get(content) ?? 0) + 1;
		this.counts.set(content, place);
		if (place > 1) this.places.set(row, place);
	}

	/** The identity of a row that was noted. */
	of(row: Entry): string {
		const all = [this.group.id, this.runIndex, this.contentOf(row), this.places.get(row) ?? 1];
		return createHash('sha256').update(all.join(' ')).digest('base64url');
	}

	private contentOf({ label, values, destination }: Entry): string {
		const { target, content = values } = destination.identity ?? {};
		return JSON.stringify([target, this.group.isSubWorkflow ? content : label]);
	}
}
