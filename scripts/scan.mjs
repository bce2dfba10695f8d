/**
 * n8n's own check for community packages, on the tarball that would be published and on the sources
 * it is made of. The download and the provenance check of the published scanner need a network and a
 * published package; everything else is the scanner's own code.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SOURCE_FILE_PATTERNS, analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'iflytek-scan-'));

/** Lints one tree; a tree without a file that must be there is a failure, not a pass: the scanner passes what it does not find. */
async function check(name, directory, patterns, mustHave) {
	const missing = mustHave.filter((file) => !existsSync(join(directory, file)));
	if (missing.length > 0) throw new Error(`${name}: there is no ${missing.join(', ')}`);
	const result = await analyzePackage(directory, patterns);
	if (!result.passed) throw new Error(`${name}: ${result.message}\n${result.details ?? ''}`);
	process.stdout.write(`${name}: passed, with ${mustHave.length} nodes and credentials\n`);
}

try {
	execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' });
	const packed = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: root, encoding: 'utf8' }),
	);
	const { filename, size, unpackedSize } = Array.isArray(packed) ? packed[0] : Object.values(packed)[0];
	execFileSync('tar', ['-xzf', join(work, filename), '-C', work]);
	const packageDirectory = join(work, 'package');
	const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));
	process.stdout.write(`${filename}: ${size} bytes packed, ${unpackedSize} unpacked\n`);
	const built = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const sources = built.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
	await check('tarball', packageDirectory, ['**/*.js', 'package.json'], built);
	await check('sources', root, SOURCE_FILE_PATTERNS, sources);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
} finally {
	rmSync(work, { recursive: true, force: true });
}
