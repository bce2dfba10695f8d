/**
 * The commands of the repository with an n8n that somebody else has started, for example in a container. They only know its
 * address, its folder, and the command that restarts it.
 */
import { spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installN8n } from './lib/install';
import { TEST_OWNER } from './lib/owner';
import { REPOSITORY } from './lib/pack';
import { freePort } from './lib/ports';
import { startOwned, type OwnedProcess } from './lib/processes';
import { RestClient, waitFor } from './lib/rest';

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

test('npm run start:check refuses a missing option, a folder that is not the user folder, options that are only for an n8n from npm, and a restart command that fails', async () => {
	const start = async (...args: string[]) => await run('test/e2e/start.ts', ['--check', ...args]);
	expect(await start('--n8n-url', url)).toEqual({
		code: 1,
		output: expect.stringContaining('With --n8n-url, --n8n-folder is needed too') as string,
	});
	expect(
		await start(
			'--n8n-url',
			url,
			'--n8n-restart',
			'true',
			'--n8n-folder',
			path.join(folder, '.n8n'),
		),
	).toEqual({ code: 1, output: expect.stringContaining(`N8N_USER_FOLDER: ${folder}`) as string });
	expect(await start('--n8n', '2.0.0', ...given())).toEqual({
		code: 1,
		output: expect.stringContaining('leave --port, --n8n and --data out') as string,
	});
	expect(await start(...given().slice(0, -1), 'echo broken; exit 3')).toEqual({
		code: 1,
		output: expect.stringContaining('The command that restarts n8n failed (exit code 3)') as string,
	});
});

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

test('if npm run start:check has not created the owner itself, it needs the sign-in of the owner', async () => {
	const ownerFile = path.join(folder, 'owner.json');
	const { email, password } = JSON.parse(await fs.readFile(ownerFile, 'utf8')) as Record<
		'email' | 'password',
		string
	>;
	await fs.rename(ownerFile, `${ownerFile}.away`);
	expect((await run('test/e2e/start.ts', ['--check', ...given()])).output).toContain(
		'has an owner. Say who signs in: --n8n-email and --n8n-password',
	);
	const wrongSignIn = ['--n8n-email', TEST_OWNER.email, '--n8n-password', 'Not-its-password-1'];
	expect(
		(await run('test/e2e/start.ts', ['--check', ...given(), ...wrongSignIn])).output,
	).toContain(`refused the sign-in of ${TEST_OWNER.email}`);
	const rightSignIn = ['--n8n-email', email, '--n8n-password', password];
	expect((await run('test/e2e/start.ts', ['--check', ...given(), ...rightSignIn])).code).toBe(0);
	await new RestClient(url).signIn({ email, password, firstName: '', lastName: '' });
});
