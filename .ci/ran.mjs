// Fails if a test file of the four jest projects ran in none of the steps whose result files are in a folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
const ran = new Set(
	readdirSync(folder)
		.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).testResults)
		.map(({ name, testFilePath }) => relative('', resolve(name ?? testFilePath))),
);
const missing = readdirSync('test', { recursive: true })
	.map((file) => join('test', file))
	.filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
	.filter((file) => !ran.has(file));
console.log(`${ran.size} test files ran`);
if (missing.length > 0 || ran.size === 0) {
	console.error(`These ran in no step:\n${missing.join('\n')}`);
	process.exitCode = 1;
}
