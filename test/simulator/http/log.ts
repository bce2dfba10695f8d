import type { IncomingMessage } from 'http';

/** One request, as it came and as it was answered. Never holds a key. */
export interface RequestLogEntry {
	/** When it came, ISO 8601. */
	time: string;
	method: string;
	/** Without the query string, which may carry a token. */
	path: string;
	/** HTTP status sent, or null while there is no answer (or never was one: see `fault`). */
	status: number | null;
	bytesIn: number;
	bytesOut: number;
	/** Milliseconds from request to answer. */
	durationMs: number | null;
	/** The rest: of requests to document 1's endpoints. */
	endpoint?: string;
	/** Code of the envelope, always as text; `0` for audio. */
	code?: string;
	sid?: string;
	appid?: string;
	/** X-CurTime as sent: shows whether a repeated request was signed afresh. */
	curTime?: string;
	/** X-Param, decoded. */
	param?: unknown;
	/** Names in it that the endpoint did not look at, once it has done its work. */
	unread?: string[];
	/** The headers of part 5 were right: app id, clock, checksum, licence, address. */
	authentic?: boolean;
	/** What the document does not foresee, and the platform let pass. */
	note?: string;
	/** What broke inside the simulator (answered with 10700). */
	error?: string;
	/** Kind of the fault that was ordered for this request. */
	fault?: string;
}

/** Keeps the last `size` entries in an array that stays the same one. */
export class RequestLog {
	readonly entries: RequestLogEntry[] = [];

	private readonly byRequest = new WeakMap<IncomingMessage, RequestLogEntry>();

	constructor(
		private readonly size: number,
		private readonly onAnswered?: (entry: RequestLogEntry) => void,
	) {}

	/** Adds a request as it comes; what becomes of it is filled in later. */
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
		// Cut in one go now and then: shifting at each request would move the whole array.
		if (this.entries.length >= this.size * 2)
			this.entries.splice(0, this.entries.length - this.size);
		return entry;
	}

	/** The entry of a request that was added. */
	of(request: IncomingMessage): RequestLogEntry {
		return this.byRequest.get(request) ?? this.add(request, request.url ?? '');
	}

	answered(entry: RequestLogEntry): void {
		this.onAnswered?.(entry);
	}

	clear(): void {
		this.entries.length = 0;
	}
}
