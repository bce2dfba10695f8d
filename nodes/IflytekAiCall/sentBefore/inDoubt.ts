import { THEN_SEND_OTHERS } from '../../shared/aiCall/protocol/aiCallErrors';
import { CONSOLE } from '../../shared/console';
import { InterruptedRowError } from '../entry/outcomes';
import { EACH_RUN } from '../fields/repeat';

/** Why nobody knows whether rows were sent, and what to do then. */

/** Rows of a task that was deleted after it had called somebody. */
export const stoppedInDoubt = (id: string) =>
	new InterruptedRowError(
		`Task ${id} was deleted while it called. Look in ${CONSOLE} which were called, ${THEN_SEND_OTHERS}`,
	);

/** Rows of a task that somebody started before all of them were in it. */
export const startedInDoubt = (id: string) =>
	new InterruptedRowError(`Look in ${CONSOLE} which rows task ${id} has, ${THEN_SEND_OTHERS}`);

/** Rows that are perhaps recorded as sent: a process was killed while it asked for that. */
export const recordInDoubt = () =>
	new InterruptedRowError(
		`Look in ${CONSOLE} which were called, remove these from the list, set ${EACH_RUN} and run it again.`,
	);
