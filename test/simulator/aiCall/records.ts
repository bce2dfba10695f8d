import type { Fault } from './faults';
import type { Endpoint } from './endpointList';

/** One request, and what the platform did with it. */
export interface RequestRecord {
	/** 1, 2, 3 … in order of arrival. */
	number: number;
	endpoint: Endpoint;
	/** Millisecond timestamp, real time. */
	at: number;
	contentType: string;
	/** The body as it came. Empty for the token endpoint, because its body contains a secret. */
	body: string;
	fault: Fault | undefined;
	/** Code of the envelope, even if the client did not receive it; undefined if a fault prevented the envelope. */
	code: number | undefined;
	/** The detailed reason of a refusal. The answer does not contain it. */
	reason: string;
	/** Whether the platform carried the request out. */
	carriedOut: boolean;
	/** Names of the body's fields that the platform did not read. */
	unread?: string[];
	/** HTTP status of the answer; undefined if no status was sent. */
	status: number | undefined;
	/** Whether the platform sent the complete and correct answer. */
	answered: boolean;
}

/** One row that the platform accepted, from a direct call or for a task. */
export interface AcceptedRow {
	taskId: string;
	/** Decimal digits. */
	taskDataId: string;
	columns: string[];
	values: string[];
	/** Number of the request that contained the row. */
	request: number;
	/** Index of the row in that request, from 0. */
	position: number;
	endpoint: Endpoint;
}

/** The platform's records. They show whether a row was lost or sent twice. */
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

	/** Forgets all records. The numbers of later requests continue. */
	clear(): void {
		this.requests = [];
		this.acceptedRows = [];
	}
}
