import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Listens on a port for a moment. @throws Error if the port is already in use */
async function tryPort(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
			server.close(() => resolve()),
		);
	});
}

/** These ports are below the range that the system uses for outgoing connections. A port of that range can be taken at any moment. */
const [FIRST_PORT, PORT_COUNT] = [20_000, 12_000];

/** Ports that this process has given out. */
const givenOut = new Set<number>();

/** Returns a port that is not in use. Never returns the same port twice. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST_PORT + randomInt(PORT_COUNT);
		if (givenOut.has(port) || !(await isPortFree(port))) continue;
		givenOut.add(port);
		return port;
	}
}

export async function isPortFree(port: number): Promise<boolean> {
	try {
		await tryPort(port);
		return true;
	} catch {
		return false;
	}
}
