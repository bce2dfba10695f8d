import { startPlatform } from '../platform';
import type { Section } from '../report';
import { comparison } from './comparison';
import { memory } from './memory';
import { throughput } from './throughput';

const LATENCY_MS = 50;

/** Time and memory of the iFLYTEK node, whose services document 1 describes. */
export async function openPlatform(): Promise<Section[]> {
	const platform = await startPlatform(LATENCY_MS);
	try {
		return [
			await throughput(platform, LATENCY_MS),
			await comparison(platform, LATENCY_MS),
			await memory(platform),
		];
	} finally {
		await platform.close();
	}
}
