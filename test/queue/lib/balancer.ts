import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of several n8n processes, like the reverse proxy of an operator. */
export interface Balancer {
	url: string;
	/** The number of requests that each target has answered. */
	answered: Map<string, number>;
	close(): Promise<void>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks);
}

/** Passes a request on. `refused`: nobody listens there. `broken`: the connection ended without a complete answer. */
async function passOn(
	target: string,
	incoming: IncomingMessage,
	body: Buffer,
	outgoing: ServerResponse,
): Promise<'answered' | 'refused' | 'broken'> {
	return await new Promise((resolve) => {
		const { method, headers } = incoming;
		const sent = request(
			new URL(incoming.url ?? '/', target),
			{ method, headers, agent: false },
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
				answer.once('end', () => resolve('answered'));
				answer.once('error', () => resolve('broken'));
			},
		);
		sent.once('error', (error) =>
			resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
		);
		sent.end(body);
	});
}

/** Starts a proxy on a free port of 127.0.0.1. It uses the targets in turn, and skips a target where nobody listens. */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
	const answered = new Map(targets.map((target) => [target, 0]));
	let turn = 0;
	const server = createServer(async (incoming, outgoing) => {
		const body = await bodyOf(incoming);
		const firstTarget = turn++;
		for (let tried = 0; tried < targets.length; tried++) {
			const target = targets[(firstTarget + tried) % targets.length] ?? '';
			const outcome = await passOn(target, incoming, body, outgoing);
			if (outcome === 'refused') continue;
			if (outcome === 'answered') answered.set(target, (answered.get(target) ?? 0) + 1);
			else if (outgoing.headersSent) outgoing.destroy();
			else outgoing.writeHead(502).end();
			return;
		}
		outgoing.writeHead(503).end();
	});
	server.keepAliveTimeout = 65_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		answered,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
