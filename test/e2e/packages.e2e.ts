import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import { npm } from './lib/npm';
import { localCredentials, storeCredentials } from './lib/platform';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';

/** Another community package of the registry, which is installed in the same n8n. Its node needs no network. */
const NEIGHBOUR = { name: 'n8n-nodes-datastore', version: '0.1.18' };

let folder: string;
let n8n: RunningN8n;
let simulator: Simulator;

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
	simulator = await startSimulator();
});

afterAll(async () => {
	await simulator.close();
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

test('one workflow can use nodes of both packages', async () => {
	const { iflytekApi: credential } = await storeCredentials(n8n.rest, localCredentials(simulator));
	if (!credential) throw new Error('No credential for the local platform');
	const { id } = await n8n.rest.createWorkflow(
		chain('Both', [
			MANUAL_TRIGGER,
			{
				name: 'Segment',
				type: 'n8n-nodes-xfyun.iflytek',
				parameters: { resource: 'text', operation: 'segment', text: '我在北京大学工作' },
				credentials: [credential],
			},
			{
				name: 'Keep',
				type: `${NEIGHBOUR.name}.datastore`,
				parameters: {
					operation: 'set',
					keyName: 'words',
					valueString: '={{ $json.words.join("/") }}',
					outputForSetClear: 'affectedValue',
				},
			},
		]),
	);
	const execution = await n8n.rest.run(id);
	expect(execution.error).toBeUndefined();
	expect(execution.items('Keep')).toEqual([
		{
			json: { success: true, operation: 'set', value: '我/在/北京大学/工作' },
			pairedItem: { item: 0 },
		},
	]);
});
