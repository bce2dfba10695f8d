import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { problemOf, warning, withoutRepeats, type Finding } from '../../shared/aiCall/checks';
import { pLimit } from '../../shared/vendor';
import { settle } from '../../shared/settle';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { DeliveryEntry } from './deliver';
import { invalidEntryError, isEntry, isInvalid, type Prepared, type PreparedEntry } from './prepare';
import { nameOf } from './report';
import { repeatsIn } from './rowKeys';

/** A step of a check: what it finds; what it throws is a problem. */
export type CheckStep = () => Finding[] | Promise<Finding[]>;

/** A step that only finds what `read` throws. */
export function parameterStep(read: () => unknown): CheckStep {
	return () => {
		read();
		return [];
	};
}

/** Runs the steps of a check, all of them. */
export async function findingsOf(steps: readonly CheckStep[]): Promise<Finding[]> {
	const outcomes = await Promise.all(steps.map(async (step) => await settle(Promise.resolve().then(step))));
	return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [problemOf(outcome.reason)]));
}

/** A delivery that is only checked. */
export interface Check<Target> {
	/** Items checked at once. */
	concurrency: number;
	/** What concerns the run as a whole. */
	ofRun: readonly CheckStep[];
	/** What an item names, such as its script. */
	ofItem(itemIndex: number): readonly CheckStep[];
	/** An entry, in the order of the entries. */
	ofEntry(entry: DeliveryEntry<Target>): readonly CheckStep[];
	/** What the result shows of an entry that would be sent. */
	shown(entry: DeliveryEntry<Target>): object;
}

/** What a run would do with an entry. `wouldNotBeSent`: because of other entries. */
type CheckState = 'wouldBeSent' | 'wouldBeRefused' | 'wouldNotBeSent';

/**
 * Checks the entries of all items and returns the handler that gives each item one result per entry, whatever On Error
 * says. Nothing is sent but queries, and nothing is recorded.
 */
export async function beginCheck<Target>(context: IExecuteFunctions, prepared: readonly Prepared<Target>[], check: Check<Target>): Promise<ItemHandler> {
	const entries = prepared.flatMap((one) => (one.status === 'fulfilled' ? one.value.filter(isEntry) : []));
	const [ofRun, ...others] = await Promise.all([findingsOf(check.ofRun), ...entries.map(async (entry) => await findingsOf(check.ofEntry(entry)))]);
	const ofEntries = new Map(entries.map((entry, index) => [entry, others[index] ?? []]));
	const ofItems = await pLimit(check.concurrency).map(prepared, async (_one, index) => [...ofRun, ...(await findingsOf(check.ofItem(index)))]);
	const repeats = repeatsIn(entries);
	const stopping = stoppingWarning(context, prepared, (entry) => ofEntries.get(entry) ?? []);
	const results = prepared.map((one, index) => {
		const ofItem = ofItems[index] ?? [];
		if (one.status === 'rejected') return [resultOf({}, [problemOf(one.reason), ...ofItem])];
		return one.value.map((entry) => resultOfEntry(entry, ofItem));
	});
	tellCounts(context, results.flat());
	return async (index) => results[index] ?? [];

	function resultOfEntry(entry: PreparedEntry<Target>, ofItem: readonly Finding[]): INodeExecutionData {
		const where = entry.rowIndex === undefined ? {} : { rowIndex: entry.rowIndex };
		if (!isEntry(entry)) return resultOf({ ...where, row: entry.original }, [...entry.problems.map((problem) => problemOf(invalidEntryError({ ...entry, problems: [problem] }))), ...ofItem]);
		const first = repeats.get(entry);
		const ofOthers = first ? [warning(`An earlier row of this run has the same row key (${nameOf(first)})`, 'This one would not be sent, and be returned with the state "sentBefore".')] : stopping;
		const key = entry.key === undefined ? {} : { rowKey: entry.key };
		return resultOf({ ...where, ...check.shown(entry), ...key }, [...(ofEntries.get(entry) ?? []), ...ofItem], ofOthers);
	}
}

function resultOf(shown: object, own: readonly Finding[], ofOthers: readonly Finding[] = []): INodeExecutionData {
	const hasProblem = own.some(({ isWarning }) => !isWarning);
	const all = withoutRepeats(hasProblem ? own : [...own, ...ofOthers]);
	const texts = (isWarning: boolean) => all.filter((finding) => finding.isWarning === isWarning).map(({ text }) => text);
	const state: CheckState = hasProblem ? 'wouldBeRefused' : ofOthers.length > 0 ? 'wouldNotBeSent' : 'wouldBeSent';
	return { json: { state, problems: texts(false), warnings: texts(true), ...shown } as IDataObject };
}

/** Where a run would stop before it sends anything: the warning for the entries that are themselves in order. */
function stoppingWarning<Target>(context: IExecuteFunctions, prepared: readonly Prepared<Target>[], ofEntry: (entry: DeliveryEntry<Target>) => readonly Finding[]): Finding[] {
	if (context.continueOnFail()) return [];
	const isHeld = (entry: PreparedEntry<Target>) => isEntry(entry) && ofEntry(entry).some(({ isWarning }) => !isWarning);
	const items = prepared.flatMap((one, index) => (isInvalid(one) || (one.status === 'fulfilled' && one.value.some(isHeld)) ? [index] : []));
	if (items.length === 0) return [];
	const [verb, listed] = [items.length === 1 ? 'item has' : 'items have', items.slice(0, LISTED_ITEMS).join(', ')];
	return [warning(`${items.length} other ${verb} a problem (${listed}${items.length > LISTED_ITEMS ? ' …' : ''}, zero-based), so nothing would be sent`, 'Correct them, or set On Error under Settings to Continue (using error output), so that the others are sent.')];
}

const LISTED_ITEMS = 10;

function tellCounts(context: IExecuteFunctions, results: readonly INodeExecutionData[]): void {
	const good = results.filter(({ json }) => json.state === 'wouldBeSent').length;
	context.addExecutionHints({ message: `Check Only is on: nothing was sent. ${good} of ${results.length} would be sent.`, location: 'outputPane' });
}
