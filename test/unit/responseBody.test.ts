import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformError, TransportError } from '../../nodes/shared/failure';
import { readResponseBody } from '../../nodes/shared/n8n/http/responseBody';

/** Reads the body of a response over HTTP, and waits until the server has noticed the end of the connection. */
async function read(
	send: (response: ServerResponse) => void,
	{ timeoutMs = 5000, maxBytes = 1024 * 1024 } = {},
): Promise<Buffer> {
	let closed: Promise<unknown> | undefined;
	const server = createServer((_request, response) => {
		closed = new Promise((resolve) => response.once('close', resolve));
		send(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	try {
		const response = await new Promise<IncomingMessage>((resolve, reject) =>
			get(url, { agent: false }, resolve).on('error', reject),
		);
		return await readResponseBody(response, { url, timeoutMs, maxBytes });
	} finally {
		await closed;
		server.close();
	}
}

/** Sends a part again and again until the client has closed the connection. */
const endless = (part: Buffer, pauseMs: number) => (response: ServerResponse) => {
	const sendPart = () => {
		if (!response.destroyed) response.write(part, () => setTimeout(sendPart, pauseMs));
	};
	sendPart();
};

test('a body up to the limit is read whole', async () => {
	const body = Buffer.alloc(1024 * 1024, 'x');
	expect((await read((response) => response.end(body))).equals(body)).toBe(true);
	expect(await read((response) => response.end())).toEqual(Buffer.alloc(0));
});

test('a body over the limit is refused while it arrives, and the connection is closed', async () => {
	const reading = read(endless(Buffer.alloc(65_536, 'x'), 0));
	await expect(reading).rejects.toBeInstanceOf(PlatformError);
	await expect(reading).rejects.toMatchObject({
		kind: 'unreadable',
		message: expect.stringMatching(
			/^127\.0\.0\.1:\d+ sent more than 1 MB, which no response of this service has$/,
		),
		details: { advice: expect.stringContaining('proxy or firewall') },
	});
});

test('a body that stops arriving times out', async () => {
	const reading = read((response) => response.write('{'), { timeoutMs: 100 });
	await expect(reading).rejects.toBeInstanceOf(TransportError);
	await expect(reading).rejects.toMatchObject({
		kind: 'timedOut',
		message: expect.stringMatching(/sent no data for 0\.1 seconds$/),
	});
});

test('a body that keeps arriving byte by byte times out in the end', async () => {
	const reading = read(endless(Buffer.from('x'), 20), { timeoutMs: 400 });
	await expect(reading).rejects.toMatchObject({
		kind: 'timedOut',
		message: expect.stringMatching(/had not sent its whole response after 4 seconds$/),
	});
});

test('a body that takes longer than the time-out is read in full if it keeps arriving', async () => {
	const body = await read(
		(response) => {
			let sent = 0;
			const timer = setInterval(() => {
				response.write('x');
				if (++sent < 11) return;
				clearInterval(timer);
				response.end();
			}, 100);
		},
		{ timeoutMs: 1000 },
	);
	expect(body.toString()).toBe('x'.repeat(11));
});

test('a connection that breaks off is an error', async () => {
	await expect(
		read((response) => response.write('{', () => response.destroy())),
	).rejects.toMatchObject({ kind: 'interrupted' });
});

test('the limit also applies to a body that another version of n8n has already read', async () => {
	const bounds = { url: 'http://a.example/', timeoutMs: 1000, maxBytes: 2 };
	expect(await readResponseBody(Buffer.from('ab'), bounds)).toEqual(Buffer.from('ab'));
	expect(await readResponseBody('ab', bounds)).toEqual(Buffer.from('ab'));
	expect(await readResponseBody(new Uint8Array([1, 2]).buffer, bounds)).toEqual(
		Buffer.from([1, 2]),
	);
	expect(await readResponseBody(undefined, bounds)).toEqual(Buffer.alloc(0));
	for (const body of [Buffer.from('abc'), 'abc'])
		await expect(readResponseBody(body, bounds)).rejects.toMatchObject({ kind: 'unreadable' });
});
