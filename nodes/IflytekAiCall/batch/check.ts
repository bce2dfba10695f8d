import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { problemOf, withoutRepeats, type Finding } from '../../shared/aiCall/finding';
import { definedFields } from '../../shared/values';
import { readConcurrency } from '../../shared/n8n/parameters/item';
import { LOOP_MS, mapConcurrently, turns, type ItemHandler } from '../../shared/n8n/run/items';
import { isInvalid, type CheckStep, type Delivery, type PreparedItem } from './delivery';
import {
	hoursError,
	isEntry,
	Repeats,
	rowName,
	shownOf,
	type Entry,
	type InvalidEntry,
} from './entry';
import { DONE, showCheck, STOP_TEXTS, type CheckedRow } from './hints';
import { leftOut, leftOutText } from './outcomes';
import { shownInvalid } from './results';

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
 * @param toSend the entries of the items that are not left out
 * @param moreFindings on the run as a whole
 * @throws LookupError if the platform could not be asked
 */
export async function beginCheck(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	toSend: readonly Entry[],
	{ checks, clock, names, sendOthers }: Delivery,
	moreFindings: readonly Finding[],
): Promise<ItemHandler> {
	const nextTurn = turns(LOOP_MS);
	const findingsByItem = await mapConcurrently(
		items,
		readConcurrency(context),
		async (_item, index) => {
			await nextTurn();
			return await findingsOf(checks.ofItem(index));
		},
	);
	const runFindings = withoutRepeats([
		...moreFindings,
		...(checks.ofRun?.(toSend) ?? []),
		...commonTo(findingsByItem),
	]);
	// These texts are shown for the whole run, and therefore not for each row.
	const runTexts = new Set(runFindings.map(({ text }) => text));
	const runProblem = runFindings.find(isProblem);
	const warnings = checks.ofEntries?.(toSend);
	/** What happens after a row was sent. Of rows with the same text, only the first says it. */
	const saidAfterwards = new Set<string>();
	const keys = new Repeats();
	/** The findings on the run, until a row has shown them. Rows that are left out show none. */
	let unshown = runFindings;
	let isAnyHeld = false;
	const rowsByItem: CheckedRow[][] = [];
	for (const [index, { entries }] of items.entries()) {
		await nextTurn();
		const itemFindings = findingsByItem[index] ?? [];
		rowsByItem.push(entries.map((entry) => checkedRow(entry, itemFindings)));
	}
	const rows = rowsByItem.flat();
	const stopReason = sendOthers ? undefined : findStopReason();
	if (stopReason)
		for (const { state, json } of rows) if (state === 'ready') json.note = STOP_TEXTS[stopReason];
	showCheck(context, names, rows, { runFindings, stopReason });
	return async (index) =>
		(rowsByItem[index] ?? []).map(({ json }) => ({ json: json as IDataObject }));

	/** Why a run would send nothing because of some of its rows. */
	function findStopReason() {
		if (items.some(isInvalid)) return 'problems';
		return isAnyHeld ? 'hours' : undefined;
	}

	function checkedRow(entry: Entry | InvalidEntry, itemFindings: readonly Finding[]): CheckedRow {
		if (!isEntry(entry)) {
			const shown = { rowIndex: entry.rowIndex, ...shownInvalid(entry) };
			return problemRow(entry, shown, [...entry.problems.map(problemOf), ...itemFindings]);
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
		const found = [...(warnings?.get(entry) ?? []), ...itemFindings];
		if (runProblem || found.some(isProblem)) return problemRow(entry, shown, found);
		const own = ownFindings(found);
		const lists = takeLists(own);
		const row = (state: CheckedRow['state'], note: string, from?: string) => ({
			label,
			state,
			json: rowJson(state, note, { ...shown, from, ...lists }),
		});
		if (firstWithKey) {
			const note = `An earlier row has the same row key (${rowName(firstWithKey)})`;
			return { ...row('sentBefore', note), reason: 'their row key is that of an earlier row' };
		}
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
		const notes = [done, isFirst ? afterwards : undefined, ...own.map(({ message }) => message)];
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
		const lists = takeLists(ownFindings(found));
		const json = rowJson('problem', reason ?? '', { ...shown, ...lists });
		return { label, state: 'problem', reason, json };
	}

	/** The texts of findings on a row. The first call also returns those on the run. */
	function takeLists(own: readonly Finding[]) {
		const all = [...own, ...unshown];
		unshown = [];
		const texts = (wanted: boolean) => {
			const found = all.filter(({ isWarning }) => isWarning === wanted);
			return found.length > 0 ? found.map(({ text }) => text) : undefined;
		};
		return { problems: texts(false), warnings: texts(true) };
	}

	/** The findings that are not shown for the whole run. */
	function ownFindings(found: readonly Finding[]): Finding[] {
		return withoutRepeats(found).filter(({ text }) => !runTexts.has(text));
	}
}

const isProblem = ({ isWarning }: Finding) => !isWarning;

/** The result of a row: its state, what it is, and one short text, before everything else. */
function rowJson(state: CheckedRow['state'], note: string, shown: object): CheckedRow['json'] {
	const { phoneNumber, taskName, ...others }: Record<string, unknown> = { ...shown };
	return definedFields({ state, phoneNumber, taskName, note, ...others });
}

/** The findings that every item has. They concern the whole run. */
function commonTo(lists: readonly (readonly Finding[])[]): Finding[] {
	const counts = new Map<string, number>();
	for (const list of lists)
		for (const { text } of withoutRepeats(list)) counts.set(text, (counts.get(text) ?? 0) + 1);
	return (lists[0] ?? []).filter(({ text }) => counts.get(text) === lists.length);
}
