import { isFaultOfOneRow, statusWithoutCode } from '../../shared/aiCall/protocol/retryPolicy';
import { momentText } from '../../shared/aiCall/time/momentTexts';
import { Failure, InputError } from '../../shared/failure';
import { definedFields } from '../../shared/values';
import { isFailed, type Decisions } from '../entry/decision';
import type { Delivery } from '../entry/delivery';
import { takenWord, type DeliveryNames, type Row } from '../entry/entry';
import { NAMED_ROWS, namesText, nameWithPlace } from '../entry/names';
import { COUNTED_STATES, counted, RUN } from '../entry/sentences';
import { failedGroups, shortReason, stateCounts, type FailedGroup } from './counts';
import { earliestOf } from './hints';

/** The error of a run. */

/** How many words an error has, besides the customers that it names. */
const MAX_WORDS = 60;

/**
 * The error of a run of which rows failed: what was wrong and how many rows it concerns, what became of
 * the others, and the next step. The facts list the rows of each state. Undefined if nothing failed.
 */
export function runError(
	delivery: Pick<Delivery, 'names' | 'skip' | 'sendOthers'>,
	rows: readonly Row[],
	decisions: Decisions,
): Failure | undefined {
	const groups = failedGroups(rows, decisions);
	const [main] = groups;
	if (!main) return undefined;
	const isAll = main.rows.length === rows.length;
	const { failure } = main;
	const message = isAll ? failure.message : headline(delivery.names, main, rows.length);
	const named = groups.filter(isOfRows).flatMap((group) => group.rows);
	const isAnyNamed = named.length > 0 && !isAll;
	const affected = isAnyNamed ? [RUN.customers(namesText(named, nameWithPlace))] : [];
	const left = leftOf(rows, decisions);
	const next = nextStep(delivery, main, rows, decisions);
	const room = MAX_WORDS - wordsIn(message, ...left, next);
	const outcome = outcomeOf(delivery.names, main, rows, decisions, room);
	const reasons = otherReasons(groups.slice(1), room - wordsIn(...outcome));
	const advice = [...affected, ...reasons, ...outcome, ...left, next];
	const facts = {
		...failure.details.facts,
		state: main.state,
		...factsOf(delivery.names, rows, decisions),
	};
	const details = { ...failure.details, advice: advice.filter(Boolean).join(' '), facts };
	return failure instanceof InputError
		? Object.assign(new InputError(message), { details })
		: new Failure(message, failure.kind, details);
}

/** Whether it helps to know which rows these are: of many with a failure in common it does not. */
function isOfRows({ rows, isOfRow, failure }: FailedGroup): boolean {
	return rows.length <= NAMED_ROWS || isOfRow === true || isFaultOfOneRow(failure);
}

function headline(
	names: DeliveryNames,
	{ state, rows, failure, cause }: FailedGroup,
	total: number,
): string {
	const whole = counted(total, names.nouns);
	if (state === 'unknown' && !cause) return RUN.inDoubt(rows.length, whole, failure.message);
	const isTurnedBack = state === 'notAccepted' && statusWithoutCode(cause ?? failure) !== undefined;
	const say = RUN[isTurnedBack ? 'turnedBack' : state];
	const what = say(rows.length, whole, takenWord(names));
	return `${what}: ${shortReason(cause ?? failure)}`;
}

/** The reasons of other rows, as far as there is room for so many words. */
function otherReasons(groups: readonly FailedGroup[], room: number): string[] {
	const parts = groups.map(({ rows, failure }) =>
		RUN.reason(counted(rows.length), shortReason(failure)),
	);
	for (let shown = parts.length; shown >= 0; shown--) {
		const more = parts.length - shown;
		const texts = [...parts.slice(0, shown), ...(more > 0 ? [RUN.moreReasons(more)] : [])];
		if (wordsIn(...texts) <= room) return texts;
	}
	return [];
}

const wordsIn = (...texts: string[]) => texts.join(' ').match(/\S+/g)?.length ?? 0;

/** Whether anything was sent, and what became of the other rows. */
function outcomeOf(
	names: DeliveryNames,
	{ rows: named }: FailedGroup,
	rows: readonly Row[],
	decisions: Decisions,
	room: number,
): string[] {
	const isAnySent = rows.some((row) => isSentNow(decisions, row));
	const denial = isAnySent ? [] : [names.done === 'called' ? RUN.nobodyCalled : RUN.nothingSent];
	const isNamed = new Set(named);
	const others = rows.filter((row) => !isNamed.has(row));
	if (others.length === 0) return denial;
	if (decisions.in(others, 'accepted').length === others.length) return [RUN.othersAccepted];
	if (!isAnySent && isOnlyNotSent(others, decisions)) return denial;
	return [...denial, countsOf(others, decisions, room - wordsIn(...denial))];
}

/** How many rows have each state. States for which there is no room are summed up. */
function countsOf(rows: readonly Row[], decisions: Decisions, room: number): string {
	const states = stateCounts(rows, decisions);
	for (let shown = states.length; ; shown--) {
		const rest = states.slice(shown).reduce((sum, { count }) => sum + count, 0);
		const texts = states.slice(0, shown).map(({ text }) => text);
		const counts = RUN.others(rest > 0 ? [...texts, RUN.more(rest)] : texts);
		if (wordsIn(counts) <= room || shown <= 1) return counts;
	}
}

/** Whether this run has sent a row, as far as it knows. */
function isSentNow(decisions: Decisions, row: Row): boolean {
	const decision = decisions.of(row);
	return decision.state === 'accepted' || (isFailed(decision) && decision.cause !== undefined);
}

/** Whether it goes without saying what became of these rows: they were not sent, as all others. */
function isOnlyNotSent(rows: readonly Row[], decisions: Decisions): boolean {
	return decisions.in(rows, 'notSent', 'problem', 'notAccepted').length === rows.length;
}

/** What is left of campaigns that failed. */
function leftOf(rows: readonly Row[], decisions: Decisions): string[] {
	const all = rows.map((row) => decisions.of(row));
	return [...new Set(all.flatMap((one) => (isFailed(one) && one.left) || []))];
}

function nextStep(
	{ names, skip, sendOthers }: Pick<Delivery, 'names' | 'skip' | 'sendOthers'>,
	main: FailedGroup,
	rows: readonly Row[],
	decisions: Decisions,
): string {
	const isRemembered = skip !== undefined && skip.skip !== 'none';
	const isAnyAccepted = decisions.in(rows, 'accepted').length > 0;
	const { advice = '' } = main.failure.details;
	const held = main.state === 'outsideHours' ? earliestOf(rows, decisions) : undefined;
	if (held) {
		const isAnySent = isAnyAccepted || decisions.in(rows, 'sentBefore').length > 0;
		return hoursStep(momentText(held.retryAt, held.at), isAnySent, isRemembered);
	}
	if (main.saysNext) return advice;
	const again = againStep(names, isAnyAccepted, isRemembered);
	const next = [advice, again].filter(Boolean).join(' ');
	const canSendOthers = main.state === 'problem' && !sendOthers && skip !== undefined;
	const isAnyReady = rows.some((row) => isFollowing(decisions, row));
	return canSendOthers && isAnyReady ? `${next} ${RUN.orSendOthers}` : next;
}

function isFollowing(decisions: Decisions, row: Row): boolean {
	const decision = decisions.of(row);
	return isFailed(decision) && decision.isFollowing === true;
}

/** How to run it again: only what was not accepted. */
function againStep(
	{ nouns }: DeliveryNames,
	isAnyAccepted: boolean,
	isRemembered: boolean,
): string {
	if (!isAnyAccepted) return RUN.again;
	return isRemembered ? RUN.againLeavesOut : RUN.againWithout(nouns[1]);
}

/** A new run on another day would send all rows, a retry sends the rest. */
function hoursStep(from: string, isAnySent: boolean, isRemembered: boolean): string {
	if (!isAnySent) return RUN.againFrom(from);
	return isRemembered ? RUN.retryFrom(from) : RUN.againWithoutFrom(from);
}

/** For each state its rows, with their IDs. */
function factsOf(
	{ idName }: DeliveryNames,
	rows: readonly Row[],
	decisions: Decisions,
): Record<string, unknown> {
	const facts: Record<string, unknown> = {};
	for (const state of COUNTED_STATES) {
		const own = decisions.in(rows, state);
		if (own.length === 0) continue;
		facts[state] = own.map((row) => {
			const decision = decisions.of(row);
			const id = decision.state === 'accepted' ? decision.id : undefined;
			return definedFields({
				item: row.item,
				row: row.rowIndex,
				label: row.label,
				[idName]: id,
			});
		});
	}
	return facts;
}
