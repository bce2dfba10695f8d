import { CountMismatchError, UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import { asFailure, Failure } from '../../shared/failure';
import type { DeliveryNames } from '../entry/entry';
import { InterruptedRowError, isFailed, type FailedOutcome } from '../entry/outcomes';

/** The failure of an entry that was not accepted, for its error item. */
export function entryFailure(
	names: DeliveryNames,
	outcome: FailedOutcome | { state: 'notSent' },
): Failure {
	if (isFailed(outcome)) return failureOf(names, outcome, 1);
	return new Failure(
		`Not sent: another ${names.nouns[0]} failed or has a problem, or the execution was stopped`,
		'stopped',
		{ advice: 'It can be sent again.' },
	);
}

/**
 * The error of an outcome. If the outcome is unknown, an error that says so.
 * @param count how many entries have this outcome
 */
export function failureOf(
	{ method, nouns }: DeliveryNames,
	{ state, error, saysAll }: FailedOutcome,
	count: number,
): Failure {
	const reason = asFailure(error);
	if (state !== 'unknown' || saysAll || reason instanceof CountMismatchError) return reason;
	if (reason instanceof InterruptedRowError) return reason.of(count);
	return new UnknownOutcomeError(method, reason, count, nouns);
}
