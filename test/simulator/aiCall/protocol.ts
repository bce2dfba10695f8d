/** The fixed facts of document 2: codes (part 7), limits (part 8). The addresses are in endpoints/. */
import { CALL_CODES } from '../../document/table/codes';

/** The message of a failure: the document's name of a documented code. */
export function messageOf(code: number): string {
	return CALL_CODES[code]?.says ?? 'Unknown failure';
}

/** The codes that the platform returns by itself, by name. */
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

/** Document 2, part 8. */
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

/** Document 2, 2.8, and the statuses 5 to 7 of the vendor's newer revision. */
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

/** Document 2, 2.4. */
export const SCRIPT_STATUS = {
	underReview: 1,
	notPassed: 2,
	pendingPublication: 3,
	published: 4,
} as const;

/** Document 2, 2.8. */
export const TASK_TYPE = { ordinary: 0, pool: 2 } as const;

/** The modules under which an application is called (document 2, 2.5). */
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

/** A request that the platform refuses: the envelope gets the code, only the request log gets the reason. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		readonly reason: string,
	) {
		super(`${code} ${messageOf(code)}: ${reason}`);
		this.name = 'Refusal';
	}
}
