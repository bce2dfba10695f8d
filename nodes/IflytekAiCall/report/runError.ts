import { codeMeaning } from '../../shared/aiCall/protocol/aiCallCodes';
import { HOW_TO_FIND } from '../../shared/aiCall/protocol/aiCallErrors';
import { isFaultOfOneRow } from '../../shared/aiCall/protocol/retryPolicy';
import { asFailure, Failure, PlatformError, type FailureDetails } from '../../shared/failure';
import { definedFields } from '../../shared/values';
import type { Outcomes } from '../entry/audit';
import type { Delivery } from '../entry/delivery';
import type { DeliveryNames, Entry } from '../entry/entry';
import { counted, namesText } from '../entry/names';
import { isFailed, OUTCOMES, type FailedOutcome, type Outcome } from '../entry/outcomes';
import { failureOf } from './entryFailure';

/** Of many refused rows only the first are named. The data of the error has all of them. */
const NAMED_ROWS = 2;

/**
 * The error of a run that a failure stopped: its cause, what was sent, and the next step. The facts
 * list the entries of each state in full. Undefined if nothing failed.
 */
export function runError(
	{ names, repeat }: Pick<Delivery, 'names' | 'repeat'>,
	outcomes: Outcomes,
): { index: number; error: Failure } | undefined {
	const failed = [...outcomes].filter((pair): pair is [Entry, FailedOutcome] => isFailed(pair[1]));
	const [first] = failed;
	if (!first) return undefined;
	const index = failed.reduce((lowest, [{ item }]) => Math.min(lowest, item), first[0].item);
	// What a campaign says of itself is the cause of all its rows.
	const [, cause] = failed.find(([, { saysAll }]) => saysAll) ?? first;
	const isRemembered = repeat !== undefined && repeat.repeat !== 'eachRun';
	const error = errorOf(names, cause, failed, outcomes, isRemembered);
	return { index, error: withFacts(error, factsOf(names, outcomes)) };
}

function errorOf(
	names: DeliveryNames,
	cause: FailedOutcome,
	failed: readonly [Entry, FailedOutcome][],
	outcomes: Outcomes,
	isRemembered: boolean,
): Failure {
	if (cause.saysAll) {
		const error = asFailure(cause.error);
		const isAnyAccepted = [...outcomes.values()].some(({ state }) => state === 'accepted');
		const advice = `${stateText(names, outcomes)} ${error.details.advice ?? ''}`;
		return isAnyAccepted ? withAdvice(error, advice.trim()) : error;
	}
	if (outcomes.size === 1) return failureOf(names, cause, 1);
	const others = stateText(names, outcomes, cause.state);
	if (isFaultOfOneRow(cause.error)) {
		const refused = failed.filter(([, { error }]) => isFaultOfOneRow(error)).map(([row]) => row);
		const again = runAgain(names, outcomes, isRemembered);
		return refusedRows(names, cause.error, refused, outcomes.size, others, again);
	}
	const reason = reasonOf(cause);
	const count = failed.filter(([, outcome]) => reasonOf(outcome) === reason).length;
	const failure = failureOf(names, cause, count);
	const isUnknown = cause.state === 'unknown';
	// Where nothing is remembered, there is nothing that was interrupted.
	const next =
		isUnknown && !isRemembered ? HOW_TO_FIND[names.method] : (failure.details.advice ?? '');
	const what = isUnknown ? others : stateText(names, outcomes);
	const again = thenAgain(next, runAgain(names, outcomes, isRemembered));
	const inState = failed.filter(([, { state }]) => state === cause.state).length;
	const unlike = isUnknown ? otherReasons(inState - count) : '';
	return withAdvice(failure, [what, unlike, next, again].filter(Boolean).join(' '));
}

/** Rows that are `unknown` for another reason need another step, before any of them is sent again. */
function otherReasons(count: number): string {
	return count > 0
		? `${count} more unknown for other reasons: On Error > Continue shows them.`
		: '';
}

/** The last sentence of an advice, unless the advice says already that it is run again. */
export function thenAgain(advice: string, again = 'run it again'): string {
	return /(run it|send it|try) again/i.test(advice) ? '' : `Then ${again}.`;
}

/** Each Run sends all rows again, and Create creates all tasks: not those that were accepted. */
function runAgain({ nouns }: DeliveryNames, outcomes: Outcomes, isRemembered: boolean): string {
	const isSent = ({ state }: Outcome) => state === 'accepted' || state === 'unknown';
	if (![...outcomes.values()].some(isSent)) return 'run it again';
	return isRemembered
		? 'run it again: what was sent is left out'
		: `run it again without the ${nouns[1]} that were accepted`;
}

/** The same for rows that failed for the same reason. */
function reasonOf({ state, error }: FailedOutcome): string {
	const { message, details } = asFailure(error);
	return JSON.stringify([state, message, details.advice]);
}

/**
 * The error of rows that the platform has refused, each on its own.
 * @param error the refusal of one of them
 * @param total how many rows there were
 * @param whatHappened what became of the other rows
 * @param again how to run it again
 */
export function refusedRows(
	{ nouns }: DeliveryNames,
	error: Failure,
	refused: readonly Entry[],
	total: number,
	whatHappened: string,
	again = 'run it again',
): Failure {
	const { code = '', desc = '' } = error.details;
	const says = desc === '' ? '' : `, the platform says: ${desc}`;
	const rows = `${refused.length} of ${counted(total, nouns)}: ${namesText(refused, NAMED_ROWS)}`;
	const message = `The AI call platform refused ${rows} (${codeMeaning(code)}, code ${code}${says})`;
	const advice = `${whatHappened} Correct or remove what was refused, then ${again}.`.trim();
	return new PlatformError(message, error.kind, { ...error.details, advice });
}

/**
 * What became of the entries: `Of 120 rows: 70 accepted, 50 not sent.`
 * @param said the state that the message has counted
 */
function stateText({ nouns }: DeliveryNames, outcomes: Outcomes, said?: Outcome['state']): string {
	const count = (wanted: string) =>
		[...outcomes.values()].filter(({ state }) => state === wanted).length;
	const parts = [
		['accepted', 'accepted'],
		...Object.entries(OUTCOMES).map(([state, { text }]) => [state, text]),
	]
		.filter(([state = '']) => state !== said && count(state) > 0)
		.map(([state = '', text]) => `${count(state)} ${text}`);
	if (parts.length === 0) return '';
	if (said !== undefined && parts.length === 1 && count('accepted') > 0)
		return 'The others were accepted.';
	const whole = said === undefined ? counted(outcomes.size, nouns) : 'the others';
	return `Of ${whole}: ${parts.join(', ')}.`;
}

/** For each state its entries, with their IDs. */
function factsOf({ idName }: DeliveryNames, outcomes: Outcomes): Record<string, unknown> {
	const facts: Record<string, unknown> = {};
	for (const state of ['accepted', ...Object.keys(OUTCOMES)]) {
		const rows = [...outcomes].filter(([, outcome]) => outcome.state === state);
		if (rows.length === 0) continue;
		facts[state] = rows.map(([{ item, rowIndex, label }, outcome]) => {
			const id = 'id' in outcome ? outcome.id : undefined;
			return definedFields({ item, row: rowIndex, label, [idName]: id });
		});
	}
	return facts;
}

function withFacts(failure: Failure, facts: Record<string, unknown>): Failure {
	return copyOf(failure, { facts: { ...failure.details.facts, ...facts } });
}

export function withAdvice(failure: Failure, advice: string): Failure {
	return copyOf(failure, { advice });
}

/** The outcomes of several rows share an error, so it is not changed. */
function copyOf({ message, kind, details }: Failure, more: Partial<FailureDetails>): Failure {
	return new Failure(message, kind, { ...details, ...more });
}
