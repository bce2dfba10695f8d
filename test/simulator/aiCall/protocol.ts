/** Constants of document 2: codes (part 7), limits (part 8) and others. The paths are in endpoints/. */
import { CALL_CODES } from '../../document/table/codes';

/** The message of a failure: the text that the document has for its code. */
export function messageOf(code: number): string {
	return CALL_CODES[code]?.says ?? 'Unknown failure';
}

/** The codes that the local platform returns even if no test orders a fault. */
export const CODE = {
	ok: 0,
	wrongAccount: 200101,
	invalidToken: 10001,
	noPermission: 10002,
	busy: 10004,
	badParameter: 10005,
	wrongRelationship: 200200,
	wrongTask: 200202,
	wrongNumber: 200203,
	wrongScript: 200204,
	wrongVoice: 200205,
	noBalance: 200209,
	wrongData: 200212,
	tooManyRows: 200213,
	lineOccupied: 3030002,
	taskDeleted: 3010102,
	taskCompleted: 3010101,
} as const;

/** The limits of document 2, part 8. */
export const LIMITS = {
	rowsPerRequest: 50,
	recallCount: 3,
	pageSize: 50,
	defaultPageSize: 20,
	tokenSeconds: 3600,
	appKeyBytes: 48,
	appSecretBytes: 44,
	contextMs: 500,
} as const;

/** The statuses of a task in document 2, 2.8, and the statuses 5 to 7 of the vendor's newer revision. */
export const TASK_STATUS = {
	new: 0,
	started: 1,
	running: 2,
	paused: 3,
	finished: 4,
	waitingForRetry: 5,
	outsideWorkingHours: 6,
	expired: 7,
} as const;

/** The statuses of a script (document 2, 2.4). */
export const SCRIPT_STATUS = {
	underReview: 1,
	notPassed: 2,
	pendingPublication: 3,
	published: 4,
} as const;

/** The types of a task (document 2, 2.8). */
export const TASK_TYPE = { ordinary: 0, pool: 2 } as const;

/** The modules for which an application can set a callback URL (document 2, 2.5). */
export const URL_MODULES = [
	'receiveCallRecord',
	'receiveVoice',
	'receiveDialog',
	'getDialogContext',
] as const;

export type UrlModule = (typeof URL_MODULES)[number];

/** Narrows a text to one of the four module names. */
export function isUrlModule(name: string): name is UrlModule {
	return URL_MODULES.some((module) => module === name);
}

/** The refusal of a request. The envelope contains its code; its reason is only in the request log. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		readonly reason: string,
	) {
		super(`${code} ${messageOf(code)}: ${reason}`);
		this.name = 'Refusal';
	}
}
