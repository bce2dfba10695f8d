import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startN8n, type RunningN8n } from './lib/n8n';
import { npm } from './lib/npm';
import { sharedN8n } from './shared';

/** Another community package of the registry, which is installed in the same n8n. Its node needs no network. */
const NEIGHBOUR = { name: 'n8n-nodes-datastore', version: '0.1.18' };

let folder: string;
let n8n: RunningN8n;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	folder = await fs.mkdtemp(path.join(tmpdir(), 'n8n-nodes-xfyun-neighbour-'));
	const { name } = NEIGHBOUR;
	await npm(['pack', `${name}@${NEIGHBOUR.version}`, '--pack-destination', folder], {
		cwd: folder,
		logFile: path.join(folder, 'npm.log'),
	});
	n8n = await startN8n({
		version,
		tarballs: [path.join(folder, `${name}-${NEIGHBOUR.version}.tgz`), tarball],
	});
});

afterAll(async () => {
	await n8n.stop();
	await fs.rm(folder, { recursive: true, force: true });
});

test('n8n loads both packages, and this package installs no further packages', async () => {
	const loaded = (await n8n.rest.nodeTypes()).map(({ name }) => name);
	expect(loaded).toEqual(
		expect.arrayContaining([
			'n8n-nodes-xfyun.iflytek',
			'n8n-nodes-xfyun.iflytekAiCallTrigger',
			`${NEIGHBOUR.name}.datastore`,
		]),
	);
	const installed = path.join(n8n.dataFolder, '.n8n', 'nodes', 'node_modules');
	expect((await fs.readdir(installed)).sort()).toEqual([NEIGHBOUR.name, 'n8n-nodes-xfyun']);
	expect(await fs.readdir(path.join(installed, 'n8n-nodes-xfyun'))).not.toContain('node_modules');
	expect(await n8n.logs()).not.toMatch(/Problem loading|Error loading package/i);
});
