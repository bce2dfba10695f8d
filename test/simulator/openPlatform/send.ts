import type { ServerResponse } from 'http';
import type { RequestLogEntry } from '../http/log';
import type { Answer } from './envelope';
import type { FaultRule } from './faults';

const PROXY_PAGE =
	'<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><h1>502 Bad Gateway</h1></body>\r\n</html>\r\n';

/** Waits for `ms` milliseconds. The wait does not keep the process alive. */
export function pause(ms: number): Promise<void> {
	return ms > 0
		? new Promise((resolve) => void setTimeout(resolve, ms).unref())
		: Promise.resolve();
}

/** Applies a fault that changes the content of an answer. With any other fault, the answer stays the same. */
export function distort(answer: Answer, fault: FaultRule | undefined): Answer {
	if (fault?.kind === 'status') {
		const json = JSON.stringify({ message: `HTTP ${fault.status}, ordered by a test` });
		return {
			...answer,
			status: fault.status,
			headers: {
				'Content-Type': fault.contentType ?? 'application/json; charset=utf-8',
				...fault.headers,
			},
			body: Buffer.from(fault.body ?? json),
			code: '',
		};
	}
	if (fault?.kind !== 'body') return answer;
	const { contentType } = fault;
	const headers =
		contentType === undefined ? answer.headers : { ...answer.headers, 'Content-Type': contentType };
	switch (fault.body) {
		case 'cut':
			return { ...answer, headers, body: half(answer.body) };
		case 'empty':
			return { ...answer, headers, body: Buffer.alloc(0) };
		case 'html':
			return {
				...answer,
				headers: { 'Content-Type': contentType ?? 'text/html' },
				body: Buffer.from(PROXY_PAGE),
			};
		default:
			return { ...answer, headers, body: Buffer.from(fault.text ?? '') };
	}
}

/**
 * Sends an answer, or only the part that the fault allows. The log entry is complete before
 * the first byte is sent, so that it is already complete when the client has the answer.
 */
export function send(
	response: ServerResponse,
	answer: Answer,
	fault: FaultRule | undefined,
	entry: RequestLogEntry,
	date: string | undefined,
): void {
	entry.code = answer.code;
	entry.sid = answer.sid;
	if (fault?.kind === 'drop') {
		response.destroy();
		return;
	}
	const stalls = fault?.kind === 'stall';
	if (stalls && fault.after !== 'half') return;

	const { body } = answer;
	entry.status = answer.status;
	response.statusCode = answer.status;
	for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
	if (date !== undefined) response.setHeader('Date', date);
	// With `half`, at least 2 bytes are announced. So even an empty body is incomplete.
	response.setHeader('Content-Length', Math.max(body.length, fault?.kind === 'half' ? 2 : 0));
	if (fault?.kind === 'half' || stalls) {
		const sent = half(body);
		entry.bytesOut = sent.length;
		response.write(sent, () => {
			if (!stalls) response.destroy();
		});
		return;
	}
	entry.bytesOut = body.length;
	response.end(body);
}

function half(body: Buffer): Buffer {
	return body.subarray(0, Math.floor(body.length / 2));
}
