import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { problemOf, warning, withoutRepeats, type Finding } from '../../shared/aiCall/checks';
import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { readConcurrency } from '../../shared/n8n/parameters';
import { mapConcurrently, pauses, type ItemHandler } from '../../shared/n8n/run/items';
import type { CheckStep, Delivery, PreparedItem } from '../batch/delivery';
import { showCheck, type CheckedRow } from './checkHint';
import {
	isEntry,
	nameOf,
	repeatsIn,
	shownEntry,
	type Entry,
	type InvalidEntry,
} from '../batch/entry';
import { entriesToSend, isInvalid, problemErrors } from '../batch/prepare';
import { droppedState } from '../batch/results';

async function findingsOf(steps: readonly CheckStep[]): Promise<Finding[]> {
	const results = await Promise.allSettled(steps.map(async (step) => (await step()) ?? []));
	return results.flatMap((result) => {
		if (result.status === 'fulfilled') return result.value;
		if (result.reason instanceof LookupError) throw result.reason;
		return [problemOf(result.reason)];
	});
}

/**
 * Checks the entries of all items and returns a handler that gives each item one result per entry.
 * It does so whatever On Error is set to. A check only sends queries, and records nothing. Findings
 * on the whole run are shown in the hint and in the first result, but not in the other results.
 * @param steps the checks of the run as a whole
 * @throws LookupError if the platform could not be asked
 */
export async function beginCheck(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	{ checks, names }: Delivery,
	steps: readonly CheckStep[],
): Promise<ItemHandler> {
	const entries = items.flatMap(entriesToSend);
	const pause = pauses();
	const findingsByItem = await mapConcurrently(
		items,
		readConcurrency(context),
		async (_item, index) => {
			await pause();
			return await findingsOf(checks.ofItem(index));
		},
	);
	await pause();
	const runFindings = withoutRepeats([
		...(await findingsOf(steps)),
		...(checks.ofRun?.(entries) ?? []),
		...commonTo(findingsByItem),
	]);
	// These texts are shown for the whole run, and therefore not for each row.
	const runTexts = new Set(runFindings.map(({ text }) => text));
	const isRunRefused = runFindings.some(({ isWarning }) => !isWarning);
	const warnings = checks.ofEntries?.(entries);
	/** Entries that must not be sent at this moment, each with the reason. */
	const held = new Map<Entry, OutsideHoursError>();
	for (const entry of entries) {
		await pause();
		const reason = entry.destination.whyNotNow?.();
		if (reason) held.set(entry, reason);
	}
	const repeats = repeatsIn(entries, ({ key }) => key);
	const onlySomeWait = held.size > 0 && held.size < entries.length;
	const stopReason = context.continueOnFail() ? undefined : findStopReason(items, onlySomeWait);
	const rowsByItem: CheckedRow[][] = [];
	for (const [index, item] of items.entries()) {
		await pause();
		const itemFindings = findingsByItem[index] ?? [];
		rowsByItem.push(
			'reason' in item
				? [checkedRow(index, {}, [problemOf(item.reason), ...itemFindings])]
				: item.entries.map((entry) => checkedEntry(index, entry, itemFindings)),
		);
	}
	const allRows = rowsByItem.flat();
	// Rows that are dropped have no lists of problems and warnings.
	const firstWithLists = allRows.find(({ json: { problems } }) => problems !== undefined);
	if (firstWithLists) addFindings(firstWithLists, runFindings);
	showCheck(context, names, allRows, { runFindings, stopReason });
	return async (index) =>
		(rowsByItem[index] ?? []).map(({ json }) => ({ json: json as IDataObject }));

	function checkedEntry(
		item: number,
		entry: Entry | InvalidEntry,
		itemFindings: readonly Finding[],
	): CheckedRow {
		if (!isEntry(entry)) {
			const problems = problemErrors(entry).map(problemOf);
			return checkedRow(item, shownEntry(entry), [...problems, ...itemFindings], entry);
		}
		const shown = {
			...shownEntry(entry),
			...checks.alsoShown?.(entry),
			...(entry.key !== undefined && { rowKey: entry.key }),
		};
		const dropped = droppedState(entry);
		if (dropped) return { item, entry, state: dropped.state, json: { ...dropped, ...shown } };
		return checkedRow(item, shown, [...(warnings?.get(entry) ?? []), ...itemFindings], entry);
	}

	/** @param found the findings on the row itself and on its item */
	function checkedRow(
		item: number,
		shown: object,
		found: readonly Finding[],
		entry?: Entry | InvalidEntry,
	): CheckedRow {
		const valid = entry && isEntry(entry) ? entry : undefined;
		const firstWithKey = valid && repeats.get(valid);
		const ownFindings = withoutRepeats(found).filter(({ text }) => !runTexts.has(text));
		const from = valid && held.get(valid)?.details.retryAt;
		const state = stateOf(found, valid);
		return {
			item,
			entry,
			state,
			from,
			repeatsKey: firstWithKey !== undefined,
			json: {
				state,
				...(from !== undefined && { from }),
				...textsOf(firstWithKey ? [...ownFindings, sameKeyWarning(firstWithKey)] : ownFindings),
				...shown,
			},
		};
	}

	function stateOf(found: readonly Finding[], entry: Entry | undefined): CheckedRow['state'] {
		if (isRunRefused || !entry || found.some(({ isWarning }) => !isWarning))
			return 'wouldBeRefused';
		if (repeats.has(entry) || stopReason === 'problems') return 'wouldNotBeSent';
		if (held.has(entry)) return 'wouldWait';
		return stopReason === 'hours' ? 'wouldNotBeSent' : 'wouldBeSent';
	}
}

/**
 * Why a run that stops at errors would send nothing; undefined if this cannot happen.
 * @param onlySomeWait whether some rows must wait and others need not
 */
function findStopReason(items: readonly PreparedItem[], onlySomeWait: boolean) {
	if (items.some(isInvalid)) return 'problems';
	return onlySomeWait ? 'hours' : undefined;
}

/** The findings that every item has. They concern the whole run. */
function commonTo(lists: readonly (readonly Finding[])[]): Finding[] {
	const counts = new Map<string, number>();
	for (const list of lists)
		for (const { text } of withoutRepeats(list)) counts.set(text, (counts.get(text) ?? 0) + 1);
	return (lists[0] ?? []).filter(({ text }) => counts.get(text) === lists.length);
}

function textsOf(findings: readonly Finding[]): { problems: string[]; warnings: string[] } {
	const texts = (isWarning: boolean) =>
		findings.filter((finding) => finding.isWarning === isWarning).map(({ text }) => text);
	return { problems: texts(false), warnings: texts(true) };
}

/** Adds findings on the run to the result of a row. */
function addFindings({ json }: CheckedRow, findings: readonly Finding[]): void {
	const { problems, warnings } = textsOf(findings);
	json.problems?.push(...problems);
	json.warnings?.push(...warnings);
}

function sameKeyWarning(first: Entry): Finding {
	return warning(
		`An earlier row of this run has the same row key (${nameOf(first)})`,
		'This one would not be sent, and be returned with the state "sentBefore".',
	);
}
