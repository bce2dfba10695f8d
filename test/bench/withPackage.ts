import { buildAndPack } from '../e2e/lib/pack';
import { requirePrograms } from '../queue/lib/programs';
import { startPlatform, type Platform } from './platform';

/** How long the platform takes to answer in a section that starts n8n itself. */
export const LATENCY_MS = 50;

/** Calls `measure` with the packed package, which each n8n installs, and a platform that answers after `LATENCY_MS`. */
export async function withPackage<Result>(
	measure: (tarball: string, platform: Platform) => Promise<Result>,
): Promise<Result> {
	await requirePrograms();
	const tarball = await buildAndPack({ reuse: true });
	const platform = await startPlatform(0);
	try {
		await platform.order('aicall/configure', { latencyMs: LATENCY_MS });
		return await measure(tarball, platform);
	} finally {
		await platform.close();
	}
}
