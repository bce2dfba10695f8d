/**
 * Runs n8n's own checks for community packages. n8n's scanner checks the tarball that would be published, and the
 * sources. `n8n-node lint` checks the sources with its default rules. The scanner's download and its check of the
 * provenance are left out, because they need a network and a published package.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import {
	SOURCE_FILE_PATTERNS,
	analyzePackage,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { threatScanner } from './threats.mjs';

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'iflytek-scan-'));

/** Lints a folder. Fails if a file of `mustHave` is missing, because the scanner itself ignores missing files. */
async function check(name, directory, patterns, mustHave) {
	const missing = mustHave.filter((file) => !existsSync(join(directory, file)));
	if (missing.length > 0) throw new Error(`${name}: there is no ${missing.join(', ')}`);
	const result = await analyzePackage(directory, patterns);
	if (!result.passed) throw new Error(`${name}: ${result.message}\n${result.details ?? ''}`);
	process.stdout.write(`${name}: passed, with ${mustHave.length} nodes and credentials\n`);
}

/** Searches every file of the tarball for patterns of malicious packages. */
function checkThreats(directory) {
	const scan = threatScanner();
	const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	const found = files.flatMap(({ parentPath, name }) => {
		const file = join(parentPath, name);
		return scan(readFileSync(file)).map((rule) => `${relative(directory, file)}: ${rule}`);
	});
	if (found.length > 0) throw new Error(`threats:\n${found.join('\n')}`);
	process.stdout.write(`threats: 0 in ${files.length} files\n`);
}

/**
 * Lints a copy of the published files with the default config of `n8n-node lint`, which accepts no other. Our own config
 * has more rules.
 */
function lintAsN8n() {
	const copy = join(work, 'lint');
	mkdirSync(copy);
	for (const name of [
		'nodes',
		'credentials',
		'icons',
		'package.json',
		'tsconfig.json',
		'README.md',
		'LICENSE',
	])
		cpSync(join(root, name), join(copy, name), { recursive: true });
	const cli = join(root, 'node_modules/@n8n/node-cli');
	copyFileSync(
		join(cli, 'dist/template/templates/shared/default/eslint.config.mjs'),
		join(copy, 'eslint.config.mjs'),
	);
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(cli, 'bin/n8n-node.mjs'), 'lint'],
		{ cwd: copy, encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`n8n-node lint:\n${stdout}${stderr}`);
	process.stdout.write('n8n-node lint: passed\n');
}

try {
	execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' });
	const packed = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], {
			cwd: root,
			encoding: 'utf8',
		}),
	);
	const { filename, size, unpackedSize } = Array.isArray(packed)
		? packed[0]
		: Object.values(packed)[0];
	execFileSync('tar', ['-xzf', join(work, filename), '-C', work]);
	const packageDirectory = join(work, 'package');
	const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));
	process.stdout.write(`${filename}: ${size} bytes packed, ${unpackedSize} unpacked\n`);
	const built = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const sources = built.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
	await check('tarball', packageDirectory, ['**/*.js', 'package.json'], built);
	checkThreats(packageDirectory);
	await check('sources', root, SOURCE_FILE_PATTERNS, sources);
	lintAsN8n();
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
} finally {
	rmSync(work, { recursive: true, force: true });
}
