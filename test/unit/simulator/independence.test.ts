import { readdirSync, readFileSync } from 'fs';
import path from 'path';

const folder = path.join(__dirname, '../../simulator');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
	/\.m?[jt]s$/.test(name),
);

/** The packages and paths that a file imports, requires or starts. */
const importsOf = (source: string) =>
	[
		...source.matchAll(
			/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*)(['"`])(.+?)\1/g,
		),
	].map(([, , name = '']) => name);

it('importsOf finds imports of every kind', () => {
	const source = `import a from 'one';\nimport 'two';\nexport { b } from "three";\nawait import('four'); require(\`five\`); require.resolve('six')`;
	expect(importsOf(source)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
});

it('there are files to check', () => {
	expect(files).toEqual(
		expect.arrayContaining(['index.ts', 'main.ts', path.join('openPlatform', 'auth.ts')]),
	);
});

/** The document's table of codes. The local platform may import it, because it too was written from the document. */
const CODE_TABLE = path.join(folder, '../document/table/codes');

/** Chance in tests, which has nothing of the product. */
const CHANCE = path.join(folder, '../setup/chance');

it('what the local platform may import imports nothing of the project', () => {
	expect(importsOf(readFileSync(`${CHANCE}.ts`, 'utf8'))).toEqual(['node:crypto']);
	expect(importsOf(readFileSync(`${CODE_TABLE}.ts`, 'utf8'))).toEqual([]);
});

it.each(files)('%s imports nothing from the code that it checks', (name) => {
	const file = path.join(folder, name);
	const paths = importsOf(readFileSync(file, 'utf8')).filter(
		(imported) => imported.startsWith('.') || imported.startsWith('/'),
	);
	const outside = paths
		.map((imported) => path.resolve(path.dirname(file), imported))
		.filter((target) => target !== CODE_TABLE && target !== CHANCE)
		.filter((target) => path.relative(folder, target).startsWith('..'));
	expect(outside).toEqual([]);
});
