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

/**
 * What iFLYTEK's own package has, with nodes that return their input: the names of its nodes, which begin like ours, and of
 * its credential.
 */
const VENDOR = {
	name: '@iflytekopensource/n8n-nodes-iflytek-skills',
	credential: 'IflyApi',
	nodes: [
		'IflyTranslate',
		'IflyTextProofread',
		'IflyOcrInvoice',
		'IflyHyperTts',
		'IflyPdfImageOcr',
		'IflySpeedTranscription',
		'IflyImageUnderstanding',
		'IflyVideoTranslate',
		'IflyVoicecloneTts',
		'IflyContractReview',
		'IflyAnimatedSketch',
	],
};
const internalName = (className: string) => className.replace(/^I/, 'i');

/** The files of the stand-in for the vendor's package. */
function vendorFiles(): Record<string, string> {
	const { name, credential, nodes } = VENDOR;
	const credentials = [{ name: internalName(credential), required: false }];
	const nodeFile = (className: string) => {
		const description = {
			displayName: `iFlytek ${className}`,
			name: internalName(className),
			icon: 'fa:volume-up',
			group: ['transform'],
			version: 1,
			description: 'Returns its input',
			defaults: { name: `iFlytek ${className}` },
			inputs: ['main'],
			outputs: ['main'],
			credentials,
			properties: [],
		};
		return `exports.${className} = class {
	description = ${JSON.stringify(description)};
	async execute() { return [this.getInputData()]; }
};\n`;
	};
	const key = { displayName: 'API Key', name: 'apiKey', type: 'string', default: '' };
	const manifest = {
		name,
		version: '0.1.0',
		keywords: ['n8n-community-node-package'],
		n8n: {
			n8nNodesApiVersion: 1,
			credentials: [`dist/credentials/${credential}.credentials.js`],
			nodes: nodes.map((node) => `dist/nodes/${node}/${node}.node.js`),
		},
	};
	return {
		'package.json': JSON.stringify(manifest),
		[`dist/credentials/${credential}.credentials.js`]: `exports.${credential} = class {
	name = '${internalName(credential)}';
	displayName = 'iFlytek API';
	properties = ${JSON.stringify([key])};
};\n`,
		...Object.fromEntries(
			nodes.map((node) => [`dist/nodes/${node}/${node}.node.js`, nodeFile(node)]),
		),
	};
}

/** Packs the stand-in. Returns the tarball's path. */
async function packVendor(into: string): Promise<string> {
	const source = path.join(into, 'vendor');
	for (const [file, text] of Object.entries(vendorFiles())) {
		await fs.mkdir(path.dirname(path.join(source, file)), { recursive: true });
		await fs.writeFile(path.join(source, file), text);
	}
	await npm(['pack', source, '--pack-destination', into], {
		cwd: into,
		logFile: path.join(into, 'npm.log'),
	});
	return path.join(into, 'iflytekopensource-n8n-nodes-iflytek-skills-0.1.0.tgz');
}

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
		tarballs: [
			path.join(folder, `${name}-${NEIGHBOUR.version}.tgz`),
			await packVendor(folder),
			tarball,
		],
	});
	simulator = await startSimulator();
});

afterAll(async () => {
	await simulator.close();
	await n8n.stop();
	await fs.rm(folder, { recursive: true, force: true });
});

test('n8n loads all packages, and this package installs no further packages', async () => {
	const loaded = (await n8n.rest.nodeTypes()).map(({ name }) => name);
	expect(loaded).toEqual(
		expect.arrayContaining([
			'n8n-nodes-xfyun.iflytek',
			'n8n-nodes-xfyun.iflytekAiCallTrigger',
			`${NEIGHBOUR.name}.datastore`,
			...VENDOR.nodes.map((node) => `${VENDOR.name}.${internalName(node)}`),
		]),
	);
	const installed = path.join(n8n.dataFolder, '.n8n', 'nodes', 'node_modules');
	expect((await fs.readdir(installed)).sort()).toEqual([
		'@iflytekopensource',
		NEIGHBOUR.name,
		'n8n-nodes-xfyun',
	]);
	expect(await fs.readdir(path.join(installed, 'n8n-nodes-xfyun'))).not.toContain('node_modules');
	expect(await n8n.logs()).not.toMatch(/Problem loading|Error loading package/i);
});

test('one workflow can use nodes of all packages, each with its own credential', async () => {
	const { iflytekApi, iflyApi } = await storeCredentials(n8n.rest, {
		...localCredentials(simulator),
		[internalName(VENDOR.credential)]: { name: 'Vendor', data: { apiKey: 'key' } },
	});
	if (!iflytekApi || !iflyApi) throw new Error('A credential is missing');
	const { id } = await n8n.rest.createWorkflow(
		chain('All', [
			MANUAL_TRIGGER,
			{
				name: 'Speak',
				type: `${VENDOR.name}.iflyHyperTts`,
				credentials: [iflyApi],
			},
			{
				name: 'Segment',
				type: 'n8n-nodes-xfyun.iflytek',
				parameters: { resource: 'text', operation: 'segment', text: '我在北京大学工作' },
				credentials: [iflytekApi],
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
