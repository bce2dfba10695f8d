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

/** What is left if those that import nothing that is left are taken away: the members of circles. */
function circlesIn(imports: Map<string, string[]>): string[] {
	for (let left = -1; left !== imports.size;) {
		left = imports.size;
		for (const [name, targets] of imports)
			if (!targets.some((target) => imports.has(target))) imports.delete(name);
	}
	return [...imports.keys()];
}

test('no file imports itself through others, types included', () => {
	const imports = new Map(SOURCES.map((file) => [file, importsOf(file)]));
	expect([...imports.values()].flat().length).toBeGreaterThan(500);
	expect(circlesIn(imports)).toEqual([]);
});

test('no folder imports from itself through others', () => {
	const imports = new Map<string, string[]>();
	for (const file of SOURCES) {
		const folder = dirname(file);
		const others = importsOf(file)
			.map((target) => dirname(target))
			.filter((other) => other !== folder);
		imports.set(folder, [...(imports.get(folder) ?? []), ...others]);
	}
	expect(imports.size).toBeGreaterThan(30);
	expect(circlesIn(imports)).toEqual([]);
});

/** The folders in the order of CONTRIBUTING.md. */
function orderedFolders(): string[] {
	const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
	const [, list = ''] = /^nodes\/IflytekAiCall\/ .*\n((?: {2}\w+\/ .*\n)+)/m.exec(text) ?? [];
	return [...list.matchAll(/^ {2}(\w+)\//gm)].map(([, name = '']) => name);
}

test('each folder of nodes/IflytekAiCall imports only from those below it in CONTRIBUTING.md', () => {
	const base = 'nodes/IflytekAiCall';
	const folders = orderedFolders();
	const folderOf = (file: string) => /^nodes\/IflytekAiCall\/(\w+)\//.exec(file)?.[1];
	expect(folders).toEqual(expect.arrayContaining(['actions', 'deliver', 'entry']));
	const upwards = SOURCES.filter((file) => file.startsWith(`${base}/`)).flatMap((file) => {
		const from = folderOf(file);
		if (from === undefined) return [];
		const place = folders.indexOf(from);
		return importsOf(file)
			.map((target) => folderOf(target))
			.filter((to) => to !== undefined && to !== from && folders.indexOf(to) < place)
			.map((to) => `${file} imports ${to}`);
	});
	expect(upwards).toEqual([]);
	const present = new Set(SOURCES.filter((file) => file.startsWith(`${base}/`)).map(folderOf));
	expect([...present].filter((name) => name && !folders.includes(name))).toEqual([]);
});

/** A file, and all that it imports, itself or through others. */
function reachedFrom(files: readonly string[]): Set<string> {
	const reached = new Set(files);
	for (const file of reached) for (const target of importsOf(file)) reached.add(target);
	return reached;
}

test('what works with calls reads no Markdown and HTML: a check of rows stays fast', () => {
	const parts = (node: string) =>
		[...reachedFrom(SOURCES.filter((file) => file.startsWith(`nodes/${node}`)))].filter((file) =>
			file.startsWith('nodes/shared/spoken/'),
		).length;
	expect(parts('Iflytek/')).toBeGreaterThan(5);
	expect(parts('IflytekAiCall')).toBe(0);
});
