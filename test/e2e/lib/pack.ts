import { promises as fs, readFileSync } from 'node:fs';
import path from 'node:path';

import { npm } from './npm';
import { step } from './terminal';

export const REPOSITORY = path.join(__dirname, '..', '..', '..');
/** What `npm start` and the tests leave behind; not under version control. */
export const WORK_FOLDER = path.join(REPOSITORY, '.cache');

/** Builds this package and packs it as `npm publish` would. Returns the tarball's path. */
export async function buildAndPack(): Promise<string> {
	const { name, version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as { name: string; version: string };
	const folder = path.join(WORK_FOLDER, 'package');
	const tarball = path.join(folder, `${name}-${version}.tgz`);
	const logFile = path.join(folder, 'build.log');
	await fs.rm(folder, { recursive: true, force: true });
	await fs.mkdir(folder, { recursive: true });
	await step('Building and packing the nodes', async () => {
		await npm(['run', 'build'], { cwd: REPOSITORY, logFile });
		await npm(['pack', '--pack-destination', folder], { cwd: REPOSITORY, logFile });
	});
	return tarball;
}
