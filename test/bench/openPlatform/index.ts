import { startPlatform } from '../platform';
import type { Section } from '../report';
import { throughput } from './throughput';

const LATENCY_MS = 50;

/** What document 1's node costs. */
export async function openPlatform(): Promise<Section[]> {
	const platform = await startPlatform(LATENCY_MS);
	try {
		return [await throughput(platform, LATENCY_MS)];
	} finally {
		await platform.close();
	}
}
