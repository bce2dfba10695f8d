import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT, SOURCES } from './sources';

/** The files that a file imports by a relative path, types included. */
function importsOf(file: string): string[] {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const paths = [...text.matchAll(/ from '(\.[^']*)'/g)].map(([, path = '']) => path);
	return paths.flatMap((path) => {
		const target = relative(ROOT, join(ROOT, dirname(file), path));
		return [`${target}.ts`, `${target}/index.ts`].filter((name) => SOURCES.includes(name));
	});
}

test('no file imports itself through others, types included', () => {
	const imports = new Map(SOURCES.map((file) => [file, importsOf(file)]));
	expect([...imports.values()].flat().length).toBeGreaterThan(500);
	// Files that import nothing that is left are no part of a circle.
	for (let left = -1; left !== imports.size;) {
		left = imports.size;
		for (const [file, targets] of imports)
			if (!targets.some((target) => imports.has(target))) imports.delete(file);
	}
	expect([...imports.keys()]).toEqual([]);
});
