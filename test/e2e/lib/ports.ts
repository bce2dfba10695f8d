import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** @throws Error if the port is already in use */
async function tryPort(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
			server.close(() => resolve()),
		);
	});
}

/** The range is below the ports that the system uses for outgoing connections, because these can be taken at any moment. */
const [FIRST_PORT, PORT_COUNT] = [20_000, 12_000];

/** Ports that this process has given out. */
const given = new Set<number>();

/** A port that is not in use. Each call returns another port. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST_PORT + randomInt(PORT_COUNT);
		if (given.has(port) || !(await isPortFree(port))) continue;
		given.add(port);
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
