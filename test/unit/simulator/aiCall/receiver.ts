import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'http';
import type { AddressInfo } from 'net';

export interface ReceivedPush {
	path: string;
	contentType: string;
	/** The body as text; undefined if it was cut off. */
	text: string | undefined;
}

/** Answers a push. `count` is the number of pushes received so far, with this one. */
export type Answer = (push: ReceivedPush, count: number, res: ServerResponse) => unknown;

export interface Receiver {
	url: string;
	received: ReceivedPush[];
	/** How the next pushes are answered. */
	answer: Answer;
	close(): Promise<void>;
}

/** Answers each push with success. */
const answerSuccess: Answer = (_push, _count, res) => {
	res.end('success');
};

/** Starts an application that receives pushes on a free port of 127.0.0.1. */
export async function startReceiver(answer: Answer = answerSuccess): Promise<Receiver> {
	const received: ReceivedPush[] = [];
	const server: Server = createServer((req: IncomingMessage, res: ServerResponse) => {
		const chunks: Buffer[] = [];
		const record = (text: string | undefined): void => {
			const push = { path: req.url ?? '', contentType: req.headers['content-type'] ?? '', text };
			received.push(push);
			if (text !== undefined) receiver.answer(push, received.length, res);
		};
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => record(Buffer.concat(chunks).toString('utf8')));
		req.on('error', () => record(undefined));
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
