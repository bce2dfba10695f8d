import { installN8n } from '../lib/install';
import { startN8n, type RunningN8n } from '../lib/n8n';
import { buildAndPack } from '../lib/pack';
import { step } from '../lib/terminal';
import { publish } from './index';

declare global {
	var sharedN8n: RunningN8n | undefined;
}

/** Before the first test file: builds, packs, brings up one n8n with the package installed. */
export default async function setup(): Promise<void> {
	const version = process.env.IFLYTEK_N8N_VERSION;
	const { version: installed } = await installN8n(version);
	const tarball = await buildAndPack({ reuse: true });
	const n8n = await step(
		`Starting n8n ${installed}`,
		async () => await startN8n({ version, tarballs: [tarball] }),
	);
	globalThis.sharedN8n = n8n;
	publish({
		url: n8n.url,
		version: installed,
		dataFolder: n8n.dataFolder,
		tarball,
		owner: n8n.owner,
		session: n8n.rest.session,
	});
}
