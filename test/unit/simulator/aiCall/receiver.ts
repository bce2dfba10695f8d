import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'http';
import type { AddressInfo } from 'net';

export interface Received {
	path: string;
	contentType: string;
	/** The body as text; undefined if it was cut off. */
	text: string | undefined;
}

export type Answer = (received: Received, nth: number, res: ServerResponse) => unknown;

export interface Receiver {
	url: string;
	received: Received[];
	/** How the next requests are answered. */
	answer: Answer;
	close(): Promise<void>;
}

/** Answers each push with success. */
export const takes: Answer = (_received, _nth, res) => {
	res.end('success');
};

/** An application that takes pushes on a free port of 127.0.0.1. */
export async function receive(answer: Answer = takes): Promise<Receiver> {
	const received: Received[] = [];
	const server: Server = createServer((req: IncomingMessage, res: ServerResponse) => {
		const chunks: Buffer[] = [];
		const note = (text: string | undefined): void => {
			const entry = { path: req.url ?? '', contentType: req.headers['content-type'] ?? '', text };
			received.push(entry);
			if (text !== undefined) receiver.answer(entry, received.length, res);
		};
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => note(Buffer.concat(chunks).toString('utf8')));
		req.on('error', () => note(undefined));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const receiver: Receiver = {
		url: `http://127.0.0.1:${port}`,
		received,
		answer,
		close: async () => {
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
		},
	};
	return receiver;
}
