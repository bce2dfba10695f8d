import { codeMeaning } from '../../shared/aiCall/protocol/aiCallCodes';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import type { Failure } from '../../shared/failure';
import { isFailed, type Decisions, type Failed, type State } from '../entry/decision';
import type { Row } from '../entry/entry';
import { namesText } from '../entry/names';
import { COUNTED_STATES, STATE_WORDS } from '../entry/sentences';

/** How many rows have each state, and why. */

/** How many of these rows have each state, with the text: `60 accepted`, `2 rejected`, … */
export function stateCounts(
	rows: readonly Row[],
	decisions: Decisions,
): { count: number; text: string }[] {
	return COUNTED_STATES.map((state) => {
		const count = decisions.in(rows, state).length;
		return { count, text: `${count} ${STATE_WORDS[state]}` };
	}).filter(({ count }) => count > 0);
}

/**
 * The rows of each state, without those that are accepted. A reason that all of them share is said:
 * `191 rejected: the data does not match (200200)`. Rows with problems are named otherwise: `2 with
 * problems (138, abc)`.
 */
export function countTexts(rows: readonly Row[], decisions: Decisions): string[] {
	return COUNTED_STATES.flatMap((state) => {
		const own = state === 'accepted' ? [] : decisions.in(rows, state);
		if (own.length === 0) return [];
		const count = `${own.length} ${STATE_WORDS[state]}`;
		const [reason, ...others] = new Set(own.map((row) => reasonText(decisions, row)));
		if (reason !== undefined && others.length === 0 && (state !== 'problem' || own.length > 1))
			return [`${count}: ${reason}`];
		return [state === 'problem' ? `${count} (${namesText(own)})` : count];
	});
}

/** The reason of a row that failed, in short. */
function reasonText(decisions: Decisions, row: Row): string | undefined {
	const decision = decisions.of(row);
	if (!isFailed(decision) || decision.isFollowing) return undefined;
	if (decision.failure instanceof OutsideHoursError) return undefined;
	return shortReason(decision.failure);
}

/** The reason of a failure: the platform's code and its own words, or the message. */
export function shortReason({ message, details: { code, desc } }: Failure): string {
	// A description never comes without a code.
	if (!desc) return message;
	return `${codeMeaning(String(code))} (code ${code}, the platform says: ${desc})`;
}

/** Rows that failed for one reason. */
export interface FailedGroup extends Failed {
	rows: Row[];
}

/** The rows that failed by themselves, by state and reason: the largest group of a state first. */
export function failedGroups(rows: readonly Row[], decisions: Decisions): FailedGroup[] {
	const groups = new Map<string, FailedGroup>();
	for (const row of rows) {
		const decision = decisions.of(row);
		if (!isFailed(decision) || decision.isFollowing) continue;
		const { failure, state } = decision;
		const name = JSON.stringify([state, shortReason(failure), failure.details.advice]);
		const group = groups.get(name) ?? { ...decision, rows: [] };
		group.rows.push(row);
		groups.set(name, group);
	}
	const place = ({ state }: Failed) => SEVERITY.indexOf(state);
	return [...groups.values()].sort((a, b) => place(a) - place(b) || b.rows.length - a.rows.length);
}

/** Which state an error is about, if rows failed in several ways: doubt must be cleared up first. */
const SEVERITY: readonly State[] = ['unknown', 'notAccepted', 'notSent', 'problem', 'outsideHours'];
