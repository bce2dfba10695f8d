import type { IExecuteFunctions } from 'n8n-workflow';
import { CONSOLE } from '../../shared/iflytekConsole';
import { InputError } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { RecentMap } from '../../shared/recentMap';
import type { DeduplicationStore } from './deduplicationStore';
import type { DeliveryNames } from '../batch/entry';
import type { RetryGroup } from './retryGroup';

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
	/** What must be recorded before the first row is sent. Empty if it was recorded. */
	markers: string[];
}

interface Asked {
	group: RetryGroup;
	hasKeys: boolean;
	clock: Clock;
	names: DeliveryNames;
}

const MAX_KNOWN = 1000;
/** The executions that this process has asked about, by node and outermost execution. */
const asked = new RecentMap<string, EarlierStarts>(MAX_KNOWN);

/**
 * Asks what is recorded of earlier starts of a group, once for each execution.
 * @param hasKeys whether the rows of this run have keys of the user
 * @throws InputError if nobody can know what earlier starts have sent; nothing may be sent then
 * @throws StoreError
 */
export async function earlierStarts(
	context: IExecuteFunctions,
	store: DeduplicationStore,
	{ group, hasKeys, clock, names }: Asked,
): Promise<EarlierStarts> {
	const name = `${store.node}:${group.execution}`;
	let known = asked.get(name);
	const isRetry = context.getMode() === 'retry';
	if (!known && (isRetry || group.isSubWorkflow)) {
		const withoutKeys = markerOf(group, false);
		const recorded = await store.known([withoutKeys, markerOf(group, true)]);
		// The rows of a group keep their identities if Row Key was filled in since the first start.
		if (recorded.size > 0) known = { hasKeys: !recorded.has(withoutKeys), markers: [] };
		else if (isRetry && !(await certainlyNotBegun(store, group)))
			throw refusal(
				`This is a retry, and it is not known whether this node had already started to ${names.action} in the earlier execution`,
				`Nothing was sent. First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`,
			);
	}
	known ??= { hasKeys, markers: [...periodsOf(clock.date()), markerOf(group, hasKeys)] };
	if (known.hasKeys && !hasKeys)
		throw refusal(
			'This is a retry, and in the failed execution rows had keys, but now Row Key is empty',
			'Nothing was sent. Fill in Row Key as it was and click Retry again: it sends what is missing.',
		);
	asked.set(name, known);
	return known;
}

/** Whether no earlier execution of the group has begun to send; it would be recorded. */
async function certainlyNotBegun(store: DeduplicationStore, group: RetryGroup): Promise<boolean> {
	if (!group.isShared) return false;
	if (!(await store.isFull())) return true;
	if (group.startedAt === undefined) return false;
	// What was recorded after a run is there as long as the run's own period is there. A later run
	// may have recorded the period of this execution again, so only earlier ones count.
	return (await store.known(periodsBefore(group.startedAt))).size > 0;
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
