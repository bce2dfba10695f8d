/** The operations of document 2, part 4: where they are and what is known of repeating them. */
import { InputError } from '../failure';
import { withoutEnd } from '../values';
import { DEFAULT_BASE_ADDRESS } from './limits';

/** What is known of an operation. */
export interface ApiMethodInfo {
	/** Path under the base address; every one is a POST with a JSON body. */
	path: string;
	/**
	 * True where a request that may already have been carried out can be sent again without harm.
	 * Never true where a second time would ring a telephone, add rows or make a task twice.
	 */
	idempotent: boolean;
	/** How errors name it. */
	title: string;
}

const ROOT = '/v1/service/v1/aicall';

export const API_METHODS = {
	token: { path: `${ROOT}/oauth/v1/token`, idempotent: true, title: 'get a token' },
	queryConfiguration: { path: `${ROOT}/config/v1/query`, idempotent: true, title: 'query the configuration' },
	placeCalls: { path: `${ROOT}/outbound/v1/task/callout`, idempotent: false, title: 'place calls' },
	createTask: { path: `${ROOT}/outbound/v1/task/create`, idempotent: false, title: 'create a task' },
	addRows: { path: `${ROOT}/outbound/v1/task/insert`, idempotent: false, title: 'add rows to a task' },
	startTask: { path: `${ROOT}/outbound/v1/task/start`, idempotent: true, title: 'start a task' },
	pauseTask: { path: `${ROOT}/outbound/v1/task/pause`, idempotent: true, title: 'pause a task' },
	deleteTask: { path: `${ROOT}/outbound/v1/task/delete`, idempotent: true, title: 'delete a task' },
	queryTasks: { path: `${ROOT}/outbound/v1/task/query`, idempotent: true, title: 'query tasks' },
} as const satisfies Record<string, ApiMethodInfo>;

export type ApiMethod = keyof typeof API_METHODS;

/** Headers of every request (document 2, part 1). */
export const REQUEST_HEADERS = { 'Content-Type': 'application/json;charset=UTF-8' } as const;

/** The query parameter that carries the token (document 2, part 5). */
export const TOKEN_PARAMETER = 'token';

/**
 * The base address in its one form: no blanks around it, no slash at its end.
 *
 * @throws InputError where it is not an http or https address, or carries a query or a fragment
 */
export function normalizeBaseAddress(address: string): string {
	const text = address.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
		throw new InputError(
			'The base address of the AI call platform is not a web address',
			`Enter it in the credential like ${DEFAULT_BASE_ADDRESS}, without anything after the host name but a path.`,
		);
	}
	return withoutEnd(text, /\//);
}

/** The address of an operation, without the token. */
export function methodUrl(baseAddress: string, method: ApiMethod): string {
	return normalizeBaseAddress(baseAddress) + API_METHODS[method].path;
}
