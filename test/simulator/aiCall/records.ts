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
	/** Code of the envelope, even if the client did not receive it; undefined if nothing was decided. */
	code: number | undefined;
	/** The reason of a refusal, in more detail than the client gets. */
	reason: string;
	/** Whether it was carried out. */
	carriedOut: boolean;
	/** Names of fields that have no effect. */
	unread?: string[];
	/** HTTP status that was sent, undefined if none was. */
	status: number | undefined;
	/** Whether the client was sent the complete, correct answer. */
	answered: boolean;
}

/** One row that the platform accepted, from a direct call or for a task. */
export interface AcceptedRow {
	taskId: string;
	/** Decimal digits. */
	taskDataId: string;
	columns: string[];
	values: string[];
	/** The request that contained it, and its index in that request, from 0. */
	request: number;
	position: number;
	endpoint: Endpoint;
}

/** The platform's own records, with which a test proves that no row was lost or doubled. */
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

	/** Forgets everything recorded; numbers continue. */
	clear(): void {
		this.requests = [];
		this.acceptedRows = [];
	}
}
