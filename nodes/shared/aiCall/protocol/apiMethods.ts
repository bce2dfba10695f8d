import { InputError } from '../../failure';
import { withoutInvisibleEnds } from '../../entered';
import { withoutEnd } from '../../values';

/** The API methods of the call platform (document 2, part 4): their paths, and whether they may be repeated. */

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
	/** Whether a success without a result says nothing, because the method only asks. */
	promisesResult?: boolean;
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
		promisesResult: true,
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
		promisesResult: true,
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

export const DEFAULT_BASE_URL = 'https://callapi.xfyun.cn';

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

/** The URL of a method, without the token. The base URL is that of an account. */
export function methodUrl(baseUrl: string, method: ApiMethod): string {
	return baseUrl + API_METHODS[method].path;
}

/** The largest response of a method that is accepted. */
export function maxResponseBytes(method: ApiMethod): number {
	const { responseBytes = RESPONSE_BYTES }: ApiMethodInfo = API_METHODS[method];
	return responseBytes;
}

/** Whether a success of a method must have a result. */
export function promisesResult(method: ApiMethod): boolean {
	const { promisesResult = false }: ApiMethodInfo = API_METHODS[method];
	return promisesResult;
}
