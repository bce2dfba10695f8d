import { promises as fs } from 'node:fs';
import path from 'node:path';

import { isAlive } from './processes';
import { PlainError } from './terminal';

/**
 * Claims a folder for this process, because two n8n on one database would damage it.
 *
 * @returns a function that releases the folder
 * @throws PlainError if another living process holds it
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
	const file = path.join(folder, 'in-use-by');
	await fs.mkdir(folder, { recursive: true });
	const holder = Number(await fs.readFile(file, 'utf8').catch(() => '0'));
	if (holder > 0 && holder !== process.pid && isAlive(holder)) {
		throw new PlainError(
			`Another start (process ${holder}) is using ${folder}. End it with Ctrl-C where it runs; two n8n cannot share one database. If none runs there, delete ${file}.`,
		);
	}
	await fs.writeFile(file, String(process.pid));
	return async () => await fs.rm(file, { force: true });
}
