import type { IExecuteFunctions } from 'n8n-workflow';
import { UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/methods';
import { Failure, InputError } from '../../shared/failure';
import { CLAIM_ENTRIES } from './claim';
import { maySendAgain, nameOf, type Entry, type Outcome } from './entry';
import { NodeStore } from './nodeStore';

/**
 * The most entries that one row needs: two for its key, *begun* and *sent*, and six for the claim if
 * the row is the only one that an execution sends.
 */
const ENTRIES_PER_ROW = 8;

/**
 * How many entries one call forgets at most. For each of them n8n's database searches all entries.
 */
const FORGOTTEN_PER_CALL = 100;

/** The keys of the rows that this process is sending, by node. */
const underWay = new Map<string, Set<string>>();

/**
 * The keys of the rows that this node has sent, in this and earlier executions. A key is recorded
 * as *begun* before the request of its row, and as *sent* after the request. If the process ends or
 * the answer is lost, the key stays *begun*, and nobody knows whether the row was accepted. All
 * this is only certain within one process, because n8n's database has no lock.
 */
export class RowKeys {
	readonly capacity: number;
	private readonly store: NodeStore;
	private readonly sending: Set<string>;
	/**
	 * Keys of rows that were accepted, and of rows that certainly were not (`freed`). They are
	 * recorded with the next group of rows.
	 */
	private accepted: string[] = [];
	private freed: string[] = [];
	/** Keys that this run has begun. */
	private readonly begunByRun = new Set<string>();

	/**
	 * @param remembered how many keys are remembered, at least
	 * @param sendInterrupted whether to send rows whose key has stayed *begun* after an earlier
	 * execution
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

	/**
	 * Returns an error if a run has more rows than keys are remembered, undefined otherwise. Such a
	 * run would forget the keys of its own first rows.
	 */
	tooMany(rows: number): InputError | undefined {
		if (rows <= this.remembered) return undefined;
		return new InputError(
			`There are ${rows} rows with keys, but only ${this.remembered} keys are remembered`,
			'Nothing was sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
		);
	}

	/** @throws InputError if a run has more rows than keys are remembered */
	check(rows: number): void {
		const error = this.tooMany(rows);
		if (error) throw error;
	}

	/**
	 * Records the keys of rows that are about to be sent, and the outcomes that `end` has noted.
	 * @returns the rows that must not be sent, with their outcome
	 * @throws NodeStoreError if it is not certain that the keys are recorded; then nothing may be
	 * sent
	 */
	async begin(method: DeliveryMethod, rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const outcomes = new Map<Entry, Outcome>();
		const rowsToBegin: Entry[] = [];
		for (const row of rows) {
			if (this.sending.has(keyOf(row))) outcomes.set(row, { state: 'sentBefore' });
			else rowsToBegin.push(row);
		}
		for (const row of rowsToBegin) this.sending.add(keyOf(row));
		try {
			const recordedBefore = await this.flush(rowsToBegin.map(keyOf).map(begunText));
			const begunBefore = rowsToBegin.filter((row) => recordedBefore.has(begunText(keyOf(row))));
			for (const row of rowsToBegin)
				if (!recordedBefore.has(begunText(keyOf(row)))) this.begunByRun.add(keyOf(row));
			const sentKeys = await this.sentAmong(begunBefore.map(keyOf));
			for (const row of begunBefore) {
				if (sentKeys.has(keyOf(row))) outcomes.set(row, { state: 'sentBefore' });
				else if (this.sendInterrupted) this.begunByRun.add(keyOf(row));
				else outcomes.set(row, interrupted(method, row));
			}
		} finally {
			for (const row of rowsToBegin)
				if (!this.begunByRun.has(keyOf(row))) this.sending.delete(keyOf(row));
		}
		return outcomes;
	}

	/** Notes the outcomes of rows. The next `begin` or `close` records them. */
	end(rows: readonly Entry[], outcomes: ReadonlyMap<Entry, Outcome>): void {
		for (const row of rows) {
			const outcome = outcomes.get(row);
			if (outcome?.state === 'accepted') this.accepted.push(keyOf(row));
			if (maySendAgain(outcome)) this.freed.push(keyOf(row));
		}
	}

	/**
	 * Records the last outcomes. Releases the keys of rows that were begun but never tried.
	 * @throws NodeStoreError if these keys stay *begun*
	 */
	async close(outcomes: ReadonlyMap<Entry, Outcome>): Promise<void> {
		// Several rows of a run may have the same key, and one of them may have been accepted.
		const kept = new Set<string>();
		for (const [row, outcome] of outcomes) if (!maySendAgain(outcome)) kept.add(keyOf(row));
		const freed = new Set(this.freed);
		for (const row of outcomes.keys()) {
			const key = keyOf(row);
			if (this.begunByRun.has(key) && !kept.has(key)) freed.add(key);
		}
		this.freed = [...freed];
		try {
			await this.flush([]);
		} finally {
			for (const key of this.begunByRun) this.sending.delete(key);
		}
	}

	/**
	 * Records the outcomes that `end` has noted, and adds `texts` to the store.
	 * @returns the texts that were recorded before
	 */
	private async flush(texts: readonly string[]): Promise<Set<string>> {
		// Copies, because `end` may add keys in the meantime.
		const [accepted, freed] = [[...this.accepted], [...this.freed]];
		const recordedBefore = await this.store.add([...accepted.map(sentText), ...texts]);
		this.accepted.splice(0, accepted.length);
		await this.forget(freed.map(begunText));
		this.freed.splice(0, freed.length);
		for (const key of freed) {
			this.begunByRun.delete(key);
			this.sending.delete(key);
		}
		return recordedBefore;
	}

	/**
	 * Which of these keys were recorded as sent. The store can only tell this by recording the keys,
	 * so the keys that were new are forgotten again.
	 */
	private async sentAmong(keys: readonly string[]): Promise<Set<string>> {
		const recordedBefore = await this.store.add(keys.map(sentText));
		await this.forget(keys.map(sentText).filter((text) => !recordedBefore.has(text)));
		return new Set(keys.filter((key) => recordedBefore.has(sentText(key))));
	}

	private async forget(texts: readonly string[]): Promise<void> {
		for (let at = 0; at < texts.length; at += FORGOTTEN_PER_CALL)
			await this.store.forget(texts.slice(at, at + FORGOTTEN_PER_CALL));
	}
}

const keyOf = ({ key }: Entry) => key ?? '';
/** The texts that the store records: one when a key is begun, one when its row was sent. */
const begunText = (key: string) => `row:${key}`;
const sentText = (key: string) => `sent:${key}`;

/** The error of a row that an earlier execution began to send, without recording the result. */
export class InterruptedRowError extends UnknownOutcomeError {}

/**
 * Whether the run that has this outcome leaves nothing for a claim to protect: the row was certainly
 * not accepted, or its key has kept it from being sent. If a run that sends nothing new kept its
 * claim, the claims of many such runs would push keys out of the store.
 */
export function needsNoClaim(outcome: Outcome): boolean {
	if (outcome.state === 'unknown') return outcome.error instanceof InterruptedRowError;
	return outcome.state === 'sentBefore' || maySendAgain(outcome);
}

/** The outcome of a row whose key has stayed *begun* after an earlier execution. */
function interrupted(method: DeliveryMethod, row: Entry): Outcome {
	const reason = new Failure(
		'an earlier execution began to send it and did not record the result',
		'interrupted',
	);
	const error = new InterruptedRowError(method, reason, [nameOf(row)]);
	error.details.advice = `${error.details.advice ?? ''} That execution was killed, or its error said that the outcome is unknown. To find it, search n8n's log for this node's lines "row keys begun"; the lines after them name the execution's batches. A row that is in none of these batches was not sent. To send this row after all, turn on Send Interrupted Rows under Options for one run.`;
	return { state: 'unknown', error, batch: [row] };
}

/**
 * The outcome of a row that has the key of an earlier row of this run.
 * @param first the outcome of the earlier row
 */
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
