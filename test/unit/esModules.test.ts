/** Jest must transform ES modules in the tests in a real n8n, which name the packages themselves. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

interface Manifest {
	type?: string;
	exports?: unknown;
	dependencies?: Record<string, string>;
}

const manifestOf = (name: string) =>
	JSON.parse(
		readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
	) as Manifest;

/** A package and all that it needs. */
function withNeeded(name: string): string[] {
	return [name, ...Object.keys(manifestOf(name).dependencies ?? {}).flatMap(withNeeded)];
}

/** Whether a package has nothing that can be required. */
function isEsOnly(name: string): boolean {
	const { type, exports } = manifestOf(name);
	return type === 'module' && !JSON.stringify(exports ?? '').includes('"require"');
}

test('the tests in a real n8n transform each bundled package that only has ES modules', () => {
	const source = readFileSync(path.join(ROOT, 'nodes/shared/bundled.ts'), 'utf8');
	const bundled = [...source.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
	const esOnly = [...new Set(bundled.flatMap(withNeeded))].filter(isEsOnly);
	expect(esOnly).toContain('htmlparser2');
	const { transformIgnorePatterns } = jest.requireActual<{ transformIgnorePatterns: string[] }>(
		'../e2e/jest.config.js',
	);
	const patterns = transformIgnorePatterns.map((pattern) => new RegExp(pattern));
	const left = esOnly.filter((name) =>
		patterns.some((pattern) => pattern.test(`/node_modules/${name}/index.js`)),
	);
	expect(left).toEqual([]);
});
