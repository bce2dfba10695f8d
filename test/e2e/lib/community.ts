import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { npm } from './npm';

const run = promisify(execFile);

interface PackageManifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	[field: string]: unknown;
}

async function manifestIn(tarball: string): Promise<PackageManifest> {
	const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
	return JSON.parse(stdout) as PackageManifest;
}

/** A file in the folder of an installed package, with the hash of the tarball. n8n ignores this file. */
const STAMP = '.installed-from';

async function hashOf(file: string): Promise<string> {
	return createHash('sha256')
		.update(await fs.readFile(file))
		.digest('hex');
}

/** Adds a package to the manifest in which n8n lists the installed packages. */
async function addToInstalled(
	nodesFolder: string,
	{ name, version }: PackageManifest,
): Promise<void> {
	const file = path.join(nodesFolder, 'package.json');
	const text = await fs.readFile(file, 'utf8').catch(() => '');
	const installed =
		text === ''
			? { name: 'installed-nodes', private: true, dependencies: {} }
			: (JSON.parse(text) as PackageManifest);
	installed.dependencies = { ...installed.dependencies, [name]: version };
	await fs.writeFile(file, JSON.stringify(installed, null, 2));
}

/**
 * Installs a packed community package as the installer of n8n 2.41 does after its download: unpacks it, removes dev, peer
 * and optional dependencies from the manifest, runs `npm install` in the folder of the package with n8n's flags, and adds
 * the package to the list of installed packages. n8n must not be running. The same tarball is not installed twice.
 *
 * @param dataFolder the folder that n8n calls N8N_USER_FOLDER
 * @returns the package's name
 */
export async function installCommunityPackage(
	dataFolder: string,
	tarball: string,
): Promise<string> {
	const nodesFolder = path.join(dataFolder, '.n8n', 'nodes');
	const manifest = await manifestIn(tarball);
	const folder = path.join(nodesFolder, 'node_modules', manifest.name);
	const stamp = path.join(folder, STAMP);
	const hash = await hashOf(tarball);
	if ((await fs.readFile(stamp, 'utf8').catch(() => '')) === hash) return manifest.name;

	await fs.rm(folder, { recursive: true, force: true });
	await fs.mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);

	const removedFields = ['devDependencies', 'peerDependencies', 'optionalDependencies'];
	const remaining = Object.fromEntries(
		Object.entries(manifest).filter(([field]) => !removedFields.includes(field)),
	);
	await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(remaining, null, 2));
	await npm(
		[
			'install',
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
		],
		{ cwd: folder, logFile: path.join(dataFolder, 'npm.log') },
	);
	await addToInstalled(nodesFolder, manifest);
	await fs.writeFile(stamp, hash);
	return manifest.name;
}
