import { createHash } from 'node:crypto';
import { existsSync, promises as fs, readFileSync } from 'node:fs';
import path from 'node:path';

import { npm } from './npm';
import { step } from './terminal';

export const REPOSITORY = path.join(__dirname, '..', '..', '..');
/** What `npm start` and the tests leave behind; not under version control. */
export const WORK_FOLDER = path.join(REPOSITORY, '.cache');

/** What the tarball is made of, besides npm and the build tools themselves. */
const SOURCES = ['credentials', 'icons', 'nodes', 'gulpfile.js', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE'];

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const at = path.join(REPOSITORY, source);
		if (!existsSync(at)) continue;
		const inside = (await fs.stat(at)).isDirectory() ? await fs.readdir(at, { recursive: true }) : [''];
		for (const name of inside.sort()) {
			const file = path.join(at, name);
			if ((await fs.stat(file)).isFile()) hash.update(`${source}/${name}\0`).update(await fs.readFile(file));
		}
	}
	return hash.digest('hex');
}

/**
 * Builds this package and packs it as `npm publish` would. Returns the tarball's path.
 *
 * @param reuse takes the tarball of an earlier call when no source has changed since
 */
export async function buildAndPack({ reuse = false } = {}): Promise<string> {
	const { name, version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as { name: string; version: string };
	const folder = path.join(WORK_FOLDER, 'package');
	const tarball = path.join(folder, `${name}-${version}.tgz`);
	const madeFrom = path.join(folder, 'made-from');
	const logFile = path.join(folder, 'build.log');
	const hash = await hashOfSources();
	if (reuse && existsSync(tarball) && (await fs.readFile(madeFrom, 'utf8').catch(() => '')) === hash) return tarball;

	await fs.rm(folder, { recursive: true, force: true });
	await fs.mkdir(folder, { recursive: true });
	await step('Building and packing the nodes', async () => {
		await npm(['run', 'build'], { cwd: REPOSITORY, logFile });
		await npm(['pack', '--pack-destination', folder], { cwd: REPOSITORY, logFile });
	});
	await fs.writeFile(madeFrom, hash);
	return tarball;
}
