import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** @throws Error if somebody listens at the port */
async function tryPort(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
			server.close(() => resolve()),
		);
	});
}

/** Below the ports that the system gives to outgoing connections: one of those may be taken again before it is used. */
const [FIRST_PORT, PORTS] = [20_000, 12_000];

/** Ports that this process has given out. */
const given = new Set<number>();

/** A port that nobody listens at, another one each time. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST_PORT + randomInt(PORTS);
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
