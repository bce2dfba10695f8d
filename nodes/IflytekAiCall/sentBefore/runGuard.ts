import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { CONSOLE } from '../../shared/iflytek';
import type { Clock } from '../../shared/n8n/requests/clock';
import { RecentMap } from '../../shared/values';
import type { DeliveryNames } from '../batch/entry';
import type { DeduplicationStore } from './deduplicationStore';
import type { RetryGroup } from './retryGroup';

/** Whether this start of an execution may send: beside other starts, and after earlier ones. */

/** While a process sends rows of a group, it renews its entry in each slot of this length. */
export const SLOT_MS = 15_000;
/** How often a process looks whether a new slot has begun. */
export const RENEWAL_MS = 500;
/** A process that has not renewed its slots for this long has ended. */
const SLOTS_UNTIL_ENDED = 3;

/** The groups whose rows this process is sending now, by node and group. */
const guards = new Map<string, RunGuard>();

/**
 * Lets only one process at a time send the rows of an execution and its retries (its group). n8n's
 * store has no lock, so two processes that record the same rows at the same moment could both send
 * them. In queue mode n8n can start an execution a second time while the first start goes on, and a
 * user can retry an execution that n8n wrongly shows as failed.
 */
export class RunGuard {
	/** How many runs of this process have entered. */
	private runs = 0;
	/** Resolves when this process may send. */
	private ready: Promise<void> | undefined;
	/** The slots of this process that the store has. */
	private recordedSlots: string[] = [];

	private constructor(
		private readonly key: string,
		private readonly group: string,
		/** Undefined after the last run has left, so that n8n's data of a run can be freed. */
		private store: DeduplicationStore | undefined,
		private readonly clock: Clock,
	) {}

	/**
	 * Waits until no other process sends rows of the group.
	 * @throws InputError if another process goes on sending; this one must not send then
	 * @throws StoreError
	 */
	static async enter(
		group: string,
		store: DeduplicationStore,
		clock: Clock,
		names: DeliveryNames,
	): Promise<RunGuard> {
		const key = `${store.node}:${group}`;
		const guard = guards.get(key) ?? new RunGuard(key, group, store, clock);
		guards.set(key, guard);
		guard.runs++;
		guard.ready ??= guard.takeOver(store, names);
		await guard.ready.finally(() => {
			// It could not take over. The next run begins with a new guard.
			if (guard.recordedSlots.length === 0) guards.delete(key);
		});
		return guard;
	}

	/**
	 * Called at the end of each run that has entered.
	 * @throws StoreError
	 */
	async leave(): Promise<void> {
		if (--this.runs > 0) return;
		guards.delete(this.key);
		const { store } = this;
		this.store = undefined;
		// Nothing is awaited before this: the store must forget these slots before it records those of a
		// run that enters now.
		await store?.forget(this.recordedSlots);
	}

	private async takeOver(store: DeduplicationStore, names: DeliveryNames): Promise<void> {
		if (!(await this.record(store, 0))) {
			await this.clock.sleep(SLOT_MS * SLOTS_UNTIL_ENDED);
			// A process that has ended has not recorded the current slot.
			if (!(await this.record(store, 1)))
				throw refusal(
					`Another start of this execution is still running, so this one could ${names.action} twice`,
					'This start sent nothing. Wait until the other one has ended, then click Retry: it sends what is missing. n8n starts an execution twice if Redis has lost its data; it can also show an execution as failed that still runs.',
				);
		}
		void this.renew();
	}

	/** The texts of the last, the current and the next slot. */
	private slots(): string[] {
		const slot = Math.floor(this.clock.date() / SLOT_MS);
		return [slot - 1, slot, slot + 1].map((number) => `slot ${this.group} ${number}`);
	}

	/**
	 * Records the slots.
	 * @param first index of the first slot that another process must not have
	 * @returns false if another process has one of them; nothing stays recorded then
	 */
	private async record(store: DeduplicationStore, first: number): Promise<boolean> {
		const slots = this.slots();
		const before = await store.addCertainly(slots);
		if (slots.slice(first).some((slot) => before.has(slot))) {
			await store.forget(slots.filter((slot) => !before.has(slot)));
			return false;
		}
		this.recordedSlots = slots;
		return true;
	}

	/** Renews the slots until the last run of this process has left. */
	private async renew(): Promise<void> {
		for (;;) {
			// A test's clock may not wait at all. Others must have their turn then, too.
			await Promise.all([this.clock.sleep(RENEWAL_MS), sleep(1)]);
			if (!this.store) return;
			// If the database is away, the next round tries again. No row can be recorded meanwhile, so
			// none is sent.
			await this.renewNow(this.store).catch(() => undefined);
		}
	}

	private async renewNow(store: DeduplicationStore): Promise<void> {
		const slots = this.slots();
		const old = this.recordedSlots;
		if (slots.every((slot) => old.includes(slot))) return;
		await store.addForNow(slots);
		this.recordedSlots = slots;
		await store.forget(old.filter((text) => !slots.includes(text)));
		// The last run may have left meanwhile.
		if (!this.store) await store.forget(slots);
	}
}

const HOUR_MS = 3_600_000;
/** Each run records the hour, the day and the month (of 30 days) in which it begins. */
const PERIODS = [
	{ name: 'hour', ms: HOUR_MS, looksBack: 24 },
	{ name: 'day', ms: 24 * HOUR_MS, looksBack: 30 },
	{ name: 'month', ms: 30 * 24 * HOUR_MS, looksBack: 12 },
];

/** What is known of the starts of a group before this one. */
interface EarlierStarts {
	/** Whether the rows of the group are identified by the keys of the user. */
	hasKeys: boolean;
	/**
	 * What must be recorded before the first row is sent, the marker last. All runs of the execution in this process
	 * share the array; `SentRows` empties it when a row is recorded.
	 */
	markers: string[];
}

interface ThisStart {
	group: RetryGroup;
	hasKeys: boolean;
	clock: Clock;
	names: DeliveryNames;
}

const MAX_KNOWN = 1000;
/** What this process has found out, by node and outermost execution. */
const answers = new RecentMap<string, EarlierStarts>(MAX_KNOWN);

/**
 * Asks what is recorded of earlier starts of a group, once for each execution.
 * @param hasKeys whether the rows of this run have keys of the user
 * @throws InputError if nobody can know what earlier starts have sent; nothing may be sent then
 * @throws StoreError
 */
export async function earlierStarts(
	context: IExecuteFunctions,
	store: DeduplicationStore,
	{ group, hasKeys, clock, names }: ThisStart,
): Promise<EarlierStarts> {
	const name = `${store.node}:${group.execution}`;
	let known = answers.get(name);
	const marker = markerOf(group, hasKeys);
	const isRetry = context.getMode() === 'retry';
	if (!known && (isRetry || group.isSubWorkflow)) {
		const isRecorded = async (text: string) => (await store.known([text])).has(text);
		const other = markerOf(group, !hasKeys);
		// The rows of a group keep their identities if Row Key was filled in since the first start.
		if (await isRecorded(marker)) known = { hasKeys, markers: [] };
		else if (await isRecorded(other)) known = { hasKeys: !hasKeys, markers: [] };
		// If a process was killed while it asked for its own marker, the rows tell which ones were sent.
		else if (store.isDoubtful(other) || (isRetry && !(await certainlyNotBegun(store, group))))
			throw refusal(
				`This is a retry, and it is not known whether this node had already started to ${names.action} in the earlier execution`,
				`Nothing was sent. First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`,
			);
	}
	known ??= { hasKeys, markers: [...periodsOf(clock.date()), marker] };
	if (known.hasKeys && !hasKeys)
		throw refusal(
			'This is a retry, and in the failed execution rows had keys, but now Row Key is empty',
			'Nothing was sent. Fill in Row Key as it was and click Retry again: it sends what is missing.',
		);
	answers.set(name, known);
	return known;
}

/** Whether it is certain that no earlier start has begun to send: the store would have its marker. */
async function certainlyNotBegun(store: DeduplicationStore, group: RetryGroup): Promise<boolean> {
	if (!group.isShared) return false;
	if (!(await store.isFull())) return true;
	// The store drops its oldest entries first. If it still has a period before this execution, it has
	// all that was recorded since, so also a marker of the group. The period of the execution itself
	// proves nothing: a later run may have recorded it again.
	return (await store.known(periodsBefore(group.startedAt ?? 0))).size > 0;
}

/** The text that tells that rows of the group were begun, with or without keys of the user. */
const markerOf = ({ id }: RetryGroup, hasKeys: boolean) =>
	`group ${hasKeys ? 'with' : 'without'} keys ${id}`;

/** The texts of the hour, the day and the month of a moment. */
function periodsOf(moment: number): string[] {
	return PERIODS.map(({ name, ms }) => `${name} ${Math.floor(moment / ms)}`);
}

/** The texts of the hours, days and months before those of a moment. */
function periodsBefore(moment: number): string[] {
	return PERIODS.flatMap(({ name, ms, looksBack }) =>
		Array.from(
			{ length: looksBack },
			(_, index) => `${name} ${Math.floor(moment / ms) - 1 - index}`,
		),
	);
}

/**
 * An error of a start that has sent nothing. Its state is `unknown`: another start may have sent the
 * same items, so they must not count as safe to send.
 */
export function refusal(message: string, advice: string): InputError {
	const failure = new InputError(message, advice);
	failure.details.facts = { state: 'unknown' };
	return failure;
}
