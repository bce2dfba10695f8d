import { Readable } from 'stream';
import axios, { type AxiosResponse } from 'axios';

/** The application's answer to a request of the platform, or the reason why there was no answer. */
export interface Reply {
	/** HTTP status; undefined if there was no answer. */
	status: number | undefined;
	/** The answer's whole text. */
	text: string;
	/** Real milliseconds until the answer was complete or the request failed. */
	latencyMs: number;
	/** Why there was no answer: `time-out`, or the error of the connection. */
	error: string | undefined;
}

const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether a URL is on this machine. The platform sends to no other machine. */
export function isLocal(url: string): boolean {
	try {
		return LOCAL_HOSTS.has(new URL(url).hostname);
	} catch {
		return false;
	}
}

/** Posts JSON to the application's URLs, if they are on this machine. */
export class Outgoing {
	private readonly underWay = new Set<AbortController>();

	/** Posts a body, and waits at most `timeoutMs` real milliseconds for the whole answer. Never throws. */
	async post(
		url: string,
		body: Buffer | Readable,
		length: number,
		timeoutMs: number,
	): Promise<Reply> {
		const started = performance.now();
		const reply = (status: number | undefined, text: string, error: string | undefined): Reply => ({
			status,
			text,
			latencyMs: Math.round((performance.now() - started) * 100) / 100,
			error,
		});
		if (!isLocal(url)) return reply(undefined, '', `not sent: ${url} is not on this machine`);
		const abort = new AbortController();
		let timedOut = false;
		const timer = setTimeout(() => {
			timedOut = true;
			abort.abort();
		}, timeoutMs);
		this.underWay.add(abort);
		try {
			const answer: AxiosResponse<string> = await axios.post<string>(url, body, {
				headers: { 'Content-Type': 'application/json;charset=UTF-8', 'Content-Length': length },
				signal: abort.signal,
				responseType: 'text',
				transformRequest: (data: unknown) => data,
				transformResponse: (data: unknown) => data,
				validateStatus: () => true,
				maxRedirects: 0,
				proxy: false,
			});
			return reply(answer.status, answer.data, undefined);
		} catch (error) {
			return reply(undefined, '', timedOut ? 'time-out' : reasonOf(error));
		} finally {
			clearTimeout(timer);
			this.underWay.delete(abort);
		}
	}

	/** Aborts all requests under way. */
	close(): void {
		for (const abort of this.underWay) abort.abort();
	}
}

/** The code of a connection error, such as `ECONNREFUSED`. An error without a code is told by its message. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return 'code' in error && error.code ? String(error.code) : error.message;
}

/** A body that fails after its first half, so that the connection is cut. */
export function tornBody(bytes: Buffer): Readable {
	async function* halfThenError(): AsyncGenerator<Buffer> {
		yield bytes.subarray(0, Math.floor(bytes.length / 2));
		await new Promise((resolve) => setTimeout(resolve, 20));
		throw Object.assign(new Error('The push was cut off on order'), { code: 'CUT_OFF' });
	}
	return Readable.from(halfThenError());
}
