import { Failure, PlatformError } from '../../failure';
import { watchIdle } from './idleWatch';
import { requestFailure, slowError, timeoutError } from './transportErrors';

/**
 * Reads the body of a response as it arrives. n8n's helpers limit neither its size nor the time
 * that it takes.
 */

/** The part of a stream of Node.js that is used here. */
interface ByteStream extends AsyncIterable<unknown> {
	destroy(reason: Error): unknown;
}

/** The limits of a response. */
export interface ResponseBounds {
	url: string;
	/**
	 * How long the server may send no data, in milliseconds. The whole body may take `WHOLE_TIMEOUTS`
	 * times as long.
	 */
	timeoutMs: number;
	/** The most bytes that the body may have, decompressed. */
	maxBytes: number;
}

/** A whole response may take this many times the Timeout. */
export const WHOLE_TIMEOUTS = 10;

const MB = 1024 * 1024;

/**
 * Reads the bytes of a body. The body is a stream, or its content if another version of n8n has
 * already read the stream.
 * @param abort ends the request, because a stream of n8n cannot be destroyed while
 * no data arrives
 * @throws PlatformError for more bytes than are accepted; the connection is then closed
 * @throws TransportError `timedOut` if no data comes, or if the whole body takes too long
 */
export async function readResponseBody(
	body: unknown,
	bounds: ResponseBounds,
	abort = new AbortController(),
): Promise<Buffer> {
	if (isReadable(body)) return await readStream(body, bounds, abort);
	const bytes = toBuffer(body);
	if (bytes.length > bounds.maxBytes) throw tooLarge(bounds);
	return bytes;
}

async function readStream(
	stream: ByteStream,
	bounds: ResponseBounds,
	abort: AbortController,
): Promise<Buffer> {
	const { url, timeoutMs, maxBytes } = bounds;
	const { host } = new URL(url);
	const wholeMs = timeoutMs * WHOLE_TIMEOUTS;
	const began = performance.now();
	const end = (reason: Error) => {
		abort.abort(reason);
		stream.destroy(reason);
	};
	const idle = watchIdle(timeoutMs, () => end(timeoutError(host, timeoutMs)));
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of stream) {
			idle.restart();
			const part = toBuffer(chunk);
			bytes += part.length;
			chunks.push(part);
			// `end` aborts the request, so the loop ends below.
			if (bytes > maxBytes) end(tooLarge(bounds));
			else if (performance.now() - began > wholeMs) end(slowError(host, wholeMs));
			if (abort.signal.aborted) break;
		}
	} catch (error) {
		// If the request was ended here, n8n's client only says that it was canceled.
		throw endReason(abort) ?? requestFailure(error, url, timeoutMs);
	} finally {
		idle.end();
	}
	const reason = endReason(abort);
	if (reason !== undefined) throw requestFailure(reason, url, timeoutMs);
	return Buffer.concat(chunks, bytes);
}

/** The reason why a request was ended here; undefined if it was not. */
function endReason({ signal }: AbortController): Failure | undefined {
	return signal.reason instanceof Failure ? signal.reason : undefined;
}

function tooLarge({ url, maxBytes }: ResponseBounds): PlatformError {
	return new PlatformError(
		`${new URL(url).host} sent more than ${maxBytes / MB} MB, which no response of this service has`,
		'unreadable',
		{
			advice:
				'Check the base URL in the credential, and whether a proxy or firewall is responding instead of the platform.',
		},
	);
}

function isReadable(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The bytes of a body or of a part of it; none if it is neither bytes nor text. */
function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return body instanceof ArrayBuffer
		? Buffer.from(body)
		: Buffer.from(typeof body === 'string' ? body : '');
}
