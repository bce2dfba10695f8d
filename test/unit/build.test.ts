/** `npm run build`, with few sources in a folder of its own. */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './sources';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'iflytek-build-'));
	for (const file of [
		'package.json',
		'gulpfile.js',
		'tsconfig.json',
		'tsconfig.build.json',
		'nodes/shared/bundled.ts',
	])
		cpSync(join(ROOT, file), join(folder, file));
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	write('nodes/A/A.node.ts', 'export const a = 1;');
	write('nodes/A/A.node.json', '{}');
	write('nodes/A/__schema__/v1.0.0/a.json', '{}');
	write('credentials/A.credentials.ts', 'export const a = 1;');
	write('icons/a.svg', '<svg/>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
	mkdirSync(dirname(join(folder, file)), { recursive: true });
	writeFileSync(join(folder, file), text);
}

/** Builds, and returns the files of `dist`. */
function built(): string[] {
	const gulp = join(ROOT, 'node_modules/gulp/bin/gulp.js');
	execFileSync(process.execPath, [gulp, 'build', '--cwd', folder], { cwd: folder, stdio: 'pipe' });
	return readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
		.sort();
}

test('a build has only what its sources give, also where an older one left other files behind', () => {
	const expected = [
		'dist/credentials/A.credentials.js',
		'dist/icons/a.svg',
		'dist/nodes/A/A.node.js',
		'dist/nodes/A/A.node.json',
		'dist/nodes/A/__schema__/v1.0.0/a.json',
		'dist/nodes/shared/bundled.LICENSES.txt',
		'dist/nodes/shared/bundled.js',
	];
	for (const file of ['dist/nodes/Old/Old.node.js', 'dist/icons/old.svg', 'dist/old.json'])
		write(file, '');
	expect(built()).toEqual(expected);
});
