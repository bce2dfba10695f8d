import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { CONSOLE } from '../../shared/console';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { RepeatSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { DeduplicationStore } from './deduplicationStore';
import { dayOf, startOf } from './executionStart';
import { RowIdentities } from './rowIdentities';
import { MIN_ENTRIES, ENTRIES_PER_KEY } from './capacity';

/** A node's memory of its rows, for a run. */
export interface OpenStore {
	store: DeduplicationStore;
	identities: RowIdentities;
	/** Recorded with the first row of the run: the day of its rows. */
	marker: string;
	/** How many entries of earlier runs must stay; 0 with keys, whose number is in the capacity. */
	entriesBefore: number;
}

/**
 * Opens the memory of a node.
 * @returns undefined if there is nothing to record: n8n cannot start the run again, and its rows
 * have no keys
 * @throws InputError for a retry on another day, if it is not known any more what was sent
 * @throws StoreError
 */
export async function openStore(
	context: IExecuteFunctions,
	operation: 'place' | 'addRows' | 'run',
	{ repeat, rememberedKeys = 0 }: RepeatSettings,
	clock: Clock,
	zone?: string,
): Promise<OpenStore | undefined> {
	const executionId = context.getExecutionId();
	if (executionId === undefined && repeat !== 'oncePerKey') return undefined;
	const store = new DeduplicationStore(
		context,
		Math.max(MIN_ENTRIES, rememberedKeys * ENTRIES_PER_KEY),
	);
	const start = executionId === undefined ? clock.date() : await startOf(context, clock.date());
	// n8n counts the runs of the node in an execution, such as in a loop.
	const run = `run ${executionId} ${Number(context.getWorkflowDataProxy(0).$runIndex)}`;
	const scopeOf = ({ destination }: Entry) =>
		repeat === 'eachRun' ? run : `day ${dayOf(start, destination.zone)}`;
	const identities = new RowIdentities(operation, scopeOf);
	// Earlier runs may have had rows with keys. A run without keys must not drop them all at once.
	const entriesBefore = repeat === 'oncePerKey' ? 0 : await store.count();
	store.reserve(entriesBefore);
	const marker = `day ${dayOf(start, zone)}`;
	const isOtherDay = dayOf(start, zone) !== dayOf(clock.date(), zone);
	if (repeat === 'onceADay' && isOtherDay && context.getMode() === 'retry')
		await refuseForgottenDay(store, marker);
	return { store, identities, marker, entriesBefore };
}

/** The store drops its oldest entries first: if it has the day of an execution, it has all its rows. */
async function refuseForgottenDay(store: DeduplicationStore, marker: string): Promise<void> {
	const isForgotten = (await store.isFull()) && (await store.known([marker])).size === 0;
	if (!isForgotten) return;
	const failure = new InputError(
		'This retries an execution of an earlier day, and it is not known any more which of its rows were sent',
		`Nothing was sent. Look in ${CONSOLE} which rows were called, then start a new execution with the others.`,
	);
	failure.details.facts = { state: 'unknown' };
	throw failure;
}
