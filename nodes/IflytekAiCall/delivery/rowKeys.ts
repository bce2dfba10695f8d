import type { IExecuteFunctions } from 'n8n-workflow';
import { UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/methods';
import { Failure, InputError } from '../../shared/failure';
import { CLAIM_ENTRIES } from './claim';
import { isFree, nameOf, type Entry, type Outcome } from './entry';
import { NodeStore } from './nodeStore';

/**
 * Entries that a row takes at most: its key in two states, and where it is a run of its own two for
 * the claim.
 */
const ENTRIES_PER_ROW = 4;

/** Entries that are forgotten at once: n8n's database searches all entries for each of them. */
const FORGOTTEN_AT_ONCE = 100;

/** Keys that this process is sending, by node. */
const underWay = new Map<string, Set<string>>();

/**
 * The keys of the rows that this node has sent, in whatever execution. A key is *begun* before the
 * request of its row and *sent* after it. One that stays begun belongs to a row of which nobody
 * knows whether it was accepted, because the process ended or the answer was lost. Certain for one
 * process: n8n's database has no lock.
 */
export class RowKeys {
	readonly capacity: number;
	private readonly store: NodeStore;
	private readonly sending: Set<string>;
	/**
	 * Keys whose rows were accepted, and those whose rows certainly were not: recorded with the next
	 * group.
	 */
	private accepted: string[] = [];
	private freed: string[] = [];
	/** Keys that this run has begun. */
	private readonly own = new Set<string>();

	/**
	 * @param remembered how many keys are remembered at least
	 * @param sendInterrupted whether rows are sent whose key was begun and not ended
	 */
	constructor(
		context: IExecuteFunctions,
		private readonly remembered: number,
		private readonly sendInterrupted = false,
	) {
		this.capacity = Math.max(CLAIM_ENTRIES, remembered * ENTRIES_PER_ROW);
		this.store = new NodeStore(context, this.capacity);
		const node = `${context.getWorkflow().id}:${context.getNode().id}`;
		this.sending = underWay.get(node) ?? new Set();
		underWay.set(node, this.sending);
	}

	/** The error of a row where one run would forget its own first keys. */
	tooMany(rows: number): InputError | undefined {
		if (rows <= this.remembered) return undefined;
		return new InputError(
			`There are ${rows} rows with keys, but only ${this.remembered} keys are remembered`,
			'Nothing was sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
		);
	}

	/** @throws InputError where all rows are known, and are too many */
	check(rows: number): void {
		const error = this.tooMany(rows);
		if (error) throw error;
	}

	/**
	 * Records the keys of rows that are about to be sent, and with them what became of the rows
	 * before.
	 * @returns the rows that are not to be sent, with their outcome
	 * @throws NodeStoreError where it is not certain that the keys are recorded; nothing may be sent
	 */
	async begin(method: DeliveryMethod, rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const outcomes = new Map<Entry, Outcome>();
		const others: Entry[] = [];
		for (const row of rows) {
			if (this.sending.has(keyOf(row))) outcomes.set(row, { state: 'sentBefore' });
			else others.push(row);
		}
		for (const row of others) this.sending.add(keyOf(row));
		try {
			const before = await this.flush(others.map(keyOf).map(begun));
			const known = others.filter((row) => before.has(begun(keyOf(row))));
			for (const row of others) if (!before.has(begun(keyOf(row)))) this.own.add(keyOf(row));
			const ended = await this.endedOf(known.map(keyOf));
			for (const row of known) {
				if (ended.has(keyOf(row))) outcomes.set(row, { state: 'sentBefore' });
				else if (this.sendInterrupted) this.own.add(keyOf(row));
				else outcomes.set(row, interrupted(method, row));
			}
		} finally {
			for (const row of others) if (!this.own.has(keyOf(row))) this.sending.delete(keyOf(row));
		}
		return outcomes;
	}

	/** Notes what became of rows; it is recorded with the next group, or by `close`. */
	end(rows: readonly Entry[], outcomes: ReadonlyMap<Entry, Outcome>): void {
		for (const row of rows) {
			const outcome = outcomes.get(row);
			if (outcome?.state === 'accepted') this.accepted.push(keyOf(row));
			if (isFree(outcome)) this.freed.push(keyOf(row));
		}
	}

	/**
	 * Records what became of the last rows. Those that were begun and never tried are free.
	 * @throws NodeStoreError where their keys stay begun
	 */
	async close(outcomes: ReadonlyMap<Entry, Outcome>): Promise<void> {
		const noted = new Set([...this.accepted, ...this.freed]);
		for (const [row, outcome] of outcomes) {
			const key = keyOf(row);
			if (isFree(outcome) && this.own.has(key) && !noted.has(key)) this.freed.push(key);
		}
		try {
			await this.flush([]);
		} finally {
			for (const key of this.own) this.sending.delete(key);
		}
	}

	/**
	 * Records which rows were accepted and which certainly were not, and some texts.
	 * @returns those of the texts that were recorded before
	 */
	private async flush(texts: readonly string[]): Promise<Set<string>> {
		const [accepted, freed] = [[...this.accepted], [...this.freed]];
		const before = await this.store.add([...accepted.map(sent), ...texts]);
		this.accepted.splice(0, accepted.length);
		await this.forget(freed.map(begun));
		this.freed.splice(0, freed.length);
		for (const key of freed) if (this.own.delete(key)) this.sending.delete(key);
		return before;
	}

	/**
	 * Which of these keys are recorded as sent. Asking records them, so that the others are forgotten
	 * again.
	 */
	private async endedOf(keys: readonly string[]): Promise<Set<string>> {
		const before = await this.store.add(keys.map(sent));
		await this.forget(keys.map(sent).filter((text) => !before.has(text)));
		return new Set(keys.filter((key) => before.has(sent(key))));
	}

	private async forget(texts: readonly string[]): Promise<void> {
		for (let at = 0; at < texts.length; at += FORGOTTEN_AT_ONCE)
			await this.store.forget(texts.slice(at, at + FORGOTTEN_AT_ONCE));
	}
}

const keyOf = ({ key }: Entry) => key ?? '';
const begun = (key: string) => `row:${key}`;
const sent = (key: string) => `sent:${key}`;

/** A row that an earlier execution began to send. */
export class InterruptedRow extends UnknownOutcomeError {}

/** Its outcome. */
function interrupted(method: DeliveryMethod, row: Entry): Outcome {
	const reason = new Failure(
		'an earlier execution began to send it, and its end was not recorded',
		'interrupted',
	);
	const error = new InterruptedRow(method, reason, [nameOf(row)]);
	error.details.advice = `${error.details.advice ?? ''} That execution was killed, or its error said that the outcome is unknown. n8n's log names it: look for this node's lines "row keys begun", and below them for its batches; a row that stands in no batch was not sent. To send this row after all, turn on Send Interrupted Rows under Options for one run.`;
	return { state: 'unknown', error, batch: [row] };
}

/** What became of a row whose key an earlier row of the run has. */
export function outcomeOfRepeat(row: Entry, first: Outcome | undefined): Outcome {
	if (!first || first.state === 'notSent') return { state: 'notSent' };
	if (first.state === 'outsideHours') return { ...first, batch: [row] };
	if (first.state !== 'notAccepted') return { state: 'sentBefore' };
	const error = new InputError(
		'An earlier row of this run has the same row key and was not accepted',
		'See the error of that row. This one can be sent again.',
	);
	return { state: 'notAccepted', error, batch: [row] };
}
