import { InputError } from '../../failure';
import { withoutInvisibleEnds } from '../../entered';
import { withoutEnd } from '../../values';

/** The API methods of document 2, part 4: their paths, and whether they may be repeated. */

export interface ApiMethodInfo {
	/** The path below the base URL; every method is a POST with a JSON body. */
	path: string;
	/** False if a repeated request would call someone, add rows or create a task twice. */
	idempotent: boolean;
	/**
	 * True for a method that changes the state of a task. If the response to an attempt was lost, the
	 * refusal of the next attempt can mean that the earlier attempt made the change.
	 */
	changesTask?: boolean;
	/** The largest response that is accepted; `RESPONSE_BYTES` for a method that lists nothing. */
	responseBytes?: number;
	/** Completes "The AI call platform refused to …", such as `start a task`. */
	title: string;
}

/**
 * No document states how large a response can be. These limits are several times the size of the
 * largest response that the document's own limits allow.
 */
const RESPONSE_BYTES = 1024 * 1024;
const LIST_BYTES = 8 * RESPONSE_BYTES;

const ROOT = '/v1/service/v1/aicall';

export const API_METHODS = {
	token: { path: `${ROOT}/oauth/v1/token`, idempotent: true, title: 'issue a token' },
	queryConfiguration: {
		path: `${ROOT}/config/v1/query`,
		idempotent: true,
		responseBytes: LIST_BYTES,
		title: 'query the configuration',
	},
	placeCalls: { path: `${ROOT}/outbound/v1/task/callout`, idempotent: false, title: 'place calls' },
	createTask: {
		path: `${ROOT}/outbound/v1/task/create`,
		idempotent: false,
		title: 'create a task',
	},
	addRows: {
		path: `${ROOT}/outbound/v1/task/insert`,
		idempotent: false,
		title: 'add rows to a task',
	},
	startTask: {
		path: `${ROOT}/outbound/v1/task/start`,
		idempotent: true,
		changesTask: true,
		title: 'start a task',
	},
	pauseTask: {
		path: `${ROOT}/outbound/v1/task/pause`,
		idempotent: true,
		changesTask: true,
		title: 'pause a task',
	},
	deleteTask: {
		path: `${ROOT}/outbound/v1/task/delete`,
		idempotent: true,
		changesTask: true,
		title: 'delete a task',
	},
	queryTasks: {
		path: `${ROOT}/outbound/v1/task/query`,
		idempotent: true,
		responseBytes: LIST_BYTES,
		title: 'query tasks',
	},
} as const satisfies Record<string, ApiMethodInfo>;

export type ApiMethod = keyof typeof API_METHODS;

/** Methods that must not be repeated. */
export type DeliveryMethod = {
	[Method in ApiMethod]: (typeof API_METHODS)[Method]['idempotent'] extends true ? never : Method;
}[ApiMethod];

/** Headers of every request (document 2, part 1). */
export const REQUEST_HEADERS = { 'Content-Type': 'application/json;charset=UTF-8' } as const;

/** The query parameter that carries the token (document 2, part 5). */
export const TOKEN_PARAMETER = 'token';

/**
 * Normalizes the base URL: no surrounding spaces or invisible characters, no trailing slash.
 * @throws InputError if it is not an http or https address, or carries a query or a fragment
 */
export function normalizeBaseUrl(address: string): string {
	const text = withoutInvisibleEnds(address);
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
		throw new InputError(
			'The base URL of the AI call platform must start with http:// or https://, without ? or #',
			`Correct it in the credential: host name and optional path only. The default is ${DEFAULT_BASE_URL}.`,
		);
	}
	return withoutEnd(text, /\//);
}

/** The URL of a method, without the token. */
export function methodUrl(baseUrl: string, method: ApiMethod): string {
	return normalizeBaseUrl(baseUrl) + API_METHODS[method].path;
}

/** The largest response of a method that is accepted. */
export function maxResponseBytes(method: ApiMethod): number {
	const { responseBytes = RESPONSE_BYTES }: ApiMethodInfo = API_METHODS[method];
	return responseBytes;
}

/** Default base URL, the limits of document 2 (parts 5 and 8), and retry limits. */

export const DEFAULT_BASE_URL = 'https://callapi.xfyun.cn';

/** The most rows of one direct call or one submission of task data. */
export const MAX_ROWS_PER_REQUEST = 50;

/** `recall_count`: maximum number of redials. */
export const MAX_RECALLS = 3;

/** The largest `page_size` of a task query; `page_index` counts from 1. */
export const MAX_PAGE_SIZE = 50;
export const FIRST_PAGE = 1;

/**
 * The most pages of a task list that are read. The limit ends the loop on a platform that announces
 * further pages without end.
 */
export const MAX_TASK_PAGES = 1000;

/**
 * The most tasks that one AI Call Task Trigger can watch. There is a limit because each poll reads
 * all of them, and n8n stores the trigger's memory with the workflow.
 */
export const MAX_WATCHED_TASKS = 20_000;

/**
 * Lengths in bytes of `app_key` and `app_secret` in the document; keys of 32 bytes have been seen.
 */
export const APP_KEY_BYTES = 48;
export const APP_SECRET_BYTES = 44;

/** Lifetime of a token in seconds if the platform sends none. */
export const DEFAULT_TOKEN_SECONDS = 3600;

/**
 * The most retries of calls, rows and the creation of a task. Only attempts that were not carried
 * out are repeated.
 */
export const MAX_RETRIES = 5;
