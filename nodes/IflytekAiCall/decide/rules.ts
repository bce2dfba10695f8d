import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { Failure, InputError } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { Before, Doubt } from '../entry/before';
import type { Failed, Ruling } from '../entry/decision';
import type { SkipSettings } from '../entry/delivery';
import { hoursError, isEntry, type DeliveryNames, type Entry, type Row } from '../entry/entry';
import { rowName } from '../entry/names';
import { DO, SAY } from '../entry/sentences';

/** The rules that decide what becomes of a row, for a check and for a run. */

/** What is known when rows are decided. */
export interface Facts {
	names: DeliveryNames;
	clock: Clock;
	skip?: SkipSettings;
	/** What is known of rows from before this run. */
	before: ReadonlyMap<Row, Before>;
	/** What keeps the rows of an item from being sent, such as a line that has expired. */
	problemsOfItem: readonly (readonly Failure[])[];
	/** Whether blank rows are left out: not if all are blank. */
	hasFilledRows: boolean;
	/** The row of this run that is sent, or was sent before, in place of this one. */
	rivalOf(row: Entry): { row: Row; shares: 'number' | 'key' } | undefined;
	/** What keeps the whole run from being sent. */
	problemOfRun?: Failure;
}

type Rule = (row: Row, facts: Facts) => Ruling | undefined;

/** The first rule that says something decides. */
const RULES: readonly Rule[] = [
	// A blank row is no customer: nothing of it can be wrong.
	blank,
	// Who must not be called is never called, whatever else is said of the row.
	neverCall,
	// An earlier run has left it to a person. Nothing here can know better.
	leftUnknown,
	// Without number, values and script nobody can tell whether it was sent before.
	unreadableRule,
	// What was sent stays sent, also if its line expires at noon or its hours end.
	sentBefore,
	// A problem would keep it from being sent at any time, so it comes before the hours.
	problemOfItem,
	outsideHoursRule,
	// Only now, because a row that is not sent itself keeps no other one from being sent.
	duplicate,
	// Speaks against all rows alike, so that whatever is said of a single one says more.
	problemOfRun,
];

/** What becomes of a row, by what is known. `ready`: nothing speaks against it. */
export function rule(row: Row, facts: Facts): Ruling {
	for (const decide of RULES) {
		const ruling = decide(row, facts);
		if (ruling) return ruling;
	}
	return { state: 'ready' };
}

function blank({ isBlank }: Row, { hasFilledRows }: Facts): Ruling | undefined {
	return isBlank && hasFilledRows ? { state: 'blank', reason: SAY.blank } : undefined;
}

function neverCall(row: Row): Ruling | undefined {
	return row.neverCall && { state: 'neverCall', reason: SAY.neverCall };
}

function leftUnknown({ leftUnknown: details }: Row): Ruling | undefined {
	if (!details) return undefined;
	const failure = new InputError(SAY.broughtUnknown, DO.checkUnknown);
	failure.details.facts = { ...details, advice: DO.checkUnknown };
	return { state: 'unknown', failure, saysNext: true };
}

function unreadableRule(row: Row, { problemsOfItem }: Facts): Ruling | undefined {
	if (isEntry(row)) return undefined;
	const [own] = row.problems;
	// An item that could not be read at all may have a problem that explains why.
	const [ofItem = own] = problemsOfItem[row.item] ?? [];
	return row.original === undefined
		? rulingOnProblem(ofItem)
		: { ...rulingOnProblem(own), isOfRow: true };
}

function sentBefore(row: Row, facts: Facts): Ruling | undefined {
	const known = facts.before.get(row);
	return known && rulingOn(known, facts);
}

/** What becomes of a row, by what earlier runs have done. */
export function rulingOn(known: Before, { names, skip }: Pick<Facts, 'names' | 'skip'>): Ruling {
	switch (known.was) {
		case 'accepted':
			return { state: 'accepted', id: known.id, envelope: known.envelope, earlierTry: true };
		case 'sent':
			return { state: 'sentBefore', reason: sentReason(known, skip), task: known.task };
		case 'waiting': {
			const advice = DO.waitingInTask;
			const failure = new Failure(SAY.waitingInTask(known.task), 'refused', { advice });
			return { state: 'notSent', failure, saysNext: true };
		}
		case 'inDoubt':
			return { state: 'unknown', failure: doubtOf(known.doubt, names), saysNext: true };
	}
}

function sentReason(
	{ otherValues, earlierTry }: Before & { was: 'sent' },
	skip: SkipSettings | undefined,
): string {
	if (earlierTry) return SAY.sentByEarlierTry;
	if (otherValues) return SAY.sentWithOtherValues;
	return skip?.skip === 'sentKey' ? SAY.keySentBefore : SAY.sentToday;
}

/** Why nobody knows whether a row was sent, and how to find out. */
function doubtOf(doubt: Doubt, { method }: DeliveryNames): Failure {
	const failure = (message: string, advice: string) =>
		new Failure(message, 'interrupted', { advice });
	switch (doubt.why) {
		case 'interrupted':
			return failure(SAY.inDoubt, method === 'addRows' ? DO.compareTotal : DO.lookForCalls);
		case 'taskDeleted':
			return failure(SAY.taskDeleted(doubt.task), DO.lookForCalls);
		case 'taskStarted':
			return failure(SAY.taskStarted(doubt.task), DO.lookInTask(doubt.task));
	}
}

function problemOfItem({ item }: Row, { problemsOfItem }: Facts): Ruling | undefined {
	const [first] = problemsOfItem[item] ?? [];
	return first && rulingOnProblem(first);
}

/** A row that could not be looked up has no problem: it is only not sent. */
function rulingOnProblem(failure: Failure): Failed {
	return { state: failure instanceof LookupError ? 'notSent' : 'problem', failure };
}

function outsideHoursRule(row: Row, { clock }: Facts): Ruling | undefined {
	const failure = isEntry(row) ? hoursError(row.destination, clock) : undefined;
	return failure && { state: 'outsideHours', failure, saysNext: true };
}

function duplicate(row: Row, { rivalOf }: Facts): Ruling | undefined {
	const rival = isEntry(row) ? rivalOf(row) : undefined;
	if (!rival) return undefined;
	const name = rowName(rival.row);
	const reason = rival.shares === 'number' ? SAY.sameNumber(name) : SAY.sameKey(name);
	return { state: 'duplicate', reason, duplicateOf: name };
}

function problemOfRun(_row: Row, { problemOfRun: failure }: Facts): Ruling | undefined {
	return failure && rulingOnProblem(failure);
}
