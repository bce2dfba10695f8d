import { createServer } from 'node:net';

async function tryPort(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			const got = typeof address === 'object' && address !== null ? address.port : port;
			server.close(() => resolve(got));
		});
	});
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
	return await tryPort(0);
}

export async function isPortFree(port: number): Promise<boolean> {
	try {
		await tryPort(port);
		return true;
	} catch {
		return false;
	}
}
