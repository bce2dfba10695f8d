import { randomUUID } from 'node:crypto';

import { OUTBOUND } from '../engine/callPushes';

/** The result of one round of pushes. */
export interface PushRound {
	perSecond: number;
	/** The milliseconds until each answer, sorted. */
	times: number[];
}

/** Sends `count` pushes of different calls, `atOnce` at a time. @throws Error if n8n does not accept a push */
export async function sendPushes(url: string, count: number, atOnce: number): Promise<PushRound> {
	const times: number[] = [];
	let left = count;
	const started = performance.now();
	const sender = async () => {
		while (left-- > 0) {
			const body = JSON.stringify({ ...OUTBOUND, call_uuid: randomUUID() });
			const begun = performance.now();
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body,
			});
			await response.text();
			if (response.status !== 200)
				throw new Error(`A push was answered with HTTP ${response.status}`);
			times.push(performance.now() - begun);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	const seconds = (performance.now() - started) / 1000;
	return { perSecond: count / seconds, times: times.sort((a, b) => a - b) };
}
