import { CountMismatchError, UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import { asFailure, Failure, PlatformError } from '../../shared/failure';
import { definedFields } from '../../shared/values';
import {
	isFailed,
	itemsText,
	nameOf,
	OUTCOMES,
	positionText,
	type Entry,
	type DeliveryNames,
	type Outcome,
	type FailedOutcome,
} from './entry';

type State = Outcome['state'];

/** How many accepted IDs the advice lists at most. */
const LISTED_IN_TEXT = 50;

/** The failure of an entry that was not accepted, for its error item. */
export function entryFailure(
	names: DeliveryNames,
	entry: Entry,
	outcome: FailedOutcome | { state: 'notSent' },
): Failure {
	const failure = isFailed(outcome)
		? failedEntry(names, entry, outcome)
		: new Failure(
				`Not sent: another ${names.nouns[0]} failed or has a problem, or the execution was stopped`,
				'stopped',
				{ advice: 'It can be sent again.' },
			);
	const facts = {
		...failure.details.facts,
		state: outcome.state,
		...idOf(names, outcome),
		...(entry.rowIndex !== undefined && { rows: [entry.original] }),
	};
	return withDetails(failure, { facts });
}

/** The same failure with further facts for programs. */
export function withFacts(failure: Failure, facts: object): Failure {
	return withDetails(failure, { facts: { ...failure.details.facts, ...facts } });
}

/** The failure of an entry that was tried. It names the entries that were refused together. */
function failedEntry(names: DeliveryNames, entry: Entry, outcome: FailedOutcome): Failure {
	const failure = failureOf(names, outcome, [entry]);
	if (
		outcome.state === 'unknown' ||
		outcome.batch.length === 1 ||
		!(failure instanceof PlatformError)
	)
		return failure;
	return withDetails(failure, {
		advice:
			`${failure.details.advice ?? ''} ${outcome.batch.length} ${names.nouns[1]} were refused together: ${itemsText(outcome.batch)}.`.trim(),
	});
}

/**
 * The error of an outcome. If the outcome is unknown, an error that says so and names `entries`.
 */
function failureOf(
	{ method }: DeliveryNames,
	{ state, error }: FailedOutcome,
	entries: readonly Entry[],
): Failure {
	const reason = asFailure(error);
	if (state !== 'unknown') return reason;
	if (reason instanceof CountMismatchError || reason instanceof UnknownOutcomeError) return reason;
	return new UnknownOutcomeError(
		method,
		reason,
		method === 'createTask' ? [] : entries.map(nameOf),
	);
}

/**
 * The error of a delivery that a failure stopped. The message has the first failure and counts the
 * outcomes. The advice lists the accepted IDs and the items with other outcomes. The facts list all
 * of this in full. Undefined if nothing failed.
 */
export function failedDelivery(
	names: DeliveryNames,
	outcomes: ReadonlyMap<Entry, Outcome>,
): Failure | undefined {
	const failedOutcome = [...outcomes.values()].find(isFailed);
	if (!failedOutcome) return undefined;
	const firstFailure = failureOf(names, failedOutcome, failedOutcome.batch);
	const accepted = [...outcomes].flatMap(([entry, outcome]) =>
		outcome.state === 'accepted' ? [{ entry, id: outcome.id }] : [],
	);
	const groups = Object.entries(OUTCOMES).map(([name, named]) => ({
		state: name,
		...named,
		entries: [...outcomes].filter(([, { state }]) => state === name).map(([entry]) => entry),
	}));
	const groupsWithEntries = groups.filter(({ entries }) => entries.length > 0);
	const countedGroups = [
		...groups.filter(({ optional }) => !optional),
		...groupsWithEntries.filter(({ optional }) => optional),
	];
	const facts = {
		...firstFailure.details.facts,
		accepted: accepted.map(({ entry, id }) => ({ ...factsOf(entry), [names.idName]: id })),
		...Object.fromEntries(
			countedGroups.map(({ state, entries }) => [
				state,
				entries.map((entry) => ({ ...factsOf(entry), ...idOf(names, outcomes.get(entry)) })),
			]),
		),
	};
	if (outcomes.size === 1) return withDetails(firstFailure, { facts });
	const advice = [
		firstFailure.details.advice,
		accepted.length > 0 && acceptedText(names, accepted),
		...groupsWithEntries.map(({ list, entries }) => `${list}: ${itemsText(entries)}.`),
		'Item and row numbers are zero-based.',
	];
	const counts = [
		`${accepted.length} of ${outcomes.size} ${names.nouns[1]} accepted`,
		...countedGroups.map(({ count, entries }) => `${entries.length} ${count}`),
	];
	return withDetails(
		firstFailure,
		{ facts, advice: advice.filter(Boolean).join(' ') },
		`${firstFailure.message} (${counts.join(', ')})`,
	);
}

/** The ID of an entry that is accepted, but in a task that was not started. */
function idOf({ idName }: DeliveryNames, outcome: Outcome | undefined): object {
	return definedFields({
		[idName]: outcome?.state === 'notStarted' ? outcome.id : undefined,
	});
}

function factsOf({ item, rowIndex, label }: Entry): object {
	return { item, row: rowIndex, label };
}

function acceptedText(
	{ idName, nouns }: DeliveryNames,
	accepted: { entry: Entry; id: string }[],
): string {
	const listed = accepted
		.slice(0, LISTED_IN_TEXT)
		.map(({ entry, id }) => `${positionText(entry)}: ${id}`);
	const more =
		accepted.length > listed.length
			? `; and ${accepted.length - listed.length} more, all of them in the data of this error`
			: '';
	return `Already accepted; do not send again (${nouns[0]}: ${idName}): ${listed.join('; ')}${more}. Retry in the list of executions does not send them again.`;
}

/**
 * A line for n8n's log about a stopped execution, whose output n8n discards. The accepted ids are
 * in the lines of the batches.
 */
export function stoppedLine(
	{ nouns }: DeliveryNames,
	outcomes: ReadonlyMap<Entry, Outcome>,
): string {
	const count = (state: State) =>
		[...outcomes.values()].filter((outcome) => outcome.state === state).length;
	return `The execution was stopped. Of ${outcomes.size} ${nouns[1]} ${count('accepted')} were accepted, ${count('unknown')} unknown, ${count('notSent')} not sent`;
}

function withDetails(
	failure: Failure,
	more: Partial<Failure['details']>,
	message = failure.message,
): Failure {
	const details = { ...failure.details, ...more };
	return failure instanceof PlatformError
		? new PlatformError(message, failure.kind, details)
		: new Failure(message, failure.kind, details);
}
