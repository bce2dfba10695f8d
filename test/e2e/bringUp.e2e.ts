/** `npm start`: its errors, its ports, and the end of its processes. */
import { spawn } from 'node:child_process';
import { existsSync, promises as fs, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { holdFolder } from './lib/lock';
import { REPOSITORY } from './lib/pack';
import { startUsualPlatform } from './lib/platform';
import { freePort } from './lib/ports';
import { isAlive } from './lib/processes';
import { waitFor } from './lib/rest';

let folder: string;

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(tmpdir(), 'n8n-nodes-xfyun-start-'));
});

afterAll(async () => await fs.rm(folder, { recursive: true, force: true }));

/** Runs `npm start` with these arguments. `ended` has its exit code and its whole output. */
function start(args: string[], env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'test/e2e/start.ts', ...args], {
		cwd: REPOSITORY,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.once('close', (code) => resolve({ code, output })),
	);
	return { child, ended, output: () => output };
}

test('a taken port is reported before anything is built', async () => {
	const server = createServer();
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const { code, output } = await start([
		'--port',
		String(port),
		'--data',
		path.join(folder, 'taken'),
	]).ended;
	server.close();
	expect(code).toBe(1);
	expect(output.trim()).toBe(
		`✘ Port ${port} is taken by another program, perhaps by an n8n. End it, or choose another port: npm start -- --port ${port + 2}`,
	);
});

test('the local platform uses the same port at each start; if this port is taken, it uses another port and reports it', async () => {
	const port = await freePort();
	const reports: string[] = [];
	const report = (text: string) => void reports.push(text);
	const first = await startUsualPlatform(report, port);
	const second = await startUsualPlatform(report, port);
	await Promise.all([first.close(), second.close()]);
	const third = await startUsualPlatform(report, port);
	await third.close();
	expect([first.url, third.url]).toEqual([`http://127.0.0.1:${port}`, first.url]);
	expect(second.url).not.toBe(first.url);
	expect(reports).toEqual([
		expect.stringMatching(
			new RegExp(`^Port ${port} .* taken by another program.* listens at ${second.url}:`),
		),
	]);
});

test('a second start with the same data folder is refused', async () => {
	const data = path.join(folder, 'held');
	const releaseFolder = await holdFolder(data);
	const secondStart = await start(['--port', String(await freePort()), '--data', data]).ended;
	await releaseFolder();
	expect(secondStart.code).toBe(1);
	expect(secondStart.output).toContain(`Another start (process ${process.pid}) is using ${data}`);
});

const childrenOf = (pid: number): number[] =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
		.trim()
		.split(' ')
		.filter(Boolean)
		.map(Number);

const descendantsOf = (pid: number): number[] =>
	childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

const onLinux = existsSync('/proc/self/task') ? test : test.skip;

describe('the processes of npm start', () => {
	const dataFolder = () => path.join(folder, 'data');

	async function startAndWait() {
		const port = await freePort();
		const started = start(['--port', String(port), '--data', dataFolder()]);
		await waitFor('npm start', 100_000, async () => {
			if (started.child.exitCode !== null) throw new Error(`npm start ended: ${started.output()}`);
			return await Promise.resolve(started.output().includes('Ctrl-C ends all of it') || undefined);
		});
		return { ...started, port, descendants: descendantsOf(started.child.pid ?? 0) };
	}

	const allEnded = async (pids: number[]) =>
		await waitFor(
			'The end of all processes',
			15_000,
			async () => await Promise.resolve(pids.some(isAlive) ? undefined : true),
		);

	onLinux(
		'all processes end with Ctrl-C, and the next start has the same owner and the same workflow',
		async () => {
			const first = await startAndWait();
			expect(first.descendants.length).toBeGreaterThanOrEqual(2);
			expect(first.output()).toContain(`http://127.0.0.1:${first.port}/workflow/`);
			expect(first.output()).toContain('Good morning, everyone.\n    Welcome to the meeting.');
			first.child.kill('SIGINT');
			expect((await first.ended).code).toBe(0);
			await allEnded(first.descendants);

			const second = await startAndWait();
			const signInAndWorkflow = /(\/workflow\/\S+)\nSign in with: +(.+)/;
			expect(signInAndWorkflow.exec(second.output())?.slice(1)).toEqual(
				signInAndWorkflow.exec(first.output())?.slice(1),
			);
			second.child.kill('SIGINT');
			await second.ended;
		},
		300_000,
	);

	onLinux('all processes end if npm start itself is killed with SIGKILL', async () => {
		const { child, descendants, ended } = await startAndWait();
		child.kill('SIGKILL');
		await ended;
		await allEnded(descendants);
	});
});
