import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	problemOf,
	problemsOf,
	warning,
	withoutRepeats,
	type Finding,
} from '../../shared/aiCall/checks';
import { concurrencyOf } from '../../shared/n8n/parameters';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { pLimit } from '../../shared/vendor';
import { isEntry, nameOf, repeatsIn, type Entry, type InvalidEntry } from './entry';
import type { Delivery } from './beginDelivery';
import { entriesOf, invalidEntryError, isInvalid, type PreparedItem } from './prepare';

/** A step of a check: what it finds; what it throws is a problem. */
export type CheckStep = () => Finding[] | undefined | Promise<Finding[]>;

async function findingsOf(steps: readonly CheckStep[]): Promise<Finding[]> {
	const found = await Promise.all(
		steps.map(async (step) => {
			try {
				return (await step()) ?? [];
			} catch (error) {
				return [problemOf(error)];
			}
		}),
	);
	return found.flat();
}

/** What Check Only checks, and what it shows. */
export interface Checks {
	/** What an item names, such as its script. */
	ofItem(itemIndex: number): readonly CheckStep[];
	/** Warnings of entries, by what the others are. */
	ofEntries?(entries: readonly Entry[]): ReadonlyMap<Entry, Finding[]>;
	/** What the result shows of an entry that would be sent, beside what it shows of one that was. */
	alsoShown?(entry: Entry): object;
}

/** What a run would do with an entry. `wouldNotBeSent`: because of other entries. */
type CheckState = 'wouldBeSent' | 'wouldBeRefused' | 'wouldNotBeSent';

/**
 * Checks the entries of all items and returns the handler that gives each item one result per
 * entry, whatever On Error says. Nothing is sent but queries, and nothing is recorded.
 * @param ofRun what concerns the run as a whole
 */
export async function beginCheck(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	{ checks }: Delivery,
	ofRun: readonly CheckStep[],
): Promise<ItemHandler> {
	const entries = items.flatMap(entriesOf);
	const runFindings = await findingsOf(ofRun);
	const itemFindings = await pLimit(concurrencyOf(context)).map(items, async (_item, index) => [
		...runFindings,
		...(await findingsOf(checks.ofItem(index))),
	]);
	const warnings = checks.ofEntries?.(entries);
	const held = new Map(entries.map((entry) => [entry, entry.to.notNow?.()]));
	const repeats = repeatsIn(entries, ({ key }) => key);
	const stopping = context.continueOnFail()
		? []
		: stoppingWarning(items, (entry) => held.get(entry) !== undefined);
	const results = items.map((item, index) => {
		const ofItem = itemFindings[index] ?? [];
		if ('reason' in item) return [resultOf({}, [problemOf(item.reason), ...ofItem], stopping)];
		return item.entries.map((entry) => resultOfEntry(entry, ofItem));
	});
	hintCounts(context, results.flat());
	return async (index) => results[index] ?? [];

	function resultOfEntry(
		entry: Entry | InvalidEntry,
		ofItem: readonly Finding[],
	): INodeExecutionData {
		const where = entry.rowIndex === undefined ? {} : { rowIndex: entry.rowIndex };
		if (!isEntry(entry))
			return resultOf(
				{ ...where, row: entry.original },
				[
					...entry.problems.map((problem) =>
						problemOf(invalidEntryError({ ...entry, problems: [problem] })),
					),
					...ofItem,
				],
				stopping,
			);
		const first = repeats.get(entry);
		const ofOthers = first
			? [
					warning(
						`An earlier row of this run has the same row key (${nameOf(first)})`,
						'This one would not be sent, and be returned with the state "sentBefore".',
					),
				]
			: stopping;
		const key = entry.key === undefined ? {} : { rowKey: entry.key };
		return resultOf(
			{ ...where, ...entry.to.shown(entry.values), ...checks.alsoShown?.(entry), ...key },
			[...problemsOf(held.get(entry)), ...(warnings?.get(entry) ?? []), ...ofItem],
			ofOthers,
		);
	}
}

/** @param ofOthers what keeps it from being sent although nothing is wrong with itself */
function resultOf(
	shown: object,
	own: readonly Finding[],
	ofOthers: readonly Finding[],
): INodeExecutionData {
	const hasProblem = own.some(({ isWarning }) => !isWarning);
	const all = withoutRepeats(hasProblem ? own : [...own, ...ofOthers]);
	const texts = (isWarning: boolean) =>
		all.filter((finding) => finding.isWarning === isWarning).map(({ text }) => text);
	const state: CheckState = hasProblem
		? 'wouldBeRefused'
		: ofOthers.length > 0
			? 'wouldNotBeSent'
			: 'wouldBeSent';
	return {
		json: { state, problems: texts(false), warnings: texts(true), ...shown } as IDataObject,
	};
}

const LISTED_ITEMS = 10;

/**
 * Where a run would stop before it sends anything: the warning for the entries that are themselves
 * in order.
 */
function stoppingWarning(
	items: readonly PreparedItem[],
	isHeld: (entry: Entry) => boolean,
): Finding[] {
	const stopping = items.flatMap((item, index) =>
		isInvalid(item) || entriesOf(item).some(isHeld) ? [index] : [],
	);
	if (stopping.length === 0) return [];
	const [verb, listed] = [
		stopping.length === 1 ? 'item has' : 'items have',
		stopping.slice(0, LISTED_ITEMS).join(', '),
	];
	return [
		warning(
			`${stopping.length} other ${verb} a problem (${listed}${stopping.length > LISTED_ITEMS ? ' …' : ''}, zero-based), so nothing would be sent`,
			'Correct them, or set On Error under Settings to Continue (using error output), so that the others are sent.',
		),
	];
}

function hintCounts(context: IExecuteFunctions, results: readonly INodeExecutionData[]): void {
	const good = results.filter(({ json }) => json.state === 'wouldBeSent').length;
	context.addExecutionHints({
		message: `Check Only is on: nothing was sent. ${good} of ${results.length} would be sent.`,
		location: 'outputPane',
	});
}
