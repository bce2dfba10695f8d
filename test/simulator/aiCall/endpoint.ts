import type { Answers } from './answers';
import type { VirtualClock } from './clock';
import type { Account, Setup } from './config';
import type { Faults } from './faults';
import type { Refusal } from './protocol';
import type { Records, RequestRecord } from './records';
import type { Fields } from './strictJson';
import type { Tasks } from './tasks';
import type { Tokens } from './token';

/** The outcome of a request: its result. If only a part of the request was carried out, there is also a refusal. */
export interface Outcome {
	result: object;
	refusal?: Refusal | undefined;
}

export interface EndpointParts {
	setup: Setup;
	tokens: Tokens;
	tasks: Tasks;
	faults: Faults;
	records: Records;
	answers: Answers;
	clock: VirtualClock;
	/** The number of calls under way on a line. */
	activeOn(lineNum: string): number;
}

/** A request with a valid token. */
export interface AuthorizedRequest {
	parts: EndpointParts;
	account: Account;
	fields: Fields;
	record: RequestRecord;
}

/** An endpoint of document 2, part 4: its path, and the function that handles its requests. Clients call every endpoint with `POST`. */
export type CallEndpoint = { name: string; path: string } & (
	| { handle(request: AuthorizedRequest): Outcome }
	| { handleWithoutToken(parts: EndpointParts, fields: Fields): Outcome }
);

const BASE = '/v1/service/v1/aicall';
export const OAUTH = `${BASE}/oauth/v1`;
export const CONFIG = `${BASE}/config/v1`;
export const TASK = `${BASE}/outbound/v1/task`;
