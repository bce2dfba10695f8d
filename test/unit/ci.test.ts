/** The scripts of `.ci` stop at a step that fails, say so, and notice test files that no step ran. */
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scripts } from '../../package.json';
import { ROOT } from './sources';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'iflytek-ci-'));
	cpSync(join(ROOT, '.ci'), join(folder, '.ci'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A command that writes jest's results: `tests FILE PASSED FAILED`. */
const TESTS = `tests() {
	printf '{"numPassedTests":%d,"numFailedTests":%d,"numRuntimeErrorTestSuites":0,"testResults":[]}' "$2" "$3" > "$results/$1.json"
}`;

/** Runs lines after steps.sh as `.ci/run` does. */
function run(...lines: string[]) {
	const script = ['source .ci/steps.sh', TESTS, ...lines].join('\n');
	const { status, stdout } = spawnSync('bash', ['-c', script, join(folder, '.ci/test')], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, TMPDIR: folder },
	});
	return { status, stdout, last: stdout.trim().split('\n').at(-1) };
}

test('if all steps are good, the end is good, and each is counted', () => {
	const { status, last, stdout } = run(
		'prepare P true',
		'step A tests jest 12 0',
		'begin B tests other 3 0',
		'step C true',
		'await',
	);
	expect([status, last]).toEqual([0, '16 passed, 0 failed']);
	expect(stdout).toMatch(/=== A: good after .*=== C: good after .*=== B: good after /s);
});

test.each([
	['a command', ['step A true', 'step B false', 'step C true'], '1 passed, 1 failed'],
	['a test', ['step B tests jest 4 2', 'step C true'], '4 passed, 2 failed'],
	[
		'a step beside another',
		['begin B false', 'step A true', 'await', 'step C true'],
		'1 passed, 1 failed',
	],
	['what a step needs', ['step A true', 'prepare B false', 'step C true'], '1 passed, 1 failed'],
])('if %s fails, the steps stop there and fail', (_what, lines, expected) => {
	const { status, last, stdout } = run(...lines);
	expect([status, last]).toEqual([1, expected]);
	expect(stdout).not.toContain('=== C');
});

test('what npm run docs and npm run schemas write must stand there already', () => {
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "$@" >> npm.log\necho changed >> page.md\n', {
		mode: 0o755,
	});
	writeFileSync(join(folder, 'page.md'), 'as it was\n');
	const { status, last } = run(
		'git init --quiet && git add page.md',
		`PATH="${bin}:$PATH"`,
		'step Written written',
		'step C true',
	);
	expect([status, last]).toEqual([1, '0 passed, 1 failed']);
	expect(readFileSync(join(folder, 'npm.log'), 'utf8')).toBe('run docs\nrun schemas\n');
});

describe('npm test', () => {
	test('it builds, runs both projects, lints and checks the types', () => {
		expect(scripts.test).toMatch(/npm run build && .*jest\.js \{@\} --selectProjects unit engine"/);
		for (const part of ['lint', 'typecheck']) expect(scripts.test).toContain(`"npm run ${part}"`);
	});

	test('its projects have every folder with tests, but those of the local platform and of faults', () => {
		const { projects } = jest.requireActual<{
			projects: { displayName: string; testMatch: string[] }[];
		}>('../../jest.config');
		const matched = projects
			.filter(({ displayName }) => ['unit', 'engine'].includes(displayName))
			.flatMap(({ testMatch }) => testMatch);
		expect(matched).toEqual(
			['unit', 'engine', 'document', 'live'].map((name) => `<rootDir>/test/${name}/**/*.test.ts`),
		);
		const folders = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
			.map((file) => file.split('/')[0]);
		expect([...new Set(folders)].sort()).toEqual(['document', 'engine', 'fault', 'live', 'unit']);
	});

	test('.ci/run fails if a test file ran in no step', () => {
		for (const name of ['a', 'b']) {
			mkdirSync(join(folder, 'test', name), { recursive: true });
			writeFileSync(join(folder, 'test', name, `${name}.test.ts`), '');
		}
		const ran = (...names: string[]) =>
			run(
				...names.map((name) => {
					const file = join(folder, 'test', name, `${name}.test.ts`);
					return `echo '{"testResults":[{"name":"${file}"}]}' > "$results/kept/${name}"`;
				}),
				'step Ran node .ci/ran.mjs "$results/kept"',
			).status;
		expect([ran('a', 'b'), ran('a'), ran()]).toEqual([0, 1, 1]);
		expect(readFileSync(join(ROOT, '.ci/steps.sh'), 'utf8')).toMatch(
			/npm run test:load .*\n\tstep '[^']+' node \.ci\/ran\.mjs "\$results\/kept"\n\}/,
		);
	});
});

test('.ci/run and .ci/full have each step', () => {
	const read = (file: string) => readFileSync(join(ROOT, '.ci', file), 'utf8');
	const commands = [
		...read('steps.sh').matchAll(/^\t(?:step|begin) .*?\(npm (?:run )?([\w:]+)\)/gm),
	];
	expect(commands.map(([, name]) => name)).toEqual([
		'test',
		'test:simulator',
		'scan',
		'test:load',
		'start:check',
		'test:builder',
		'test:e2e',
		'test:queue',
		'test:browser',
	]);
	expect(read('steps.sh')).toMatch(/^\tstep '.*' written$/m);
	expect(read('run')).toMatch(/^steps_without_n8n\nsteps_with_n8n --main$/m);
	expect(read('full')).toMatch(/^steps_without_n8n$[^]*^steps_with_n8n$/m);
});
