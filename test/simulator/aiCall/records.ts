import type { Fault } from './faults';
import type { Endpoint } from './endpointList';

/** One request as the platform saw it. */
export interface RequestRecord {
	/** 1, 2, 3 … in order of arrival. */
	number: number;
	endpoint: Endpoint;
	/** Millisecond timestamp, real time. */
	at: number;
	contentType: string;
	/** The body as it came; empty for the token endpoint, whose body is a secret. */
	body: string;
	fault: Fault | undefined;
	/** Code of the envelope, also where the client did not get to see it; undefined if nothing was decided. */
	code: number | undefined;
	/** Why it was refused, in more words than the client gets. */
	reason: string;
	/** Whether it was carried out. */
	carriedOut: boolean;
	/** Names of fields that the endpoint did not look at, where it was. */
	unread?: string[];
	/** HTTP status that was sent, undefined if none was. */
	status: number | undefined;
	/** Whether the client was sent the whole true answer. */
	answered: boolean;
}

/** One row that the platform took, from a direct call or for a task. */
export interface AcceptedRow {
	taskId: string;
	/** Decimal digits. */
	taskDataId: string;
	columns: string[];
	values: string[];
	/** The request that brought it, and the row's place in that request, from 0. */
	request: number;
	position: number;
	endpoint: Endpoint;
}

/** The platform's own books, by which a test proves that no row was lost or doubled. */
export class Records {
	requests: RequestRecord[] = [];
	acceptedRows: AcceptedRow[] = [];
	private count = 0;

	begin(endpoint: Endpoint, contentType: string, body: string): RequestRecord {
		const record: RequestRecord = {
			number: ++this.count,
			endpoint,
			at: Date.now(),
			contentType,
			body: endpoint === 'token' ? '' : body,
			fault: undefined,
			code: undefined,
			reason: '',
			carriedOut: false,
			status: undefined,
			answered: false,
		};
		this.requests.push(record);
		return record;
	}

	/** Forgets what has been recorded; numbers go on. */
	clear(): void {
		this.requests = [];
		this.acceptedRows = [];
	}
}
