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

/** Placed in an installed package's folder; n8n only loads what the manifest names. */
const STAMP = '.installed-from';

async function hashOf(file: string): Promise<string> {
	return createHash('sha256')
		.update(await fs.readFile(file))
		.digest('hex');
}

async function enterIntoLedger(
	nodesFolder: string,
	{ name, version }: PackageManifest,
): Promise<void> {
	const file = path.join(nodesFolder, 'package.json');
	const text = await fs.readFile(file, 'utf8').catch(() => '');
	const ledger =
		text === ''
			? { name: 'installed-nodes', private: true, dependencies: {} }
			: (JSON.parse(text) as PackageManifest);
	ledger.dependencies = { ...ledger.dependencies, [name]: version };
	await fs.writeFile(file, JSON.stringify(ledger, null, 2));
}

/**
 * Installs a packed community package the way n8n 2.41's own installer does after its download: unpack, drop dev, peer
 * and optional dependencies from the manifest, `npm install` in the package's folder with n8n's flags, add it to
 * the ledger. n8n must not be running. The same tarball is not installed twice.
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

	const dropped = ['devDependencies', 'peerDependencies', 'optionalDependencies'];
	const kept = Object.fromEntries(
		Object.entries(manifest).filter(([field]) => !dropped.includes(field)),
	);
	await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(kept, null, 2));
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
	await enterIntoLedger(nodesFolder, manifest);
	await fs.writeFile(stamp, hash);
	return manifest.name;
}
