import { CountMismatchError, UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import { asFailure, Failure, PlatformError } from '../../shared/failure';
import { definedFields } from '../../shared/values';
import { itemsText, nameOf, positionText, type DeliveryNames, type Entry } from './entry';
import { isFailed, OUTCOMES, type FailedOutcome, type Outcome } from './outcomes';

/** How many accepted IDs the advice lists at most. */
const LISTED_IN_TEXT = 50;

/** The failure of an entry that was not accepted, for its error item. */
export function entryFailure(
	names: DeliveryNames,
	entry: Entry,
	outcome: FailedOutcome | { state: 'notSent' },
): Failure {
	if (!isFailed(outcome))
		return new Failure(
			`Not sent: another ${names.nouns[0]} failed or has a problem, or the execution was stopped`,
			'stopped',
			{ advice: 'It can be sent again.' },
		);
	const failure = failureOf(names, outcome, [entry]);
	const { batch, state } = outcome;
	if (state === 'unknown' || batch.length === 1 || !(failure instanceof PlatformError))
		return failure;
	const together = `${batch.length} ${names.nouns[1]} were refused together: ${itemsText(batch)}.`;
	const advice = `${failure.details.advice ?? ''} ${together}`.trim();
	return withDetails(failure, { advice });
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
	const saysItself = reason instanceof CountMismatchError || reason instanceof UnknownOutcomeError;
	if (state !== 'unknown' || saysItself) return reason;
	const rows = method === 'createTask' ? [] : entries.map(nameOf);
	return new UnknownOutcomeError(method, reason, rows);
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
	const inState = (wanted: string) => [...outcomes].filter(([, { state }]) => state === wanted);
	const accepted = inState('accepted');
	const groups = Object.entries(OUTCOMES)
		.map(([state, { text, optional = false }]) => ({ state, text, optional, rows: inState(state) }))
		.filter(({ optional, rows }) => !optional || rows.length > 0)
		.sort((a, b) => Number(a.optional) - Number(b.optional));
	const facts = { ...firstFailure.details.facts };
	for (const { state, rows } of [{ state: 'accepted', rows: accepted }, ...groups])
		facts[state] = rows.map(([{ item, rowIndex, label }, outcome]) =>
			definedFields({ item, row: rowIndex, label, [names.idName]: idOf(outcome) }),
		);
	if (outcomes.size === 1) return withDetails(firstFailure, { facts });
	const advice = [
		firstFailure.details.advice,
		accepted.length > 0 && acceptedText(names, accepted),
		...groups
			.filter(({ rows }) => rows.length > 0)
			.map(({ text, rows }) => {
				const items = itemsText(rows.map(([entry]) => entry));
				return `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${items}.`;
			}),
		'Item and row numbers are zero-based.',
	];
	const counts = [
		`${accepted.length} of ${outcomes.size} ${names.nouns[1]} accepted`,
		...groups.map(({ text, rows }) => `${rows.length} ${text}`),
	];
	return withDetails(
		firstFailure,
		{ facts, advice: advice.filter(Boolean).join(' ') },
		`${firstFailure.message} (${counts.join(', ')})`,
	);
}

/** The ID of an entry that was accepted in this run. */
const idOf = (outcome: Outcome) =>
	outcome.state === 'accepted' || outcome.state === 'notStarted' ? outcome.id : undefined;

function acceptedText(
	{ idName, nouns }: DeliveryNames,
	accepted: readonly [Entry, Outcome][],
): string {
	const listed = accepted
		.slice(0, LISTED_IN_TEXT)
		.map(([entry, outcome]) => `${positionText(entry)}: ${idOf(outcome)}`);
	const more =
		accepted.length > listed.length
			? `; and ${accepted.length - listed.length} more, all of them in the data of this error`
			: '';
	return `Already accepted; do not send again (${nouns[0]}: ${idName}): ${listed.join('; ')}${more}. Retry in the list of executions does not send them again.`;
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
