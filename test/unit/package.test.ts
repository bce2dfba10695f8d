import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { SEARCH_WORDS } from '../document/table/searchWords';

const ROOT = join(__dirname, '../..');
const NODES = [
	'Iflytek',
	'IflytekAiCall',
	'IflytekAiCallTaskTrigger',
	'IflytekAiCallTrigger',
	'IflytekAiCallContextTrigger',
];
const CREDENTIALS = ['IflytekApi', 'IflytekAiCallApi'];

const work = mkdtempSync(join(tmpdir(), 'iflytek-package-'));
/** The unpacked tarball that npm would publish. `npm run build` must have run before. */
const tarball = join(work, 'package');
const quietInRoot = { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] as ('ignore' | 'pipe')[] };

beforeAll(() => {
	execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', work], quietInRoot);
	const [file = ''] = readdirSync(work);
	execFileSync('tar', ['-xzf', join(work, file), '-C', work]);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const filesIn = (folder: string) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
		.sort();
const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
const jsonIn = (folder: string, file: string) => JSON.parse(read(folder, file));

/** Files that ship unchanged. The keys are their paths in the repository, the values are their paths in the tarball. */
function unchangedFiles(): Record<string, string> {
	const sources = ['nodes', 'icons'].flatMap((folder) =>
		filesIn(join(ROOT, folder)).map((file) => `${folder}/${file}`),
	);
	const copiedToDist = sources.filter((file) => /\.(json|svg)$/.test(file));
	return {
		...Object.fromEntries(copiedToDist.map((file) => [file, `dist/${file}`])),
		'README.md': 'README.md',
		LICENSE: 'LICENSE',
		'package.json': 'package.json',
	};
}

test('the tarball has one file for each source file, the unchanged files, and the licenses of what is bundled', () => {
	const compiled = ['nodes', 'credentials'].flatMap((folder) =>
		filesIn(join(ROOT, folder))
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `dist/${folder}/${file.replace(/\.ts$/, '.js')}`),
	);
	const expected = [
		...compiled,
		...Object.values(unchangedFiles()),
		'dist/nodes/shared/bundled.LICENSES.txt',
	];
	expect(filesIn(tarball)).toEqual(expected.sort());
});

test('codex files, output schemas, icons, README and LICENSE ship without any change', () => {
	const files = Object.entries(unchangedFiles());
	for (const kind of [/\.node\.json$/, /__schema__/, /\.svg$/])
		expect(files.filter(([file]) => kind.test(file))).not.toEqual([]);
	const changed = files.filter(
		([here, there]) => !readFileSync(join(ROOT, here)).equals(readFileSync(join(tarball, there))),
	);
	expect(changed).toEqual([]);
});

test('the manifest has what n8n and npm need', () => {
	const { license, engines, files, n8n, keywords, peerDependencies, ...manifest } = jsonIn(
		tarball,
		'package.json',
	);
	expect({ license, engines, files, n8n, peerDependencies }).toEqual({
		license: 'MIT',
		engines: { node: '>=20.19' },
		files: ['dist'],
		peerDependencies: { 'n8n-workflow': '*' },
		n8n: {
			n8nNodesApiVersion: 1,
			strict: true,
			credentials: CREDENTIALS.map((name) => `dist/credentials/${name}.credentials.js`),
			nodes: NODES.map((name) => `dist/nodes/${name}/${name}.node.js`),
		},
	});
	expect(keywords).toContain('n8n-community-node-package');
	for (const field of ['dependencies', 'optionalDependencies', 'bundleDependencies', 'overrides'])
		expect(manifest).not.toHaveProperty(field);
	for (const document of ['README.md', 'docs/README.zh-CN.md'])
		// Node.js can be a link.
		expect(read(ROOT, document)).toMatch(/Node\.js\]?(\([^)]*\))? 20\.19/);
});

/** An instance of the class that a built file exports under this name. */
async function built<T>(file: string, name: string): Promise<T> {
	const exported = (await import(join(ROOT, file))) as Record<string, new () => T>;
	const Class = exported[name];
	if (!Class) throw new Error(`${file} has no class ${name}`);
	return new Class();
}

/** No two nodes look alike. */
const ICONS: Readonly<Record<string, string>> = {
	Iflytek: 'iflytek',
	IflytekAiCall: 'iflytek-ai-call',
	IflytekAiCallContextTrigger: 'iflytek-call-context',
	IflytekAiCallTaskTrigger: 'iflytek-task-status',
	IflytekAiCallTrigger: 'iflytek-call-ended',
	IflytekApi: 'iflytek',
	IflytekAiCallApi: 'iflytek-ai-call',
};

describe.each(NODES)('%s', (name) => {
	const folder = `dist/nodes/${name}`;
	const description = async () =>
		(await built<INodeType>(`${folder}/${name}.node.js`, name)).description;

	test('has a light icon, and a dark icon that differs from it', async () => {
		const files = [`${ICONS[name]}.svg`, `${ICONS[name]}.dark.svg`];
		const [lightUrl, darkUrl] = files.map((file) => `file:../../icons/${file}`);
		expect((await description()).icon).toEqual({ light: lightUrl, dark: darkUrl });
		const [light, dark] = files.map((file) => read(tarball, `dist/icons/${file}`));
		for (const svg of [light, dark]) expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
		expect(light).not.toBe(dark);
	});

	test('has a codex file with its name and its search words', async () => {
		const codex = jsonIn(tarball, `${folder}/${name}.node.json`);
		expect(codex).toMatchObject({
			node: `n8n-nodes-xfyun.${(await description()).name}`,
			codexVersion: '1.0',
			nodeVersion: '1.0',
			alias: SEARCH_WORDS[name],
		});
	});
});

const LIGHT_ICONS = filesIn(join(ROOT, 'icons')).filter((file) => !file.endsWith('.dark.svg'));

/** The drawing alone: an icon without its colours and how strong they are. */
const drawingOf = (svg: string) =>
	svg
		.replace(/#[0-9a-f]{3,8}\b|\brgba?\([^)]*\)/gi, 'colour')
		.replace(/\b((?:fill-|stroke-|stop-)?opacity)="[^"]*"/g, '$1');

test.each(LIGHT_ICONS)(
	'%s is a square of 60, and its dark icon has other colours alone',
	(file) => {
		const light = read(ROOT, `icons/${file}`);
		const dark = read(ROOT, `icons/${file.replace('.svg', '.dark.svg')}`);
		for (const svg of [light, dark]) expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 60 60"/);
		expect(drawingOf(dark)).toBe(drawingOf(light));
	},
);

test.each(CREDENTIALS)('%s has the icons of its node', async (name) => {
	const { icon } = await built<ICredentialType>(`dist/credentials/${name}.credentials.js`, name);
	expect(icon).toEqual({
		light: `file:../icons/${ICONS[name]}.svg`,
		dark: `file:../icons/${ICONS[name]}.dark.svg`,
	});
});

describe('third-party code that ships', () => {
	const bundle = async () =>
		await build({
			absWorkingDir: ROOT,
			entryPoints: ['nodes/shared/bundled.ts'],
			write: false,
			metafile: true,
			bundle: true,
			platform: 'node',
			format: 'cjs',
			target: 'node20',
			legalComments: 'inline',
			logLevel: 'silent',
		});

	test('third-party code that ships is one file, built for the oldest Node.js that the manifest allows', async () => {
		const { outputFiles } = await bundle();
		const bundled = read(tarball, 'dist/nodes/shared/bundled.js');
		expect(bundled === outputFiles[0]?.text).toBe(true);
		const required = [...bundled.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
		expect(required.filter((name) => !name?.startsWith('node:'))).toEqual([]);
	});

	test('third-party code that ships has its licenses beside it, word for word', async () => {
		const { metafile } = await bundle();
		const inputs = Object.values(metafile.outputs).flatMap((output) =>
			Object.entries(output.inputs),
		);
		const names = inputs.flatMap(([file, { bytesInOutput }]) =>
			bytesInOutput > 0 ? (/node_modules\/([^/]+)\/(?!.*node_modules)/.exec(file)?.[1] ?? []) : [],
		);
		const libraries = [...new Set(names)].sort();
		expect(libraries).toEqual([
			'entities',
			'get-east-asian-width',
			'htmlparser2',
			'image-size',
			'ipaddr.js',
			'linkify-it',
			'lossless-json',
			'markdown-it',
			'markdown-it-cjk-friendly',
			'mdurl',
			'p-limit',
			'punycode.js',
			'uc.micro',
			'yocto-queue',
		]);
		const text = read(tarball, 'dist/nodes/shared/bundled.LICENSES.txt');
		for (const library of libraries) {
			const libraryFolder = join(ROOT, 'node_modules', library);
			const [license = ''] = readdirSync(libraryFolder).filter((file) => /^licen[cs]e/i.test(file));
			const { version } = jsonIn(libraryFolder, 'package.json');
			expect(text).toContain(`${library} ${version}\n\n${read(libraryFolder, license).trim()}\n`);
			expect(read(ROOT, 'docs/for-reviewers.md')).toContain(library);
		}
	});
});
