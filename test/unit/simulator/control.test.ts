import { spawn, type ChildProcess } from 'child_process';
import path from 'path';
import { form, KEY, send } from './client';

const text = form('text', '你好');
const root = path.join(__dirname, '../../..');

// It takes long to start engines and to send large files while other tests use the processors.

describe('npm run simulator', () => {
	const start = (...options: string[]): ChildProcess =>
		spawn(process.execPath, [require.resolve('tsx/cli'), 'test/simulator/main.ts', ...options], {
			cwd: root,
		});

	/** All output of a process so far, and its exit code once it has ended. */
	function outputOf(child: ChildProcess): { text(): string; ended: Promise<number | null> } {
		let text = '';
		child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
		child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
		return { text: () => text, ended: new Promise((resolve) => child.once('exit', resolve)) };
	}

	/** Waits until the condition is true, at most 20 seconds. */
	async function until(condition: () => boolean): Promise<void> {
		for (let i = 0; i < 400 && !condition(); i += 1)
			await new Promise((resolve) => setTimeout(resolve, 50));
	}

	it('the command starts all services, logs each request, reports a port that is taken, and ends with Ctrl-C', async () => {
		const child = start('--port', '0', '--set', 'sdpBase=1');
		const output = outputOf(child);
		await until(() => output.text().includes('App ID 5a1c0de4'));
		const url = /listens at (\S+)\. Ctrl-C/.exec(output.text())?.[1] ?? '';
		for (const base of ['nlp', 'ocr', 'vision', 'api', 'call'])
			expect(output.text()).toContain(`${url}/${base}\n`);
		expect(output.text()).toContain(`App ID 5a1c0de1   API key ${KEY}`);

		const sdp = await send(`${url}/nlp`, 'sdp', { body: text });
		expect(JSON.parse(sdp.data.toString())).toMatchObject({
			data: { sdp: [{ parent: 0, relate: 'Root' }] },
		});
		const speechParam = { auf: 'audio/L16;rate=8000', aue: 'lame', voice_name: 'xiaoyan' };
		expect(
			(await send(`${url}/api`, 'speech', { param: speechParam, body: 'text=hello' })).headers[
				'content-type'
			],
		).toBe('audio/mpeg');
		const { readFileSync } = await import('fs');
		const image = readFileSync(path.join(root, 'test/fixtures/images/note-english.png'));
		const handwriting = await send(`${url}/ocr`, 'handwriting', {
			param: { language: 'en' },
			body: form('image', image),
		});
		expect(handwriting.data.toString()).toContain('{"content":"plants"}');
		await until(() => output.text().includes('/handwriting  200'));
		expect(output.text()).toMatch(
			/POST {2}\/nlp\/v1\/sdp {2}200 {2}code 0 {2}\d+ B in, \d+ B out {2}\d+ ms {2}ltp\S+ {2}\{\}/,
		);

		const second = outputOf(start('--port', new URL(url).port));
		await expect(second.ended).resolves.toBe(1);
		expect(second.text()).toContain(`Port ${new URL(url).port} is taken`);

		child.kill('SIGINT');
		await expect(output.ended).resolves.toBe(0);
	});

	it('the command shows its help, and refuses a wrong value of a setting', async () => {
		const help = outputOf(start('--help'));
		await expect(help.ended).resolves.toBe(0);
		expect(help.text()).toContain(
			'These answers are made up, and their header X-Simulated says so',
		);
		const wrong = outputOf(start('--set', 'rawAudio=mp3'));
		await expect(wrong.ended).resolves.toBe(1);
		expect(wrong.text()).toContain('Setting "rawAudio" must be one of ["wav","pcm"].');
	});
});
