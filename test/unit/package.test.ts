import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The files of the tarball as npm would pack it; `npm run build` comes first. */
function packed(): string[] {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const parsed: unknown = JSON.parse(output);
	const [first] = Object.values(parsed as Record<string, { files: { path: string }[] }>);
	return (first?.files ?? []).map(({ path }) => path).sort();
}

test('the tarball holds what runs, README and LICENSE, and nothing else', () => {
	const files = packed();
	expect(files).toEqual(
		expect.arrayContaining([
			...manifest.n8n.nodes,
			...manifest.n8n.credentials,
			'README.md',
			'LICENSE',
			'package.json',
		]),
	);
	const allowed =
		/^(dist\/(nodes|credentials)\/.*\.js|dist\/nodes\/\w+\/\w+\.node\.json|dist\/nodes\/\w+\/__schema__\/[\w./]+\.json|dist\/icons\/[\w.]+\.svg|README\.md|LICENSE|package\.json)$/;
	expect(files.filter((file) => !allowed.test(file))).toEqual([]);
});

test('n8n admits no runtime dependency, and n8n-workflow is the only peer', () => {
	expect(manifest.dependencies ?? {}).toEqual({});
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

test('third-party code that ships is bundled into one file', () => {
	const vendor = readFileSync(join(ROOT, 'dist/nodes/shared/vendor.js'), 'utf8');
	const required = [...vendor.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
	expect(required.filter((name) => !name?.startsWith('node:'))).toEqual([]);
});
