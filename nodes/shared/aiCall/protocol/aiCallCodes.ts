/** The result codes of document 2, part 7: meaning, advice, and what follows from them. */
import { labelOf, type Labels } from '../aiCallLabels';
import type { ApiMethod } from './methods';

const MEANINGS: Labels = {
	'200101': 'wrong account or password',
	'10001': 'the token is invalid',
	'10002': 'the token has no permission for this request',
	'10003': 'wrong application id',
	'10004': 'the service is busy',
	'10005': 'a parameter is wrong',
	'10020': 'the interface is under maintenance',
	'10021': 'the interface is disabled',
	'200200': 'the data does not match',
	'200201': 'wrong enterprise id',
	'200202': 'there is no such task',
	'200203': 'wrong outbound number',
	'200204': 'wrong script id',
	'200205': 'wrong voice',
	'200206': 'wrong speech speed',
	'200209': 'the balance is not sufficient',
	'200210': 'wrong file format',
	'200211': 'the uploaded file is larger than 10 MB',
	'200212': 'the row does not match the columns of the script',
	'200213': 'too much outbound data',
	'3030002': 'the number is occupied',
	'3010101': 'the task is already completed',
	'3010102': 'the task is already deleted',
};

/** The whole message of a refusal, where the meaning does not name what the user has to correct. */
const HEADLINES: Labels = { '200101': 'App Key or App Secret is wrong' };

const ADVICE: Labels = {
	'200101':
		'Copy both again from the iFLYTEK console (your application, Opened Services) into the credential. Make sure they are a matching pair and not swapped.',
	'10001':
		'A new token is requested automatically. If it keeps happening, test the credential and check that no other program keeps renewing the token of this application.',
	'10002':
		"The AI call service is not enabled for this application. Enable it in the platform's console, or use the credential of an application that has it.",
	'10003':
		'The platform did not find the application of this App Key and App Secret. Copy both again from the iFLYTEK console.',
	'10004': 'Nothing was processed. Try again in a few minutes with fewer concurrent requests.',
	'10005':
		'Check the values against the script and line: all values entered, times in the future, columns used by the script. The message of the platform often names the parameter.',
	'10020': 'Wait until the maintenance is over, then try again.',
	'10021': 'The platform has turned this interface off. Contact iFLYTEK support.',
	'200200':
		'Script, line, voice and task must belong to the same application: choose them from the lists. For Start and Pause, the task may have no rows, or its status does not allow this.',
	'200201':
		'The platform did not find the enterprise of this application. Check the credential, then contact iFLYTEK support.',
	'200202':
		'There is no such task in this application. Use the ID returned by Create or Get Many, as text. Long IDs lose digits when converted to numbers.',
	'200203':
		'At least one telephone number is refused: it is not a mobile number, or is on a list of numbers that must not be called. Look at the first column of the rows.',
	'200204':
		'Choose a script from the list: it must be published, not deleted, and belong to the application of the credential.',
	'200205': 'Choose a voice from the list, or leave it empty.',
	'200206':
		"The voice speed set for the script or task is not allowed. Correct it in the platform's console.",
	'200209':
		"Top up the account in the platform's console, then resend the rows that were not accepted. After Add Rows, first compare count_tel (Task > Get) with the rows that were accepted.",
	'200210':
		'The platform does not accept this file format. Check which format the console requires.',
	'200211': 'Split the file into smaller ones.',
	'200212':
		'Compare the columns with those of the script (Configuration > Get): same names, same order, the mobile number first, a value in each.',
	'200213':
		'The application cannot submit that many rows. Split them across several tasks, or ask iFLYTEK support to raise the limit.',
	'3030002':
		'The line or the number is in use by another task. Wait until that task is finished or paused, or choose another line.',
	'3010101': 'A finished task accepts no more rows and cannot be restarted. Create a new one.',
	'3010102': 'A deleted task cannot be used again. Create a new one.',
};

/** Where a code says something else for a method. */
const ADVICE_FOR: Readonly<Partial<Record<ApiMethod, Labels>>> = {
	startTask: {
		'200200':
			'The task cannot be started as it is: it may be running already, or have no rows yet. See its status, and under count_tel how many numbers it has, with Task > Get.',
	},
	pauseTask: {
		'200200':
			'The task cannot be paused as it is: it may not be started yet, or be paused or finished already. See its status with Task > Get.',
	},
	deleteTask: {
		'200200':
			'The task cannot be deleted, for instance because it is the long-term task of the direct calls. See its type with Task > Get.',
	},
	addRows: {
		'200200':
			'The task takes no rows: it may be running already, or have been started before. See its status with Task > Get. For more rows, create another task.',
	},
	placeCalls: {
		'200206':
			"The speed under Options > Robot Speed is not allowed. Choose another, or remove the option; a speed set for the script is corrected in the platform's console.",
	},
};

/** The codes of document 2, as text. */
export const KNOWN_CODES: ReadonlySet<string> = new Set(Object.keys(MEANINGS));

/** No task with this id. */
export const WRONG_TASK = '200202';

/** Rejections of a whole request before its rows are checked: no row was accepted. */
export const REFUSED_BEFORE_ROWS: ReadonlySet<string> = new Set([
	'200101',
	'10001',
	'10002',
	'10003',
	'10004',
	'10020',
	'10021',
	'200201',
	WRONG_TASK,
	'3010101',
	'3010102',
]);

/** Rejections of a whole direct call that one invalid row can cause. */
export const ROW_FAULTS: ReadonlySet<string> = new Set(['200203', '200212']);

/** What a user of Place can do about such a refusal of several rows, unless it is done already. */
export const ISOLATION_ADVICE =
	'The option Isolate Bad Rows of Place finds the row and calls the others.';

/** Key, secret or permissions are wrong: a retry does not help. */
export const KEY_REFUSED: ReadonlySet<string> = new Set(['200101', '10002', '10003']);

/** A new token may help, as it does not for `KEY_REFUSED`. */
export const TOKEN_INVALID = '10001';

/** Nothing was processed, so the request may be retried. */
export const BUSY = '10004';

/** True for a documented code. Any other may come from a gateway and does not say whether the request was processed. */
export function isDocumented(code: string): boolean {
	return KNOWN_CODES.has(code);
}

/** True if the rejection says that the requested state is already reached. */
export function isAlreadyDone(method: ApiMethod, code: string): boolean {
	return method === 'deleteTask' && code === '3010102';
}

const LEVELS: Labels = { '1': 'system level', '2': 'service level' };

/** The meaning of a code in a few words; an unknown six-digit code is described by its parts (document 2, part 7). */
export function codeMeaning(code: string): string {
	const meaning = labelOf(MEANINGS, code);
	if (meaning !== undefined) return meaning;
	if (!/^\d{6}$/.test(code)) return 'unknown code';
	const level = code.charAt(0);
	return `unknown code: ${LEVELS[level] ?? `level ${level}`}, module ${code.slice(1, 4)}, error ${code.slice(4)}`;
}

/** The message that a code has instead of "refused to …: meaning"; undefined for most. */
export function codeHeadline(code: string | undefined): string | undefined {
	return labelOf(HEADLINES, code);
}

/** Advice for a code. */
export function codeAdvice(code: string, method?: ApiMethod): string {
	const ofMethod = method && labelOf(ADVICE_FOR[method] ?? {}, code);
	return (
		ofMethod ??
		labelOf(ADVICE, code) ??
		"This code is not in the platform's documentation. See the message of the platform, or contact iFLYTEK support with this code."
	);
}
