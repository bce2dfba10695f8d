import type { AiCallEnvelope } from '../../shared/aiCall/protocol/aiCallEnvelope';
import { Failure } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { Row } from './entry';
import { DO, SAY } from './sentences';

/** What becomes of a row or a task: state, reason and time, written when it is decided. */

/** Nothing speaks against it. A check ends here, and a run sends it. */
interface Ready {
	state: 'ready';
}

interface Accepted {
	state: 'accepted';
	id: string;
	envelope: AiCallEnvelope;
	/** Whether an earlier try of this execution has sent it. */
	earlierTry?: true;
}

/** It is not sent on purpose, which is no error. */
export interface LeftOut {
	state: 'blank' | 'neverCall' | 'duplicate' | 'sentBefore';
	reason: string;
	/** The row with the same number or key, as results name it. */
	duplicateOf?: string;
	/** The task that has it. */
	task?: string;
}

/**
 * It was not sent, not accepted, or nobody knows. The message of `failure` is the reason, its advice
 * the next step.
 */
export interface Failed {
	state: 'problem' | 'outsideHours' | 'notAccepted' | 'unknown' | 'notSent';
	failure: Failure;
	/** What is left of its campaign, as a whole sentence: `Nobody was called: the task was deleted.` */
	left?: string;
	/** Whether the failure is of this row alone, and not of its item or of the run. */
	isOfRow?: true;
	/** Whether it failed only because another row did, or because the execution was stopped. */
	isFollowing?: true;
	/** Whether its advice says all that is to be done, also when to run it again. */
	saysNext?: true;
	/** The failure of the request, if nobody knows whether it was carried out. */
	cause?: Failure;
}

export type Ruling = Ready | Accepted | LeftOut | Failed;
export type State = Ruling['state'];

/** A ruling with the time at which it was made, in milliseconds since 1970. */
export type Decision = Ruling & {
	at: number;
	/** Whether it is sent though its number was called today. */
	isCalledAgain?: true;
};

export function isFailed<Other extends Ruling>(ruling: Other): ruling is Extract<Other, Failed> {
	return 'failure' in ruling;
}

export function isLeftOut<Other extends Ruling>(ruling: Other): ruling is Extract<Other, LeftOut> {
	return 'reason' in ruling;
}

/** Whether a row was certainly not accepted, so that it may be sent later. */
export function maySendAgain({ state }: Ruling): boolean {
	return ['ready', 'problem', 'outsideHours', 'notAccepted', 'notSent'].includes(state);
}

/** Whether a row keeps the others from being sent, unless they are sent in any case. */
export function stopsOthers({ state }: Ruling): boolean {
	return ['problem', 'outsideHours', 'notSent'].includes(state);
}

/** Nothing spoke against it, but it was not sent, for this reason. */
export function following(reason: string): Failed {
	const failure = new Failure(reason, 'stopped', { advice: DO.sendItAgain });
	return { state: 'notSent', failure, isFollowing: true };
}

/** Why a row has its state, as a whole sentence. */
export function reasonOf(ruling: Ruling): string {
	if (isFailed(ruling)) return ruling.failure.message;
	if (isLeftOut(ruling)) return ruling.reason;
	return ruling.state === 'accepted' ? SAY.accepted : SAY.ready;
}

/** The decisions of a run. */
export class Decisions {
	private readonly known = new Map<Row, Decision>();

	constructor(private readonly clock: Pick<Clock, 'date'>) {}

	set(row: Row, ruling: Ruling): void {
		this.known.set(row, { ...ruling, at: this.clock.date() });
	}

	/** @returns `ready` for a row about which nothing was decided */
	of(row: Row): Decision {
		return this.known.get(row) ?? { state: 'ready', at: this.clock.date() };
	}

	/** Marks those of these rows that are sent though their numbers were called today. */
	markCalledAgain<Wanted extends Row>(
		rows: readonly Wanted[],
		open: { calledToday?(row: Wanted): boolean },
	): void {
		for (const row of this.in(rows, 'ready', 'accepted'))
			if (open.calledToday?.(row)) this.known.set(row, { ...this.of(row), isCalledAgain: true });
	}

	/** The rows that were decided, in order. */
	rows(): Row[] {
		return [...this.known.keys()];
	}

	/** The rows with one of these states. */
	in<Wanted extends Row>(rows: readonly Wanted[], ...states: State[]): Wanted[] {
		return rows.filter((row) => states.includes(this.of(row).state));
	}
}
