import type { IncomingMessage } from 'http';

/** One request and its answer. Never contains a key. */
export interface RequestLogEntry {
	/** Time of arrival, ISO 8601. */
	time: string;
	method: string;
	/** Without the query string, which may carry a token. */
	path: string;
	/** HTTP status of the answer; null until the answer is sent. It stays null if a fault prevents the answer. */
	status: number | null;
	bytesIn: number;
	bytesOut: number;
	/** Milliseconds from request to answer; null until then. */
	durationMs: number | null;
	/** This field and all fields below it are only set for requests to document 1's endpoints. */
	endpoint?: string;
	/** Code of the envelope, always as text; `0` for audio. */
	code?: string;
	sid?: string;
	appid?: string;
	/** X-CurTime as the client sent it. It shows whether a repeated request has a new signature. */
	curTime?: string;
	/** X-Real-Ip; undefined if it was not sent. */
	realIp?: string;
	/** X-Param, decoded. */
	param?: unknown;
	/** Names in X-Param that the endpoint did not read. Set when the endpoint has finished. */
	unread?: string[];
	/** Whether all headers of part 5 were right: App ID, clock, checksum, license, address. */
	authentic?: boolean;
	/** Deviations from the document that the platform accepted. */
	note?: string;
	/** An error inside the simulator. The client gets the code 10700. */
	error?: string;
	/** Kind of the fault that was ordered for this request. */
	fault?: string;
}

/** Keeps at least the last `size` entries, always in the same array. */
export class RequestLog {
	readonly entries: RequestLogEntry[] = [];

	private readonly byRequest = new WeakMap<IncomingMessage, RequestLogEntry>();

	constructor(
		private readonly size: number,
		private readonly onAnswered?: (entry: RequestLogEntry) => void,
	) {}

	/** Adds the entry of a request that has just arrived. Its result is filled in later. */
	add(request: IncomingMessage, path: string): RequestLogEntry {
		const entry: RequestLogEntry = {
			time: new Date().toISOString(),
			method: request.method ?? '',
			path,
			status: null,
			bytesIn: Number(request.headers['content-length'] ?? 0),
			bytesOut: 0,
			durationMs: null,
		};
		this.byRequest.set(request, entry);
		this.entries.push(entry);
		// Removes many entries together, because removing one entry at each request would be slow.
		if (this.entries.length >= this.size * 2)
			this.entries.splice(0, this.entries.length - this.size);
		return entry;
	}

	/** Returns the entry of a request. Adds the entry if there is none. */
	of(request: IncomingMessage): RequestLogEntry {
		return this.byRequest.get(request) ?? this.add(request, request.url ?? '');
	}

	/** Reports that the answer was sent, or that the connection was closed. */
	answered(entry: RequestLogEntry): void {
		this.onAnswered?.(entry);
	}

	clear(): void {
		this.entries.length = 0;
	}
}
