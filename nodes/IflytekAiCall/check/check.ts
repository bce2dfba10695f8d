import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { problemOf, withoutRepeats, type Finding } from '../../shared/aiCall/checks';
import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { InputError } from '../../shared/failure';
import { definedFields } from '../../shared/values';
import { readConcurrency } from '../../shared/n8n/parameters';
import { mapConcurrently, pauses, type ItemHandler } from '../../shared/n8n/run/items';
import type { CheckStep, Delivery, PreparedItem } from '../batch/delivery';
import { DONE, showCheck, STOP_TEXTS, type CheckedRow } from './checkHint';
import { isEntry, repeatsIn, rowName, type Entry, type InvalidEntry } from '../batch/entry';
import { entriesToSend, isInvalid } from '../batch/prepare';
import { droppedState, droppedText, shownInvalid } from '../batch/results';

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
 * A check only sends queries, and records nothing. Findings on the whole run are shown in the hint
 * and in the first result, but not in the other results.
 * @param steps the checks of the run as a whole
 * @throws LookupError if the platform could not be asked
 */
export async function beginCheck(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	{ checks, names, sendOthers }: Delivery,
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
	const refusal = runFindings.find(({ isWarning }) => !isWarning);
	const warnings = checks.ofEntries?.(entries);
	/** Entries that must not be sent at this moment, each with the reason. */
	const held = new Map<Entry, OutsideHoursError>();
	for (const entry of entries) {
		await pause();
		const reason = entry.destination.whyNotNow?.();
		if (reason) held.set(entry, reason);
	}
	// What happens after all rows alike stands once, in the hint.
	const sequels = new Set(entries.map((entry) => checks.afterwards?.(entry)));
	const showsSequel = sequels.size > 1 || entries.length === 1;
	const repeats = repeatsIn(entries, ({ key }) => key);
	const onlySomeWait = held.size > 0 && held.size < entries.length;
	const stopReason = sendOthers ? undefined : findStopReason(items, onlySomeWait);
	const rowsByItem: CheckedRow[][] = [];
	for (const [index, item] of items.entries()) {
		await pause();
		const itemFindings = findingsByItem[index] ?? [];
		rowsByItem.push(
			'reason' in item
				? [problemRow(`item ${index}`, {}, [problemOf(item.reason), ...itemFindings])]
				: item.entries.map((entry) => checkedEntry(entry, itemFindings)),
		);
	}
	const allRows = rowsByItem.flat();
	// Rows that are left out have no lists of problems and warnings.
	const first = allRows.find(({ state }) => state !== 'duplicate' && state !== 'neverCall');
	if (first) addFindings(first, runFindings);
	showCheck(context, names, allRows, { runFindings, stopReason });
	return async (index) =>
		(rowsByItem[index] ?? []).map(({ json }) => ({ json: json as IDataObject }));

	function checkedEntry(entry: Entry | InvalidEntry, itemFindings: readonly Finding[]): CheckedRow {
		if (!isEntry(entry)) {
			const problems = entry.problems.map(({ reason, advice }) =>
				problemOf(new InputError(reason, advice)),
			);
			const shown = { rowIndex: entry.rowIndex, ...shownInvalid(entry) };
			return problemRow(entry.label, shown, [...problems, ...itemFindings], entry);
		}
		const { label, rowIndex, key, destination, values } = entry;
		const shown = {
			rowIndex,
			...destination.shown(values),
			...checks.alsoShown?.(entry),
			rowKey: key,
		};
		const dropped = droppedState(entry);
		if (dropped) {
			const { state, ...more } = dropped;
			return {
				label,
				entry,
				state,
				json: rowJson(state, droppedText(dropped), { ...shown, ...more }),
			};
		}
		const found = [...(warnings?.get(entry) ?? []), ...itemFindings];
		if (refusal !== undefined || found.some(({ isWarning }) => !isWarning))
			return problemRow(label, shown, found, entry);
		const firstWithKey = repeats.get(entry);
		const wait = held.get(entry);
		const [state, note]: [CheckedRow['state'], string] = firstWithKey
			? ['sentBefore', `An earlier row has the same row key (${rowName(firstWithKey)})`]
			: wait
				? ['outsideHours', `Not now: ${wait.reason}. Nothing is queued`]
				: ['ready', stopReason ? STOP_TEXTS[stopReason] : readyNote(entry, found)];
		const from = state === 'outsideHours' ? wait?.details.retryAt : undefined;
		const lists = textsOf(ownFindings(found));
		return {
			label,
			entry,
			state,
			...(state === 'outsideHours' && { held: wait }),
			...(state === 'ready' && { afterwards: checks.afterwards?.(entry) }),
			json: rowJson(state, note, { ...shown, from, ...lists }),
		};
	}

	/** @param found the findings on the row itself and on its item */
	function problemRow(
		label: string | undefined,
		shown: object,
		found: readonly Finding[],
		entry?: Entry | InvalidEntry,
	): CheckedRow {
		const ownProblem = found.find(({ isWarning }) => !isWarning);
		const reason = (ownProblem ?? refusal)?.message;
		const lists = textsOf(ownFindings(found));
		const json = rowJson('problem', reason ?? '', { ...shown, ...lists });
		return { label, entry, state: 'problem', reason, json };
	}

	/** The findings that are not shown for the whole run. */
	function ownFindings(found: readonly Finding[]): Finding[] {
		return withoutRepeats(found).filter(({ text }) => !runTexts.has(text));
	}

	function readyNote(entry: Entry, found: readonly Finding[]): string {
		const text = entry.sharedWith
			? 'Shares the task of an earlier item'
			: `Would be ${names.done ?? DONE[names.method]}`;
		return [
			text,
			...(checks.afterwards && showsSequel ? [checks.afterwards(entry)] : []),
			...ownFindings(found).map(({ message }) => message),
		].join('. ');
	}
}

/** The result of a row: its state, what it is, and one short text, before everything else. */
function rowJson(state: CheckedRow['state'], note: string, shown: object): CheckedRow['json'] {
	const { phoneNumber, taskName, ...others }: Record<string, unknown> = { ...shown };
	return definedFields({ state, phoneNumber, taskName, note, ...others });
}

/**
 * Why a run that does not send the others would send nothing; undefined if this cannot happen.
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

/** The texts of findings. A list without any is undefined. */
function textsOf(findings: readonly Finding[]): Pick<CheckedRow['json'], 'problems' | 'warnings'> {
	const texts = (isWarning: boolean) => {
		const found = findings.filter((finding) => finding.isWarning === isWarning);
		return found.length > 0 ? found.map(({ text }) => text) : undefined;
	};
	return { problems: texts(false), warnings: texts(true) };
}

/** Adds findings on the run to the result of a row. */
function addFindings({ json }: CheckedRow, findings: readonly Finding[]): void {
	const { problems, warnings } = textsOf(findings);
	if (problems) json.problems = [...(json.problems ?? []), ...problems];
	if (warnings) json.warnings = [...(json.warnings ?? []), ...warnings];
}
