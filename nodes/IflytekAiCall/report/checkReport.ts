import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isProblem, problemOf, withoutRepeats, type Finding } from '../../shared/aiCall/finding';
import { LOOP_MS, turns, type ItemHandler } from '../../shared/n8n/run/items';
import { definedFields } from '../../shared/values';
import type { Findings } from '../check/checkItems';
import { isInvalid, type Delivery, type PreparedItem } from '../entry/delivery';
import {
	hoursError,
	isEntry,
	Repeats,
	shownOf,
	type Entry,
	type InvalidEntry,
} from '../entry/entry';
import { rowName } from '../entry/names';
import { isFailed, leftOut, leftOutText, type Outcome } from '../entry/outcomes';
import { asFailure } from '../../shared/failure';
import { DONE, showCheck, sentBeforeText, type CheckedRow, type StopReason } from './checkHints';
import { shownInvalid } from './results';

/**
 * Shows what a run would do with each entry, and returns a handler that gives each item a result for
 * each of its entries. Findings on the whole run are shown in the hints and in the first result.
 * @param sentBefore the rows that a run would leave out, because they were sent before
 */
export async function reportCheck(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	findings: Findings,
	sentBefore: ReadonlyMap<Entry, Outcome>,
	{ checks, clock, names, sendOthers, repeat }: Delivery,
): Promise<ItemHandler> {
	const nextTurn = turns(LOOP_MS);
	const runProblem = findings.ofRun.find(isProblem);
	// These texts are shown for the whole run, and therefore not for each row.
	const runTexts = new Set(findings.ofRun.map(({ text }) => text));
	/** What happens after a row was sent. Of rows with the same text, only the first says it. */
	const saidAfterwards = new Set<string>();
	const keys = new Repeats();
	/** The findings on the run, until a row has shown them. Rows that are left out show none. */
	let unshown = findings.ofRun;
	let isAnyHeld = false;
	const rowsByItem: CheckedRow[][] = [];
	for (const [index, { entries }] of items.entries()) {
		await nextTurn();
		const ofItem = findings.ofItems[index] ?? [];
		rowsByItem.push(entries.map((entry) => checkedRow(entry, ofItem)));
	}
	showCheck(context, names, rowsByItem.flat(), {
		runFindings: findings.ofRun,
		stopReason: sendOthers ? undefined : findStopReason(),
		repeat,
	});
	return async (index) =>
		(rowsByItem[index] ?? []).map(({ json }) => ({ json: json as IDataObject }));

	/** Why a run would send nothing because of some of its rows. */
	function findStopReason(): StopReason | undefined {
		if (items.some(isInvalid) || findings.ofItems.flat().some(isProblem)) return 'problems';
		return isAnyHeld ? 'hours' : undefined;
	}

	function checkedRow(entry: Entry | InvalidEntry, ofItem: readonly Finding[]): CheckedRow {
		if (!isEntry(entry)) {
			const shown = { rowIndex: entry.rowIndex, ...shownInvalid(entry) };
			return problemRow(entry, shown, [...entry.problems.map(problemOf), ...ofItem]);
		}
		const { label, rowIndex, key, destination } = entry;
		const shown = { rowIndex, ...shownOf(entry), ...checks.alsoShown?.(entry), rowKey: key };
		const omission = leftOut(entry);
		if (omission) {
			const { state, ...more } = omission;
			return { label, state, json: rowJson(state, leftOutText(omission), { ...shown, ...more }) };
		}
		const firstWithKey = keys.firstOf(entry, key);
		const held = hoursError(destination, clock);
		isAnyHeld ||= held !== undefined;
		const found = withoutRepeats([...(checks.ofEntry?.(entry) ?? []), ...ofItem]);
		if (runProblem || found.some(isProblem)) return problemRow(entry, shown, found);
		const lists = takeLists(found);
		const row = (state: CheckedRow['state'], note: string, from?: string) => ({
			label,
			state,
			json: rowJson(state, note, { ...shown, from, ...lists }),
		});
		if (firstWithKey) {
			const note = `An earlier row has the same row key (${rowName(firstWithKey)})`;
			return { ...row('sentBefore', note), reason: 'their row key is that of an earlier row' };
		}
		const before = sentBefore.get(entry);
		if (before && isFailed(before)) {
			const { message: reason } = asFailure(before.error);
			return { ...row('unknown', reason), reason };
		}
		if (before) return row('sentBefore', sentBeforeText(repeat));
		if (held) {
			const note = `Not now: ${held.reason}. Nothing is queued`;
			return { ...row('outsideHours', note, held.details.retryAt), held };
		}
		const afterwards = checks.afterwards?.(entry);
		const sharesTask = entry.sharedWith !== undefined;
		const done = sharesTask
			? 'Shares the task of an earlier item'
			: `Would be ${names.done ?? DONE[names.method]}`;
		const isFirst = afterwards !== undefined && !saidAfterwards.has(afterwards);
		if (isFirst) saidAfterwards.add(afterwards);
		const warnings = found.filter(({ text }) => !runTexts.has(text)).map(({ message }) => message);
		const notes = [done, isFirst ? afterwards : undefined, ...warnings];
		const note = notes.filter((text) => text !== undefined).join('. ');
		return { ...row('ready', note), sharesTask, afterwards };
	}

	/** @param found the findings on the row itself and on its item */
	function problemRow(
		{ label }: Entry | InvalidEntry,
		shown: object,
		found: readonly Finding[],
	): CheckedRow {
		const reason = (found.find(isProblem) ?? runProblem)?.message;
		const lists = takeLists(withoutRepeats(found));
		const json = rowJson('problem', reason ?? '', { ...shown, ...lists });
		return { label, state: 'problem', reason, json };
	}

	/** The texts of findings on a row. The first call also returns those on the run. */
	function takeLists(own: readonly Finding[]) {
		const ofRow = own.filter(({ text }) => !runTexts.has(text));
		const all = withoutRepeats([...ofRow, ...unshown]);
		unshown = [];
		const texts = (wanted: boolean) => {
			const found = all.filter(({ isWarning }) => isWarning === wanted);
			return found.length > 0 ? found.map(({ text }) => text) : undefined;
		};
		return { problems: texts(false), warnings: texts(true) };
	}
}

/** The result of a row: its state, what it is, and one short text, before everything else. */
function rowJson(state: CheckedRow['state'], note: string, shown: object): CheckedRow['json'] {
	const { phoneNumber, taskName, ...others }: Record<string, unknown> = { ...shown };
	return definedFields({ state, phoneNumber, taskName, note, ...others });
}
