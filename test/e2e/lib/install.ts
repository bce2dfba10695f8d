import { createHash } from 'node:crypto';
import { existsSync, promises as fs, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

import { npm } from './npm';
import { isAlive } from './processes';
import { PlainError, step, type ShowDetail } from './terminal';

/** The manifest and lock file of the n8n that every test and `npm start` uses by default. */
const PINNED_FOLDER = path.join(__dirname, '..', 'n8n');
/** The size of n8n 2.41 with Node 24, and of its copy in npm's cache. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const GIGABYTE = 1024 ** 3;
/** If fewer bytes than this are free, the disk counts as full, and the installation is aborted. */
const FULL_BYTES = 64 * 1024 ** 2;
/** The version of the steps below. It must be raised if these steps change what is installed. */
const RECIPE = 1;

interface Manifest {
	dependencies: { n8n: string; node: string };
	[field: string]: unknown;
}

export interface InstalledN8n {
	version: string;
	folder: string;
	/** The Node.js that runs this n8n; the one on the PATH may be too old for it. */
	nodeBinary: string;
	n8nScript: string;
}

function manifestIn(folder: string): Manifest {
	return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The n8n version of `test/e2e/n8n/package.json`. */
export const PINNED_N8N_VERSION = manifestIn(PINNED_FOLDER).dependencies.n8n;

/** The folder with the installed n8n versions: IFLYTEK_N8N_CACHE, else the user's cache folder. */
export function cacheFolder(): string {
	const chosen = process.env.IFLYTEK_N8N_CACHE;
	if (chosen) return path.resolve(chosen);
	const userCache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(userCache, 'n8n-nodes-xfyun');
}

/**
 * The files of the private package that npm installs for a version of n8n. `test/e2e/n8n` has them for the pinned version,
 * and in folders for other tested versions. Any other version has the manifest of the pinned version and no lock file.
 */
function recipeFor(version: string): Record<string, string> {
	const ownFolder = path.join(PINNED_FOLDER, version === PINNED_N8N_VERSION ? '' : version);
	const manifest = manifestIn(existsSync(ownFolder) ? ownFolder : PINNED_FOLDER);
	manifest.dependencies.n8n = version;
	const lockFile = path.join(ownFolder, 'package-lock.json');
	return {
		'.npmrc': readFileSync(path.join(PINNED_FOLDER, '.npmrc'), 'utf8'),
		'package.json': `${JSON.stringify(manifest, null, '\t')}\n`,
		...(existsSync(lockFile) && { 'package-lock.json': readFileSync(lockFile, 'utf8') }),
	};
}

function folderNameFor(version: string, recipe: Record<string, string>): string {
	const hash = createHash('sha256').update(
		JSON.stringify([RECIPE, process.platform, process.arch, recipe]),
	);
	return `n8n-${version}-${hash.digest('hex').slice(0, 12)}`;
}

function pathsIn(version: string, folder: string): InstalledN8n {
	return {
		version,
		folder,
		nodeBinary: path.join(folder, 'node_modules/node/bin/node'),
		n8nScript: path.join(folder, 'node_modules/n8n/bin/n8n'),
	};
}

async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await fs.statfs(folder);
	return bavail * bsize;
}

const OTHER_DISK =
	'Free some space, or put the cache on another disk: IFLYTEK_N8N_CACHE=/other/disk npm start';

/** @throws PlainError when the folder's disk has less than `needed` bytes free. */
export async function refuseFullDisk(folder: string, needed = NEEDED_BYTES): Promise<void> {
	const free = await freeBytes(folder);
	if (free >= needed) return;
	throw new PlainError(
		`Not enough disk space to install n8n: ${(free / GIGABYTE).toFixed(1)} GB are free in ${folder}, ${(needed / GIGABYTE).toFixed(0)} GB are needed.\n` +
			OTHER_DISK,
	);
}

/** Deletes the folders of installations that were interrupted. */
async function removeInterrupted(cache: string): Promise<void> {
	for (const name of await fs.readdir(cache)) {
		const pid = /\.partial-(\d+)$/.exec(name)?.[1];
		if (pid === undefined || isAlive(Number(pid))) continue;
		await fs.rm(path.join(cache, name), { recursive: true, force: true });
	}
}

/** The folder with the C++ headers of the installed Node 24, with which sqlite3 is compiled. */
async function headersOf(nodeFolder: string): Promise<string> {
	const modules = path.join(nodeFolder, 'node_modules');
	for (const name of await fs.readdir(modules)) {
		if (existsSync(path.join(modules, name, 'include/node/node.h')))
			return path.join(modules, name);
	}
	return nodeFolder;
}

/**
 * Calls `show` with the gigabytes written so far, and aborts when the disk is almost full, because npm would keep trying
 * for a long time.
 */
function watchDisk(
	folder: string,
	freeBefore: number,
	show: ShowDetail,
): { signal: AbortSignal; stop: () => void } {
	const controller = new AbortController();
	const timer = setInterval(() => {
		void freeBytes(folder).then((freeNow) => {
			show(`${(Math.max(0, freeBefore - freeNow) / GIGABYTE).toFixed(1)} GB written`);
			if (freeNow < FULL_BYTES)
				controller.abort(new PlainError(`The disk of ${folder} is full. ${OTHER_DISK}`));
		});
	}, 1000);
	return { signal: controller.signal, stop: () => clearInterval(timer) };
}

async function installInto(folder: string, version: string, logFile: string): Promise<void> {
	const run = async (
		args: string[],
		options: { env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
	) => await npm(args, { cwd: folder, logFile, ...options });
	const free = await freeBytes(folder);
	await step(
		`Downloading n8n ${version} (first time only, about 2.2 GB, several minutes)`,
		async (show) => {
			// Without a network npm would try each of two thousand packages for minutes. So this step first asks for one version,
			// with an empty cache, because an answer from npm's cache would not prove that there is a network.
			await run([
				'view',
				`n8n@${version}`,
				'version',
				'--fetch-retries=1',
				'--fetch-retry-mintimeout=1000',
				'--cache',
				path.join(folder, '.asked'),
			]);
			await fs.rm(path.join(folder, '.asked'), { recursive: true, force: true });
			const disk = watchDisk(folder, free, show);
			try {
				await run(['install', '--legacy-peer-deps', '--ignore-scripts', '--loglevel=error'], {
					signal: disk.signal,
				});
			} finally {
				disk.stop();
			}
		},
	);
	await step('Fetching Node.js 24, which n8n needs', async () => {
		// The install script of the package `node` copies the binary for this platform.
		await run(['rebuild', 'node', '--ignore-scripts=false']);
	});
	await step('Compiling the SQLite driver for it (about a minute)', async () => {
		const nodeFolder = path.join(folder, 'node_modules/node');
		await run(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
			env: {
				npm_config_nodedir: await headersOf(nodeFolder),
				PATH: `${path.join(nodeFolder, 'bin')}${path.delimiter}${process.env.PATH ?? ''}`,
			},
		});
	});
}

/**
 * The n8n of this version. If it is not in the cache yet, it is installed there. npm installs it in a separate folder that is
 * renamed at the end, so that an interrupted installation is never used.
 *
 * @throws PlainError without network, disk space or compiler, or when the registry does not have the version.
 */
export async function installN8n(version = PINNED_N8N_VERSION): Promise<InstalledN8n> {
	const cache = cacheFolder();
	const recipe = recipeFor(version);
	const name = folderNameFor(version, recipe);
	const installed = pathsIn(version, path.join(cache, name));
	if (existsSync(installed.folder)) return installed;

	await fs.mkdir(cache, { recursive: true });
	await removeInterrupted(cache);
	await refuseFullDisk(cache);
	const partial = path.join(cache, `${name}.partial-${process.pid}`);
	const logFile = path.join(cache, `${name}.log`);
	await fs.rm(logFile, { force: true });
	try {
		await fs.mkdir(partial);
		for (const [file, text] of Object.entries(recipe))
			await fs.writeFile(path.join(partial, file), text);
		await installInto(partial, version, logFile);
		await fs.rename(partial, installed.folder).catch(async (error: NodeJS.ErrnoException) => {
			// Another process has installed it meanwhile. Its folder is used.
			if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
		});
	} finally {
		await fs.rm(partial, { recursive: true, force: true });
	}
	return installed;
}
