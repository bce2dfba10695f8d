import { createHash } from 'node:crypto';
import { startClock, type Cost } from '../measure';
import { account } from './account';
import type { Measured } from './operations';

/**
 * Sends the node's requests without n8n and without our code, `concurrency` at a time. It only signs them, sends them with
 * Node's fetch over connections that stay open, and reads the answers. No client can be faster on this machine.
 */
export async function bareLoop(
	url: string,
	{ request }: Measured,
	count: number,
	concurrency: number,
): Promise<Cost> {
	let next = 0;
	const worker = async () => {
		while (next < count) await send(url, request, next++);
	};
	const stop = startClock();
	await Promise.all(Array.from({ length: concurrency }, worker));
	return stop();
}

async function send(
	url: string,
	{ path, param, contentType, body }: Measured['request'],
	index: number,
): Promise<void> {
	const response = await fetch(url + path, {
		method: 'POST',
		headers: { ...signed(param), 'Content-Type': contentType },
		body: body(index),
	});
	const answer: unknown = JSON.parse(await response.text());
	const code =
		typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined;
	if (Number(code) !== 0) throw new Error(`The bare loop was refused: ${JSON.stringify(answer)}`);
}

/** The headers that sign a request (document 1, part 5). */
function signed(param: object): Record<string, string> {
	const encoded = Buffer.from(JSON.stringify(param)).toString('base64');
	const curTime = String(Math.floor(Date.now() / 1000));
	const checkSum = createHash('md5')
		.update(account.apiKey + curTime + encoded)
		.digest('hex');
	return {
		'X-Appid': account.appId,
		'X-CurTime': curTime,
		'X-Param': encoded,
		'X-CheckSum': checkSum,
	};
}
