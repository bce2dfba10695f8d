import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULE = join(__dirname, '../setup/runFolder.js');

/** Begins a run in a process of its own, and ends it with a signal. Returns what the temporary folder had in the run, and after it. */
async function brokenOff(folder: string, signal: NodeJS.Signals): Promise<[string[], string[]]> {
	const script = `
		require(${JSON.stringify(MODULE)}).makeRunFolder();
		require('node:fs').writeFileSync(require('node:path').join(require('node:os').tmpdir(), 'file'), '');
		console.log('begun');
		setInterval(() => undefined, 1000);`;
	const run = spawn(process.execPath, ['-e', script], {
		env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	await once(run.stdout, 'data');
	const during = readdirSync(folder);
	run.kill(signal);
	expect(await once(run, 'exit')).toEqual([null, signal]);
	return [during, readdirSync(folder)];
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
	'a run that is broken off with %s leaves no folder',
	async (signal) => {
		const [during, after] = await brokenOff(mkdtempSync(join(tmpdir(), 'runs-')), signal);
		expect([during.length, after]).toEqual([1, []]);
	},
);

test('a run removes what a killed run has left, but not the folders of runs that go on', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'runs-'));
	const own = `iflytek-tests-${process.pid}-going-on`;
	mkdirSync(join(folder, own));
	const [, left] = await brokenOff(folder, 'SIGKILL');
	expect(left).toHaveLength(2);
	const [during, after] = await brokenOff(folder, 'SIGINT');
	expect(during).toHaveLength(2);
	expect(during).not.toEqual(expect.arrayContaining(left));
	expect(after).toEqual([own]);
});

test('the tests keep temporary files in the folder of the run, and the n8n of each process its settings in one of its own', () => {
	expect(tmpdir()).toContain('iflytek-tests-');
	expect(process.env.N8N_USER_FOLDER).toBe(join(tmpdir(), `n8n-${process.pid}`));
});
