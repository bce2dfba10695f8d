import { asFailure, errorText, InputError, type Failure } from '../failure';
import { shortened } from '../errorTexts';

/**
 * A finding of a check: what is wrong and what to do, in one text. A warning does not prevent a row
 * from being sent.
 */
export interface Finding {
	/** What is wrong, without what to do. */
	message: string;
	text: string;
	isWarning: boolean;
	/** The error with which a run refuses what has a problem. */
	error?: Failure;
}

/** An error as a finding. */
export function problemOf(error: unknown): Finding {
	const failure = asFailure(error);
	return { message: failure.message, text: errorText(failure), isWarning: false, error: failure };
}

/** A list with the error as a finding; empty if there is no error. */
export function problemsOf(error: Error | undefined): Finding[] {
	return error ? [problemOf(error)] : [];
}

/** A finding that keeps something from being sent. */
export function problem(message: string, advice: string): Finding {
	const error = new InputError(message, advice);
	return { message, text: shortened(`${message}. ${advice}`), isWarning: false, error };
}

/** A finding about something that may be intended. */
export function warning(message: string, advice: string): Finding {
	return { message, text: shortened(`${message}. ${advice}`), isWarning: true };
}

/** Merges findings with the same text. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
	return [...new Map(findings.map((finding) => [finding.text, finding])).values()];
}

export const isProblem = ({ isWarning }: Finding) => !isWarning;
