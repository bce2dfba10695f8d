/** The result codes of the call platform (document 2, part 7): meaning, advice, and what follows from them. */
import { CONSOLE } from '../../console';
import type { ResultCode } from '../../resultCodes';
import type { ApiMethod } from './apiMethods';

interface CallCode extends ResultCode {
	/** The advice for methods where the code has another meaning. */
	adviceFor?: Readonly<Partial<Record<ApiMethod, string>>>;
	/**
	 * `request`: the platform refuses a request before it checks the rows, so it accepted none of
	 * them. `row`: the platform refuses a whole direct call, and one invalid row can be the cause.
	 */
	refuses?: 'request' | 'row';
	/** The method for which this code means that the requested state is already reached. */
	alreadyDone?: ApiMethod;
	/** Key, secret or permissions are wrong: neither a retry nor a new token helps. */
	keyRefused?: true;
}

/** What is known of each code, by the code as text. */
const CODES: Readonly<Record<string, CallCode>> = {
	'200101': {
		meaning: 'wrong account or password',
		headline: 'App Key or App Secret is wrong',
		advice: `Copy both again, as a pair, from ${CONSOLE}: your application, Opened Services. Check that they are not swapped.`,
		refuses: 'request',
		keyRefused: true,
	},
	'10001': {
		meaning: 'the token is invalid',
		advice:
			'A new token is requested automatically. If it keeps happening, test the credential and check that no other program keeps renewing the token of this application.',
		refuses: 'request',
	},
	'10002': {
		meaning: 'no permission',
		advice: `Enable the AI call service for this application in ${CONSOLE}.`,
		refuses: 'request',
		keyRefused: true,
	},
	'10003': {
		meaning: 'wrong application id',
		advice: `The platform did not find the application of this App Key and App Secret. Copy both again from ${CONSOLE}.`,
		refuses: 'request',
		keyRefused: true,
	},
	'10004': {
		meaning: 'the service is busy',
		advice: 'Wait a few minutes, or use fewer concurrent requests.',
		kind: 'unavailable',
		refuses: 'request',
	},
	'10005': {
		meaning: 'a parameter is wrong',
		advice:
			'Check script, line, times and columns. The message of the platform often names what is wrong.',
	},
	'10020': {
		meaning: 'the interface is under maintenance',
		advice: 'Wait until the maintenance is over.',
		refuses: 'request',
	},
	'10021': {
		meaning: 'the interface is disabled',
		advice: 'The platform has turned this interface off. Contact iFLYTEK support.',
		refuses: 'request',
	},
	'200200': {
		meaning: 'the data does not match',
		advice:
			'Script, line, voice and task must belong to the same application: choose them from the lists. For Start and Pause, the task may have no rows, or its status does not allow this.',
		adviceFor: {
			startTask:
				'The task cannot be started as it is: it may be running already, or have no rows yet. See its status, and under total how many numbers it has, with Task > Get.',
			pauseTask:
				'The task cannot be paused as it is: it may not be started yet, or be paused or finished already. See its status with Task > Get.',
			deleteTask:
				'The task cannot be deleted, for instance because it is the long-term task of the direct calls. See its type with Task > Get.',
			addRows:
				'The task takes no rows: it may be running already, or have been started before. See its status with Task > Get. For more rows, create another task.',
		},
	},
	'200201': {
		meaning: 'wrong enterprise id',
		advice:
			'The platform did not find the enterprise of this application. Check the credential, then contact iFLYTEK support.',
		refuses: 'request',
	},
	'200202': {
		meaning: 'there is no such task',
		advice:
			'There is no such task in this application. Use the ID returned by Create or Get Many, as text. Long IDs lose digits when converted to numbers.',
		refuses: 'request',
	},
	'200203': {
		meaning: 'wrong outbound number',
		advice:
			'It is not a mobile number, or it is on a do-not-call list of the platform. Correct it, or remove the row.',
		refuses: 'row',
	},
	'200204': {
		meaning: 'wrong script id',
		advice:
			'Choose a script from the list: it must be published, not deleted, and belong to the application of the credential.',
	},
	'200205': {
		meaning: 'wrong voice',
		advice: 'Choose a voice from the list, or leave it empty.',
	},
	'200206': {
		meaning: 'wrong speech speed',
		advice: `The voice speed set for the script or task is not allowed. Correct it in ${CONSOLE}.`,
		adviceFor: {
			placeCalls: `The speed under Options > Robot Speed is not allowed. Choose another, or remove the option; a speed set for the script is corrected in ${CONSOLE}.`,
		},
	},
	'200209': {
		meaning: 'the balance is not sufficient',
		advice: `Top up the account in ${CONSOLE}.`,
	},
	'200210': {
		meaning: 'wrong file format',
		advice: `The platform does not accept this file format. Look up in ${CONSOLE} which it requires.`,
	},
	'200211': {
		meaning: 'the uploaded file is larger than 10 MB',
		advice: 'Split the file into smaller ones.',
	},
	'200212': {
		meaning: 'the row does not match the columns of the script',
		advice:
			'Compare the columns with those of the script (Configuration > Get): same names, same order, the mobile number first, a value in each.',
		refuses: 'row',
	},
	'200213': {
		meaning: 'too much outbound data',
		advice:
			'The application cannot submit that many rows. Split them across several tasks, or ask iFLYTEK support to raise the limit.',
	},
	'3030002': {
		meaning: 'the line is occupied',
		advice:
			'Wait until the task that uses this line is finished or paused, or choose another line.',
	},
	'3010101': {
		meaning: 'the task is already completed',
		advice: 'A finished task accepts no more rows and cannot be restarted. Create a new one.',
		refuses: 'request',
	},
	'3010102': {
		meaning: 'the task is already deleted',
		advice: 'A deleted task cannot be used again. Create a new one.',
		alreadyDone: 'deleteTask',
		refuses: 'request',
	},
};

/** The codes of the call platform, as text. */
export const KNOWN_CODES: ReadonlySet<string> = new Set(Object.keys(CODES));

const codesWhere = (holds: (entry: CallCode) => boolean): ReadonlySet<string> =>
	new Set(
		Object.entries(CODES)
			.filter(([, entry]) => holds(entry))
			.map(([code]) => code),
	);

/** The code for an ID without a task. */
export const WRONG_TASK = '200202';

/** Codes that reject a whole request before its rows are checked, so no row was accepted. */
export const REFUSED_BEFORE_ROWS = codesWhere(({ refuses }) => refuses === 'request');

/** Codes that reject a whole direct call, and that a single invalid row can cause. */
export const ROW_FAULTS = codesWhere(({ refuses }) => refuses === 'row');

/** Key, secret or permissions are wrong: a retry does not help. */
export const KEY_REFUSED = codesWhere(({ keyRefused }) => keyRefused === true);

/** Unlike the codes of `KEY_REFUSED`, this one may be solved by a new token. */
export const TOKEN_INVALID = '10001';

/** What is known of a code; undefined for a code that is not documented. */
export function aiCallCodeEntry(code: string): CallCode | undefined {
	return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}

/**
 * True for a documented code. Any other code may come from a gateway and does not say whether the
 * request was processed.
 */
export function isDocumented(code: string): boolean {
	return KNOWN_CODES.has(code);
}

/** True if the rejection says that the requested state is already reached. */
export function isAlreadyDone(method: ApiMethod, code: string): boolean {
	return aiCallCodeEntry(code)?.alreadyDone === method;
}

const LEVELS: Readonly<Record<string, string>> = { '1': 'system level', '2': 'service level' };

/**
 * The meaning of a code in a few words. An unknown code of six digits is described by its parts
 * (document 2, part 7).
 */
export function codeMeaning(code: string): string {
	const entry = aiCallCodeEntry(code);
	if (entry) return entry.meaning;
	const level = LEVELS[code.charAt(0)];
	if (!/^\d{6}$/.test(code) || level === undefined) return 'unknown code';
	return `unknown code: ${level}, module ${code.slice(1, 4)}, error ${code.slice(4)}`;
}

const UNKNOWN_ADVICE =
	"This code is not in the platform's documents. Ask iFLYTEK support about it.";

/** Advice for a code. */
export function codeAdvice(code: string, method?: ApiMethod): string {
	const entry = aiCallCodeEntry(code);
	return (method && entry?.adviceFor?.[method]) ?? entry?.advice ?? UNKNOWN_ADVICE;
}
