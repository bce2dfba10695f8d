import { codeMeaning } from '../../shared/aiCall/protocol/aiCallCodes';
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
const NAMED_ROWS = 3;

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
	const stated = errorOf(names, cause, failed, outcomes, isRemembered);
	const error = isRemembered ? stated : withoutAccepted(names, stated, outcomes);
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
	if (isFaultOfOneRow(cause.error) && outcomes.size > 1) {
		const refused = failed.filter(([, { error }]) => isFaultOfOneRow(error)).map(([row]) => row);
		return refusedRows(names, cause.error, refused, outcomes.size, stateText(names, outcomes));
	}
	const same = failed.filter(
		([, { state, error }]) => state === cause.state && sameKind(error, cause.error),
	);
	const failure = failureOf(names, cause, same.length);
	if (outcomes.size === 1) return failure;
	const leftOut = isRemembered ? `: ${names.nouns[1]} that were sent are left out` : '';
	const again = `Then run it again${leftOut}.`;
	const advice = [stateText(names, outcomes), failure.details.advice, again];
	return withAdvice(failure, advice.filter(Boolean).join(' '));
}

/** A run that does not remember what was sent would send it again. */
function withoutAccepted(names: DeliveryNames, failure: Failure, outcomes: Outcomes): Failure {
	const isAny = (wanted: Outcome['state']) =>
		[...outcomes.values()].some(({ state }) => state === wanted);
	if (outcomes.size === 1 || !(isAny('accepted') || isAny('unknown'))) return failure;
	const which = isAny('unknown') ? 'were or may have been accepted' : 'were accepted';
	const again = names.method === 'createTask' ? 'created' : 'sent';
	const note = `Leave out the ${names.nouns[1]} that ${which}: they would be ${again} again.`;
	return withAdvice(failure, `${failure.details.advice ?? ''} ${note}`.trim());
}

const sameKind = (one: unknown, other: unknown) =>
	one === other ||
	(one instanceof Failure && other instanceof Failure && one.message === other.message);

/**
 * The error of rows that the platform has refused, each on its own.
 * @param error the refusal of one of them
 * @param total how many rows there were
 * @param whatHappened what became of the other rows
 */
export function refusedRows(
	{ nouns }: DeliveryNames,
	error: Failure,
	refused: readonly Entry[],
	total: number,
	whatHappened: string,
): Failure {
	const { code = '', desc = '' } = error.details;
	const says = desc === '' ? '' : `, the platform says: ${desc}`;
	const rows = `${refused.length} of ${counted(total, nouns)}: ${namesText(refused, NAMED_ROWS)}`;
	const message = `The AI call platform refused ${rows} (${codeMeaning(code)}, code ${code}${says})`;
	const advice = `${whatHappened} Correct or remove what was refused, then run it again.`.trim();
	return new PlatformError(message, error.kind, { ...error.details, advice });
}

/** What became of the entries: `Of 120 rows, 70 were accepted, 1 rejected, 49 not sent.` */
function stateText({ nouns }: DeliveryNames, outcomes: Outcomes): string {
	const count = (wanted: Outcome['state']) =>
		[...outcomes.values()].filter(({ state }) => state === wanted).length;
	const others = Object.entries(OUTCOMES)
		.map(([state, { text }]) => ({ text, rows: count(state as Outcome['state']) }))
		.filter(({ rows }) => rows > 0)
		.map(({ text, rows }) => `${rows} ${text}`);
	const parts = [`${count('accepted')} accepted`, ...others];
	return `Of ${counted(outcomes.size, nouns)}: ${parts.join(', ')}.`;
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
