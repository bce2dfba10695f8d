import { createHash } from 'node:crypto';
import { existsSync, promises as fs, readFileSync } from 'node:fs';
import path from 'node:path';

import { npm } from './npm';
import { step } from './terminal';

export const REPOSITORY = path.join(__dirname, '..', '..', '..');
/** The output folder of `npm start` and the tests, which is not under version control. */
export const WORK_FOLDER = path.join(REPOSITORY, '.cache');

const HOUR_MS = 3_600_000;

/** The files that decide the content of the tarball. npm and the build tools are left out. */
const SOURCES = [
	'credentials',
	'icons',
	'nodes',
	'gulpfile.js',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'tsconfig.build.json',
	'README.md',
	'LICENSE',
];

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const location = path.join(REPOSITORY, source);
		if (!existsSync(location)) continue;
		const names = (await fs.stat(location)).isDirectory()
			? await fs.readdir(location, { recursive: true })
			: [''];
		for (const name of names.sort()) {
			const file = path.join(location, name);
			if ((await fs.stat(file)).isFile())
				hash.update(`${source}/${name}\0`).update(await fs.readFile(file));
		}
	}
	return hash.digest('hex');
}

/** Deletes tarballs that are older than an hour. Newer ones stay, because another process may still be installing them. */
async function removeOld(packages: string): Promise<void> {
	for (const name of await fs.readdir(packages).catch(() => [])) {
		const folder = path.join(packages, name);
		if (Date.now() - (await fs.stat(folder)).mtimeMs > HOUR_MS)
			await fs.rm(folder, { recursive: true, force: true });
	}
}

/**
 * Builds this package and packs it as `npm publish` would. Returns the tarball's path.
 *
 * @param reuse whether the tarball of an earlier call is returned if no source has changed
 */
export async function buildAndPack({ reuse = false } = {}): Promise<string> {
	const { name, version } = JSON.parse(
		readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'),
	) as { name: string; version: string };
	const packages = path.join(WORK_FOLDER, 'package');
	const folder = path.join(packages, (await hashOfSources()).slice(0, 12));
	const tarball = path.join(folder, `${name}-${version}.tgz`);
	if (reuse && existsSync(tarball)) return tarball;

	await removeOld(packages);
	await fs.mkdir(folder, { recursive: true });
	const logFile = path.join(folder, 'build.log');
	await step('Building and packing the nodes', async () => {
		await npm(['run', 'build'], { cwd: REPOSITORY, logFile });
		// npm writes the file in parts. So it writes the file into another folder, from which the complete file is moved here.
		const partial = await fs.mkdtemp(path.join(folder, 'packing-'));
		await npm(['pack', '--pack-destination', partial], { cwd: REPOSITORY, logFile });
		await fs.rename(path.join(partial, path.basename(tarball)), tarball);
		await fs.rm(partial, { recursive: true });
	});
	return tarball;
}
