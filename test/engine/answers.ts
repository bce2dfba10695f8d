import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server of a test has received. */
export interface SeenRequest {
	path: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** An answer of the server of a test. */
export interface GivenAnswer {
	status?: number;
	headers?: Record<string, string>;
	body: string | Buffer;
}

/**
 * Runs `use` with the address of a server on 127.0.0.1, and then closes the server.
 * @param answer returns the answer to each request; `index` counts the requests from 0
 */
export async function withAnswers<T>(
	answer: (request: SeenRequest, index: number) => GivenAnswer | Promise<GivenAnswer>,
	use: (url: string) => Promise<T>,
): Promise<T> {
	let count = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', async () => {
			const {
				status = 200,
				headers = {},
				body,
			} = await answer(
				{ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) },
				count++,
			);
			response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

/** A silent WAV file at 16000 Hz. `declared` is the number of audio bytes that its header states, which may be wrong. */
export function silentWav(bytes: number, declared = bytes): Buffer {
	const header = Buffer.from(
		'524946460000000057415645666d74201000000001000100803e0000007d00000200100064617461',
		'hex',
	);
	const size = Buffer.alloc(4);
	size.writeUInt32LE(declared);
	return Buffer.concat([header, size, Buffer.alloc(bytes)]);
}
