/**
 * The commands of the repository with an n8n that somebody else has started, for example in a container. They only know its
 * address, its folder, and the command that restarts it.
 */
import { spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installN8n } from './lib/install';
import { REPOSITORY } from './lib/pack';
import { freePort } from './lib/ports';
import { startOwned, type OwnedProcess } from './lib/processes';
import { waitFor } from './lib/rest';

/** A shell script that starts n8n again whenever it ends, as a container with a restart policy does. */
const KEEPER = `while true; do "$NODE" "$N8N" start & echo $! > "$PID"; wait $!; done`;

let folder: string;
let url: string;
let keeper: OwnedProcess;
let restart: string;

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(tmpdir(), 'n8n-nodes-xfyun-given-'));
	const { nodeBinary, n8nScript } = await installN8n();
	const port = await freePort();
	const pid = path.join(folder, 'pid');
	url = `http://127.0.0.1:${port}`;
	restart = `kill "$(cat '${pid}')"`;
	keeper = await startOwned('sh', ['-c', KEEPER], {
		cwd: folder,
		logFile: path.join(folder, 'keeper.log'),
		env: {
			HOME: process.env.HOME,
			PATH: `${path.dirname(nodeBinary)}${path.delimiter}${process.env.PATH ?? ''}`,
			NODE: nodeBinary,
			N8N: n8nScript,
			PID: pid,
			N8N_USER_FOLDER: folder,
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			// The commands need these environment variables. CONTRIBUTING.md describes them.
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			N8N_LOG_OUTPUT: 'console,file',
			WEBHOOK_URL: `${url}/`,
			N8N_DIAGNOSTICS_ENABLED: 'false',
		},
	});
	await waitFor('n8n', 120_000, async () =>
		(await fetch(`${url}/healthz/readiness`).catch(() => undefined))?.ok ? true : undefined,
	);
});

afterAll(async () => {
	await keeper.end();
	await fs.rm(folder, { recursive: true, force: true });
});

/** Runs a command of the repository, as its npm script does. */
async function run(
	script: string,
	args: string[],
): Promise<{ code: number | null; output: string }> {
	const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
		cwd: REPOSITORY,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
	return await new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** The options with which a command uses this n8n. */
const given = () => ['--n8n-url', url, '--n8n-folder', folder, '--n8n-restart', restart];
const pidOfN8n = async () => await fs.readFile(path.join(folder, 'pid'), 'utf8');

test('npm run start:check installs the package in the folder, restarts n8n with the given command, creates an owner in n8n and runs the example', async () => {
	const before = await pidOfN8n();
	const { code, output } = await run('test/e2e/start.ts', ['--check', ...given()]);
	expect([code, output]).toEqual([0, expect.stringContaining("✔ The text is the image's")]);
	expect(await pidOfN8n()).not.toBe(before);
	const installed = path.join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-xfyun');
	expect(await fs.readdir(installed)).toContain('dist');
	// n8n keeps running.
	expect((await fetch(`${url}/healthz/readiness`)).ok).toBe(true);
});

test('npm run test:e2e runs on a given n8n, but leaves out the test files that start an n8n themselves', async () => {
	const { code, output } = await run('test/e2e/run.ts', [
		'iflytek|triggerNodes|taskTrigger',
		...given(),
	]);
	expect([code, output]).toEqual([0, expect.stringMatching(/Test Suites: +2 passed, 2 total/)]);
});

test('on a given n8n, npm run bench runs only the section `pushes`, and refuses the other sections', async () => {
	const { code, output } = await run('test/bench/main.ts', ['--quick', ...given()]);
	expect([code, output]).toEqual([
		0,
		expect.stringMatching(/Pushes at n8n [\d.]+, with its own settings/),
	]);
	expect((await run('test/bench/main.ts', ['queue', ...given()])).output).toContain(
		'With --n8n-url, only the section pushes can run',
	);
});
