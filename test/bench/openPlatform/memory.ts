import { sized } from '../size';
import { median, MEGABYTE } from '../measure';
import { inOwnProcess } from '../ownProcess';
import type { Platform } from '../platform';
import { tell, type Row, type Section } from '../report';

export const CONCURRENCY = 5;
const ITEMS = sized([40, 80, 160], [2]);
const ROUNDS = sized(3, 1);

/** Memory of a process that runs the node over large images, in bytes. */
export interface MemoryUse {
	/** The resident memory after n8n was loaded and one small image was read. */
	idle: number;
	/** The highest resident memory, as counted by the operating system. */
	peak: number;
	/** The size of one image as it is encoded in a request. */
	encoded: number;
}

/** The memory that Handwriting needs for images of nearly 4 MB, if n8n keeps binary data in files. */
export async function memory(platform: Platform): Promise<Section> {
	const rows: Row[] = [];
	let encoded = 0;
	for (const items of ITEMS) {
		tell(`Memory: ${items} large images`);
		const uses: MemoryUse[] = [];
		for (let round = 0; round < ROUNDS; round++)
			uses.push(
				await inOwnProcess<MemoryUse>('openPlatform/memory.process.ts', [
					platform.url,
					String(items),
				]),
			);
		const megabytes = (read: (use: MemoryUse) => number) =>
			Math.round(median(uses.map(read)) / MEGABYTE);
		encoded = uses[0]?.encoded ?? 0;
		rows.push({
			items,
			concurrency: CONCURRENCY,
			'idle MB': megabytes(({ idle }) => idle),
			'peak MB': megabytes(({ peak }) => peak),
			'over idle MB': megabytes(({ idle, peak }) => peak - idle),
		});
	}
	return {
		title: `Open platform: memory with images of ${(encoded / MEGABYTE).toFixed(2)}M as sent`,
		notes: [
			`Handwriting, Recognize; each run in a process of its own, binary data in files, medians of ${ROUNDS}. Resident memory, peak as the operating system counts it.`,
		],
		rows,
	};
}
