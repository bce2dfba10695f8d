import { existsSync } from 'node:fs';

import { attachN8n } from '../lib/attach';
import { givenN8n, type GivenN8n } from '../lib/given';
import { installN8n } from '../lib/install';
import { startN8n, type ReadyN8n } from '../lib/n8n';
import { buildAndPack } from '../lib/pack';
import { PlainError, step } from '../lib/terminal';
import { publish } from './index';

declare global {
	var sharedN8n: ReadyN8n | undefined;
}

async function startOwn(tarball: string): Promise<ReadyN8n> {
	const { version } = await installN8n(process.env.IFLYTEK_N8N_VERSION);
	return await step(
		`Starting n8n ${version}`,
		async () => await startN8n({ version, tarballs: [tarball] }),
	);
}

async function takeGiven(given: GivenN8n, tarball: string): Promise<ReadyN8n> {
	const n8n = await step(
		`Restarting the n8n at ${given.url}`,
		async () => await attachN8n(given, [tarball]),
	);
	if (!existsSync(n8n.logFile)) {
		await n8n.stop();
		throw new PlainError(
			`The tests read n8n's log in ${n8n.logFile}: start n8n with N8N_LOG_OUTPUT=console,file`,
		);
	}
	process.env.IFLYTEK_N8N_VERSION = n8n.version;
	return n8n;
}

/** Runs before the first test file. Builds and packs the package, and starts an n8n with it, or attaches to a given n8n. */
export default async function setup(): Promise<void> {
	const given = givenN8n();
	const tarball = await buildAndPack({ reuse: true });
	const n8n = await (given ? takeGiven(given, tarball) : startOwn(tarball));
	globalThis.sharedN8n = n8n;
	publish({
		url: n8n.url,
		version: n8n.version,
		dataFolder: n8n.dataFolder,
		logFile: n8n.logFile,
		tarball,
		owner: n8n.owner,
		session: n8n.rest.session,
	});
}
