import { createHash } from 'crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'fs';
import path from 'path';
import { deserialize, serialize } from 'v8';

/** Larger results are not kept. */
const MAX_BYTES = 4_000_000;

/** Keeps results for the next time, so that nothing is spoken or read twice. */
export interface KeptResults {
	/** Returns the kept result for this input, or makes and keeps it. */
	keep<Result>(input: unknown, make: () => Promise<Result>): Promise<Result>;
}

/** All that decides about a result besides its input: the engines' code, their packages and Node.js. */
function versionOf(engines: string): string {
	const hash = createHash('sha256').update(process.version);
	for (const file of readdirSync(engines).sort())
		hash.update(readFileSync(path.join(engines, file)));
	return hash
		.update(readFileSync(path.join(engines, '../../../../package-lock.json')))
		.digest('hex');
}

/** Keeps results in files of a folder. Results of other engines than today's are left unread. */
export function keptIn(folder: string): KeptResults {
	const version = versionOf(__dirname);
	mkdirSync(folder, { recursive: true });

	return {
		async keep<Result>(input: unknown, make: () => Promise<Result>) {
			const name = createHash('sha256').update(version).update(serialize(input)).digest('hex');
			const file = path.join(folder, name);
			try {
				return (deserialize(readFileSync(file)) as { result: Result }).result;
			} catch {
				// There is no such file yet.
			}
			const result = await make();
			const bytes = serialize({ result });
			if (bytes.length > MAX_BYTES) return result;
			// Other processes may keep the same result at the same time.
			const unfinished = `${file}.${process.pid}`;
			writeFileSync(unfinished, bytes);
			renameSync(unfinished, file);
			return result;
		},
	};
}

/** Keeps nothing. */
export const nothingKept: KeptResults = { keep: async (_input, make) => await make() };
