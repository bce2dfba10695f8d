/** The result codes of document 2, part 7: meaning, advice, and what follows from them. */
import type { ApiMethod } from './methods';

interface CodeEntry {
	meaning: string;
	/** What a user who is no programmer can do. */
	advice: string;
	/** What it is for requests of which the code says something else. */
	adviceFor?: Readonly<Partial<Record<ApiMethod, string>>>;
	/** The request as a whole is refused, before its rows are looked at. */
	beforeRows?: true;
}

const CODES: Readonly<Record<string, CodeEntry>> = {
	'200101': {
		meaning: 'wrong account or password',
		advice: 'Check App Key and App Secret in the credential: copy both again from the application in the platform\'s console. They belong together, and are easily swapped.',
		beforeRows: true,
	},
	'10001': {
		meaning: 'the token is invalid',
		advice: 'A new token is fetched by itself. If this stays, test the credential, and check that nothing else renews the token of the same application all the time.',
		beforeRows: true,
	},
	'10002': {
		meaning: 'the token has no permission for this request',
		advice: 'The application has not opened this service. Open the AI call service for it in the platform\'s console, or use the credential of an application that has it.',
		beforeRows: true,
	},
	'10003': {
		meaning: 'wrong application id',
		advice: 'App Key and App Secret in the credential belong to an application that the platform does not know here. Copy them again from the console.',
		beforeRows: true,
	},
	'10004': {
		meaning: 'the service is busy',
		advice: 'Nothing was done. Try again in some minutes, with fewer requests at once.',
		beforeRows: true,
	},
	'10005': {
		meaning: 'a parameter is wrong',
		advice: 'Compare what is sent with the script and the line: are all values filled in, are times in the future, does the script use these columns? What the platform says beside the code often names the parameter.',
	},
	'10020': {
		meaning: 'the interface is under maintenance',
		advice: 'Wait until the platform has finished its maintenance, then try again.',
		beforeRows: true,
	},
	'10021': {
		meaning: 'the interface is disabled',
		advice: 'The platform has switched this interface off. Ask its support.',
		beforeRows: true,
	},
	'200200': {
		meaning: 'the data do not belong together',
		advice: 'Script, line, voice and task must belong to the same application. Choose them from the lists of the credential in use.',
		adviceFor: {
			startTask: 'The task cannot be started as it is: it may be running already, or have no rows yet. Task, Get says its status and, under count_tel, how many numbers it has.',
			pauseTask: 'The task cannot be paused as it is: it may not be started yet, or be paused or finished already. Task, Get says its status.',
			deleteTask: 'The task cannot be deleted, for instance because it is the long-term task of the direct calls. Task, Get says its type.',
			addRows: 'The task takes no rows: it may be running already, or have been started before. Task, Get says its status. For more rows, create another task.',
		},
	},
	'200201': {
		meaning: 'wrong enterprise id',
		advice: 'The enterprise of the application is not known to the platform. Check the credential, then ask the platform\'s support.',
		beforeRows: true,
	},
	'200202': {
		meaning: 'there is no such task',
		advice: 'There is no such task in this application. Take the id from Create or Get Many, as text: a long id that was turned into a number has lost digits.',
		beforeRows: true,
	},
	'200203': {
		meaning: 'wrong outbound number',
		advice: 'At least one telephone number is refused: it is not a mobile number, or is on a list of numbers that must not be called. Look at the first column of the rows.',
	},
	'200204': {
		meaning: 'wrong script id',
		advice: 'Choose a script from the list: it must be published, not deleted, and belong to the application of the credential.',
	},
	'200205': {
		meaning: 'wrong voice',
		advice: 'Choose a voice from the list, or leave it empty.',
	},
	'200206': {
		meaning: 'wrong speech speed',
		advice: 'The voice speed set for the script or task is not allowed. Correct it in the platform\'s console.',
		adviceFor: { placeCalls: 'The speed under Options, Robot Speed, is not allowed. Choose another, or remove the option; a speed set for the script is corrected in the platform\'s console.' },
	},
	'200209': {
		meaning: 'the balance is not sufficient',
		advice: 'Top up the account in the platform\'s console, then send again the rows that were not accepted. After Add Rows, first compare count_tel (Task: Get) with the rows that were accepted.',
	},
	'200210': {
		meaning: 'wrong file format',
		advice: 'The platform does not take this kind of file. Check the format that its console asks for.',
	},
	'200211': {
		meaning: 'the uploaded file is larger than 10 MB',
		advice: 'Divide the file into smaller ones.',
	},
	'200212': {
		meaning: 'the data do not fit the dynamic information of the script',
		advice: 'Compare the columns with those of the script (Configuration, Get): same names, same order, the mobile number first, a value in each.',
	},
	'200213': {
		meaning: 'too much outbound data',
		advice: 'The application may not submit that many rows. Divide them among several tasks, or ask the platform\'s support for a higher limit.',
	},
	'3030002': {
		meaning: 'the number is occupied',
		advice: 'The line or the number is in use by another task. Wait until that task is finished or paused, or choose another line.',
	},
	'3010101': {
		meaning: 'the task is already completed',
		advice: 'A finished task takes no more rows and cannot be started again. Create a new one.',
		beforeRows: true,
	},
	'3010102': {
		meaning: 'the task is already deleted',
		advice: 'A deleted task can never be used again. Create a new one.',
		beforeRows: true,
	},
};

/** The codes of document 2, as text, in the order of their advice above. */
export const KNOWN_CODES: ReadonlySet<string> = new Set(Object.keys(CODES));

const KEY_REFUSED: ReadonlySet<string> = new Set(['200101', '10002', '10003']);

const TOKEN_INVALID = '10001';
const BUSY = '10004';
const TASK_ALREADY_DELETED = '3010102';

/** There is no task of this id. */
export const WRONG_TASK = '200202';

/** Refusals of a whole direct call that one bad row can cause: wrong number, data that do not fit the script. */
const ROW_FAULT_CODES: ReadonlySet<string> = new Set(['200203', '200212']);

/**
 * True for a code of the document. Any other may come from a gateway before the platform, and says nothing of what became
 * of the request.
 */
export function isDocumented(code: string): boolean {
	return KNOWN_CODES.has(code);
}

/** Service busy: nothing was done, the request may be repeated. */
export function isBusy(code: string): boolean {
	return code === BUSY;
}

/** The token is at fault, and a new one may help. 10002 and 200101 are not of this kind. */
export function isTokenInvalid(code: string): boolean {
	return code === TOKEN_INVALID;
}

/** Key and secret, or what the application may do, are at fault: asking again with the same changes nothing. */
export function isKeyRefused(code: string): boolean {
	return KEY_REFUSED.has(code);
}

/** True where the refusal says that what was asked for is already so. */
export function isAlreadyDone(method: string, code: string): boolean {
	return method === 'deleteTask' && code === TASK_ALREADY_DELETED;
}

/** True where halving a refused direct call can find the row at fault. */
export function canIsolate(code: string): boolean {
	return ROW_FAULT_CODES.has(code);
}

/** What a user of Place can do about such a refusal of several rows, unless it is done already. */
export const ISOLATION_ADVICE = 'The option Isolate Bad Rows of Place finds the row and calls the others.';

/** True where the refusal concerns the request as a whole, so that none of its rows was taken. */
export function refusedBeforeRows(code: string): boolean {
	return entryOf(code)?.beforeRows === true;
}

/** The parts of a six-digit code (document 2, part 7). */
export interface CodeParts {
	/** `system` (first digit 1), `service` (2) or the digit itself. */
	level: string;
	/** Three digits: the service module. */
	module: string;
	/** Two digits: the error within the module. */
	error: string;
}

/** Takes a six-digit code apart; undefined for any other. */
export function codeParts(code: string): CodeParts | undefined {
	const [, level, module, error] = /^(\d)(\d{3})(\d{2})$/.exec(code) ?? [];
	if (level === undefined || module === undefined || error === undefined) return undefined;
	return { level: { '1': 'system', '2': 'service' }[level] ?? level, module, error };
}

/** What a code means, in a few words; an unknown six-digit code is taken apart. */
export function codeMeaning(code: string): string {
	const entry = entryOf(code);
	if (entry) return entry.meaning;
	const parts = codeParts(code);
	if (!parts) return 'unknown code';
	const level = /^\d$/.test(parts.level) ? `level ${parts.level}` : `${parts.level} level`;
	return `unknown code: ${level}, module ${parts.module}, error ${parts.error}`;
}

/** What the user can do about a code, upon a request of `method`. */
export function codeAdvice(code: string, method?: ApiMethod): string {
	const entry = entryOf(code);
	return (method && entry?.adviceFor?.[method]) ?? entry?.advice ?? 'This code is not in the platform\'s documentation. What the platform says beside it may help; else quote the code to its support.';
}

function entryOf(code: string): CodeEntry | undefined {
	return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}
