import { readdirSync, readFileSync } from 'fs';
import path from 'path';

const folder = path.join(__dirname, '../../simulator');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
	/\.m?[jt]s$/.test(name),
);

/** What a file imports, requires or starts: a name of a package, or a path. */
const importsOf = (source: string) =>
	[
		...source.matchAll(
			/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*)(['"`])(.+?)\1/g,
		),
	].map(([, , name = '']) => name);

it('finds imports of every kind', () => {
	const source = `import a from 'one';\nimport 'two';\nexport { b } from "three";\nawait import('four'); require(\`five\`); require.resolve('six')`;
	expect(importsOf(source)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
});

it('has files to look at', () => {
	expect(files).toEqual(
		expect.arrayContaining(['index.ts', 'main.ts', path.join('openPlatform', 'auth.ts')]),
	);
});

/** What the documents say of codes: written from them, like the local platform itself. */
const DOCUMENTED = path.join(folder, '../document/table/codes');

it('the table of codes takes nothing from anywhere', () => {
	expect(importsOf(readFileSync(`${DOCUMENTED}.ts`, 'utf8'))).toEqual([]);
});

it.each(files)('%s takes nothing from what it is to check', (name) => {
	const file = path.join(folder, name);
	const paths = importsOf(readFileSync(file, 'utf8')).filter(
		(imported) => imported.startsWith('.') || imported.startsWith('/'),
	);
	const outside = paths
		.map((imported) => path.resolve(path.dirname(file), imported))
		.filter((to) => to !== DOCUMENTED && path.relative(folder, to).startsWith('..'));
	expect(outside).toEqual([]);
});
