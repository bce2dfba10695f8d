import type { DeliveryMethod } from '../../shared/aiCall/protocol/apiMethods';
import { NEVER_CALL } from '../../shared/aiCall/rows/phoneLists';
import { SOURCE_ADVICE } from '../../shared/aiCall/rows/cells';
import { CONSOLE } from '../../shared/console';
import {
	IF_PROBLEMS_LABEL,
	NONE,
	SAME_VALUES,
	SEND_INTERRUPTED_LABEL,
	SEND_THE_OTHERS,
	SKIP_LABEL,
} from './panelNames';

/**
 * What a run, a check and a row say, as whole sentences. A parameter is a count, a name, a time, or the
 * text of an error. What is wrong with a value, a script, a line, a voice or a task stands beside its
 * check, and what the platform refused in `protocol/aiCallErrors.ts`.
 */

/** A number with what is counted: `1 row`, `3 rows`. */
export const counted = (count: number, [one, many]: readonly [string, string] = ROWS) =>
	`${count} ${count === 1 ? one : many}`;

const ROWS = ['row', 'rows'] as const;
const sendAgain = `set ${SKIP_LABEL} to ${NONE} for one run`;
const sendInterrupted = `turn on ${SEND_INTERRUPTED_LABEL} for one run`;

/** Reasons: why a row has its state. */
export const SAY = {
	accepted: 'The platform accepted it',
	ready: 'Nothing speaks against it',
	wouldBe: (done: string) => `Would be ${done}`,
	sharesTask: 'Shares the task of an earlier item',
	blank: 'The row is blank',
	neverCall: 'The number is on the do-not-call list',
	sameNumber: (other: string) => `Another row has the same number (${other})`,
	sameKey: (other: string) => `Another row has the same row key (${other})`,
	sentToday: 'It was called today',
	sentWithOtherValues: `The number was called today with other values (${SKIP_LABEL}: ${SAME_VALUES} would call it)`,
	sentByEarlierTry: 'An earlier try of this execution sent it, and its output had the ID',
	keySentBefore: 'Its row key was sent before',
	waitingInTask: (task: string) =>
		`An earlier execution added it to task ${task}, which was not started`,
	lostAnswer: (rows: string, done: string, why: string) =>
		`It is not known whether ${rows} ${done}: ${why}`,
	inDoubt: 'It is not known whether an earlier execution sent it',
	taskDeleted: (task: string) => `Task ${task} was deleted while it called`,
	taskStarted: (task: string) => `Task ${task} was started before all its rows were in it`,
	broughtUnknown: 'An earlier run could not tell whether it was accepted',
	following: 'It was not sent because another one failed or has a problem',
	stopped: 'It was not sent because the execution was stopped',
} as const;

/** Next steps. Each works when it is followed word by word. */
export const DO = {
	sendItAgain: 'It can be sent again.',
	waitingInTask: 'Start that task (Task: Start), or delete it (Task: Delete) and run this again.',
	lookForCalls: `Look in ${CONSOLE} which were called. Remove these from the list, then ${sendInterrupted}.`,
	compareTotal: `Compare total (Task: Get) with the accepted rows. Remove from the list what was added, then ${sendInterrupted}.`,
	lookInTask: (task: string) =>
		`Look in ${CONSOLE} which rows task ${task} has. Remove these from the list, then ${sendInterrupted}.`,
	afterLostAnswer: (method: DeliveryMethod, isRemembered: boolean): string => {
		if (method === 'createTask') return DO.lookForTask;
		if (method === 'placeCalls') return isRemembered ? DO.lookForCalls : DO.removeCalledNow;
		return isRemembered ? DO.compareTotal : DO.removeAddedNow;
	},
	removeCalledNow: `Look in ${CONSOLE} which were called. Remove these from the list and run it again.`,
	removeAddedNow:
		'Compare total (Task: Get) with the accepted rows. Remove from the list what was added and run it again.',
	lookForTask: 'Look for it with Task: Get Many. An empty task calls nobody.',
	checkUnknown:
		'Look what the earlier error says. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.',
	askAgain: 'Run it again when the platform answers: it asks for the task first.',
	checkConnection: 'Check the connection to the platform.',
	checkDatabase: "Check n8n's log and its database.",
} as const;

const ENTER_VALUE = 'Enter a value if the script speaks it.';

/** What a check finds in the rows: what is wrong, and what to do. */
export const FOUND = {
	/** Of a row, where numbers may be repeated. */
	repeated: (other: string) =>
		[
			`An earlier row has the same number (${other})`,
			'It would be called again. Remove the row, or turn off Allow Duplicate Numbers under Options.',
		] as const,
	/** Of a run, where numbers may be repeated. */
	repeatedNumbers: (count: number, names: string) =>
		[
			`${counted(count, ['row has', 'rows have'])} the number of an earlier row (${names})`,
			'They are called again, because Allow Duplicate Numbers under Options is on.',
		] as const,
	otherNumbers: (count: number, entries: string) =>
		[
			`${NEVER_CALL}: ${counted(count, ['entry is no Mainland China mobile number', 'entries are no Mainland China mobile numbers'])}: ${entries}`,
			'Such an entry only leaves out a row with the same digits. Correct it if a digit is missing.',
		] as const,
	moreKeys: (rows: number, keys: number) =>
		[
			`There are ${rows} rows with keys, but only ${keys} keys are remembered`,
			'Increase Remembered Row Keys under Options to more than the number of rows in a run.',
		] as const,
	moreRows: (rows: number, most: number) =>
		[
			`There are ${rows} rows, but only ${most} of a day are remembered`,
			'If this runs again today, it could send the others again. Send the rows from several nodes.',
		] as const,
	/** Of a row; the names are quoted. */
	emptyCell: (column: string) =>
		[`Column ${column} is empty, so the robot says nothing for it`, ENTER_VALUE] as const,
	noValue: (column: string, text: string) =>
		[`Column ${column} has ${text}, which would be spoken`, SOURCE_ADVICE] as const,
	heardOtherwise: (column: string, text: string, heard: string, advice: string) =>
		[`Column ${column} has ${text}, of which would be heard ${heard}`, advice] as const,
	/** Of a run, with the count and the names of the rows. */
	emptyCells: (column: string, rows: string) =>
		[`Column ${column} is empty in ${rows}`, ENTER_VALUE] as const,
	noValues: (column: string, text: string, rows: string) =>
		[
			`Column ${column} has ${text} or the like in ${rows}`,
			'They would be spoken. Check the field or expression that provides the values.',
		] as const,
	allHeardOtherwise: (column: string, text: string, rows: string, advice: string) =>
		[
			`Column ${column} has ${text} or the like in ${rows}`,
			`They would be spoken sign by sign. ${advice}`,
		] as const,
	unmapped: (fields: string, place: string) =>
		[
			`The input may have the values of the columns that have none: ${fields}`,
			`If they are right, enter them under Values to Send${place}.`,
		] as const,
} as const;

/** What an error or a hint says of a whole run. */
export const RUN = {
	/** The headline of an error that concerns several rows. */
	problem: (part: number, whole: string) => `There is a problem with ${part} of ${whole}`,
	notAccepted: (part: number, whole: string) => `The platform refused ${part} of ${whole}`,
	/** By something on the way, which may not be the platform. */
	turnedBack: (part: number, whole: string) =>
		`${part} of ${whole} ${part === 1 ? 'was' : 'were'} not accepted`,
	unknown: (part: number, whole: string, done: string) =>
		`It is not known whether the platform ${done} ${part} of ${whole}`,
	/** `why` says already that nobody knows. */
	inDoubt: (part: number, whole: string, why: string) => `${why} (${part} of ${whole})`,
	outsideHours: (part: number, whole: string) => `${part} of ${whole} cannot be called now`,
	notSent: (part: number, whole: string) => `${part} of ${whole} could not be sent`,

	notLookedUp: 'The items were not checked, and nothing was sent.',
	nothingSent: 'Nothing was sent.',
	othersAccepted: 'The others were accepted.',
	others: (counts: readonly string[]) => `Of the others: ${counts.join(', ')}.`,
	more: (count: number) => `${count} more`,
	reason: (rows: string, why: string) => `${rows}: ${why}.`,
	moreReasons: (count: number) =>
		count === 1 ? 'There is one more reason.' : `There are ${count} more reasons.`,
	customers: (names: string) => `Affected: ${names}.`,

	orSendOthers: `To send the others now, set ${IF_PROBLEMS_LABEL} to ${SEND_THE_OTHERS}.`,
	again: 'Then run it again.',
	againWithout: (nouns: string) => `Then run it again without the ${nouns} that were accepted.`,
	againLeavesOut: 'Then run it again today: what was sent is left out.',
	againFrom: (from: string) => `Run it again from ${from} on, or use a task, which waits.`,
	retryFrom: (from: string) =>
		`Retry this execution from ${from} on: it sends the rest. A new run on that day calls everybody.`,
	sendTheseFrom: (from: string) => `Send only these from ${from} on, or use a task, which waits.`,
	againWithoutFrom: (from: string) =>
		`Remove from the list what was accepted, and run it again from ${from} on.`,

	calledToday: (count: number, total: number) =>
		`${count} of these ${total} numbers ${count === 1 ? 'was' : 'were'} called today.`,
	allSentBefore: (rows: string, isOne: boolean) =>
		`${rows} ${isOne ? 'was' : 'were'} sent today already, so nothing was sent`,
	repeatOnce: `If you mean a repetition, ${sendAgain}. Otherwise nothing has to be done.`,
	repeatInTask: `If you mean a repetition, ${sendAgain}. Otherwise start the task that was filled, if it was not started (Task: Start).`,
	held: (rows: string, why: string) => `${rows} cannot be called now: ${why}. Nothing is queued.`,
	leftOut: (rows: string, isOne: boolean) =>
		isOne
			? `${rows} was sent before and left out. To send it again, ${sendAgain}.`
			: `${rows} were sent before and left out. To send them again, ${sendAgain}.`,

	check: (parts: readonly string[]) => `Check, nothing was sent: ${parts.join(' · ')}`,
	test: (number: string, others: number) =>
		`Test: 1 accepted, with the number ${number} · ${others} not sent`,
	stopsForProblems: `As long as a row has a problem, a run sends nothing. To send the others, set ${IF_PROBLEMS_LABEL} under Options to ${SEND_THE_OTHERS}.`,
	stopsForHours: `As long as some rows are outside the calling times, a run sends nothing. To send the others, set ${IF_PROBLEMS_LABEL} under Options to ${SEND_THE_OTHERS}.`,
	stopsForTasks:
		'As long as a task has a problem, a run creates none. To create the others, set On Error under Settings to Continue (using error output).',
	interruptedIsOn: `${SEND_INTERRUPTED_LABEL} is on: rows in doubt are sent. Turn it off after this run.`,
	resultsOfCalls:
		'How each call went comes later: iFLYTEK AI Call Trigger starts a workflow for each call that has ended.',
	resultsOfTasks:
		'How each call went comes later, through iFLYTEK AI Call Trigger; iFLYTEK AI Call Task Status Trigger tells when the task has finished.',

	nobodyCalled: 'Nobody was called.',
	taskDeleted: 'The task was deleted, so it calls nobody.',
	noTask: 'No task is left.',
	emptyTask: 'An empty task may be left, which calls nobody.',
	taskKept: (task: string) => `Task ${task} was not started. The next run deletes it.`,
	testTaskKept: (task: string) => `Task ${task} was not started. Delete it (Task: Delete).`,
	startUnknown: (task: string) =>
		`It is not known whether task ${task} was started: the answer was lost`,
	lostAnswers: 'The answers to requests were lost again and again',
} as const;

/** How counts name a state, in the order in which they are told: `2 rejected`. */
export const STATE_WORDS = {
	accepted: 'accepted',
	notAccepted: 'rejected',
	unknown: 'unknown',
	outsideHours: 'outside the calling times',
	notSent: 'not sent',
	problem: 'with problems',
	neverCall: 'on the do-not-call list',
	duplicate: 'with the number or key of another row',
	sentBefore: 'sent before',
	blank: 'blank',
} as const;

/** The states that are counted, in this order. */
export const COUNTED_STATES = Object.keys(STATE_WORDS) as (keyof typeof STATE_WORDS)[];
