import axios from 'axios';
import { spawn, type ChildProcess } from 'child_process';
import path from 'path';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../../simulator/aiCall';
import { startSimulator, type RequestLogEntry, type Simulator } from '../../simulator';
import { ask, form, KEY, paths, send, verdict, type Name } from './client';

const text = form('text', '你好');
const root = path.join(__dirname, '../../..');

// It takes long to start engines and to send large files while other tests use the processors.
jest.setTimeout(60_000);

describe('controls over HTTP', () => {
	let simulator: Simulator;
	const control = (method: string, name: string, data?: unknown) =>
		axios.request({
			method,
			url: `${simulator.url}/_control/${name}`,
			data,
			validateStatus: () => true,
			proxy: false,
		});

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterEach(() => simulator.reset());
	afterAll(() => simulator.close());

	it('controls add, show and clear faults', async () => {
		const rules = [
			{ kind: 'code', code: '10700', times: 2 },
			{ kind: 'half', times: 'always' },
		];
		const { data } = await control('post', 'faults', rules);
		expect(data).toEqual([
			{ ...rules[0], left: 2 },
			{ ...rules[1], left: 'always' },
		]);
		await verdict(simulator, 'cws', { body: text });
		expect((await control('get', 'faults')).data).toEqual([
			{ ...rules[0], left: 1 },
			{ ...rules[1], left: 'always' },
		]);
		await control('post', 'reset');
		expect((await control('get', 'faults')).data).toEqual([]);
		await control('post', 'faults', { kind: 'code', code: '11201' });
		await expect(verdict(simulator, 'cws', { body: text })).resolves.toMatch(/^11201/);
	});

	it('controls refuse orders that they cannot understand, and say why', async () => {
		const { status, data } = await control('post', 'faults', { kind: 'code', code: 10700 });
		expect([status, data]).toEqual([
			400,
			{ message: expect.stringContaining('needs the code as text') },
		]);
		expect((await control('post', 'faults', [1])).status).toBe(400);
		expect((await control('post', 'settings', { sdpBase: 2 })).data).toEqual({
			message: 'Setting "sdpBase" must be one of [0,1].',
		});
		expect((await control('post', 'settings', { nothing: 1 })).status).toBe(400);
		expect((await control('post', 'settings', { latencyMs: 'long' })).status).toBe(400);
	});

	it('controls show and change settings', async () => {
		await control('post', 'settings', { sdpBase: 1, latencyMs: 1 });
		expect((await control('get', 'settings')).data).toMatchObject({
			sdpBase: 1,
			latencyMs: 1,
			visionData: 'fileList',
		});
		expect(simulator.openPlatform.settings.sdpBase).toBe(1);
		await control('post', 'reset');
		expect(simulator.openPlatform.settings.sdpBase).toBe(0);
	});

	it('controls show the log, which has no key and no request to the controls', async () => {
		await ask(simulator, 'cws', { param: { type: 'dependent' }, body: text });
		await send(simulator.url, 'cws', { key: 'not the key', body: text });
		await axios.get(`${simulator.url}/nowhere?token=secret`, { validateStatus: () => true });
		const { data } = await control('get', 'log');
		expect(data).toEqual([
			{
				time: expect.stringMatching(/^\d{4}-.*Z$/),
				method: 'POST',
				path: '/v1/cws',
				status: 200,
				bytesIn: text.length,
				bytesOut: expect.any(Number),
				durationMs: expect.any(Number),
				endpoint: 'cws',
				code: '0',
				sid: expect.stringMatching(/^ltp/),
				appid: '5a1c0de1',
				curTime: expect.stringMatching(/^\d{10}$/),
				param: { type: 'dependent' },
				unread: [],
				authentic: true,
			},
			expect.objectContaining({ code: '10105', authentic: false }),
			expect.objectContaining({ method: 'GET', path: '/nowhere', status: 404 }),
		]);
		expect(JSON.stringify(data)).not.toContain(KEY);
		expect(JSON.stringify(data)).not.toContain('secret');
		expect((await control('get', 'log?last=1')).data).toHaveLength(1);
	});
});

describe('log', () => {
	it('the log is bounded, and keeps the latest requests', async () => {
		const simulator = await startSimulator({ logSize: 10 });
		for (let i = 0; i < 45; i += 1) await send(simulator.url, 'cws', { body: `text=${i}` });
		expect(simulator.log.length).toBeGreaterThanOrEqual(10);
		expect(simulator.log.length).toBeLessThan(20);
		// A later request has a greater session ID.
		const sidOfLatest = simulator.log.at(-1)?.sid;
		expect(sidOfLatest).toBe(
			simulator.log
				.map(({ sid }) => sid ?? '')
				.sort()
				.at(-1),
		);
		await simulator.close();
	});

	it('the log calls a callback for every request, even if it is not answered', async () => {
		const seen: RequestLogEntry[] = [];
		const simulator = await startSimulator({ onRequest: (entry) => void seen.push(entry) });
		simulator.openPlatform.faults.add({ kind: 'drop', when: 'before' });
		await send(simulator.url, 'cws', { body: text }).catch(() => undefined);
		await send(simulator.url, 'cws', { body: text });
		await simulator.close();
		expect(seen.map(({ status, fault }) => [status, fault])).toEqual([
			[null, 'drop'],
			[200, undefined],
		]);
	});
});

describe('the call platform', () => {
	it('the call platform answers at the root and at its own base address, and has controls and a log', async () => {
		const simulator = await startSimulator();
		const tokenPath = '/v1/service/v1/aicall/oauth/v1/token';
		const body = { app_key: DEFAULT_APP_KEY, app_secret: DEFAULT_APP_SECRET };
		for (const base of [simulator.url, simulator.baseUrls.call]) {
			const { data } = await axios.post<unknown>(base + tokenPath, body, {
				headers: { 'Content-Type': 'application/json;charset=UTF-8' },
			});
			expect(data).toMatchObject({ code: 0, result: { token: expect.any(String) } });
		}
		expect(
			(await axios.post(simulator.baseUrls.nlp + tokenPath, body, { validateStatus: () => true }))
				.status,
		).toBe(404);
		await axios.post(`${simulator.url}/_control/aicall/configure`, { tokenLifeSeconds: 5 });
		expect(simulator.aiCall.setup.settings.tokenLifeSeconds).toBe(5);
		expect(simulator.log.map(({ path: requestedPath, status }) => [requestedPath, status])).toEqual(
			[
				[tokenPath, 200],
				[`/call${tokenPath}`, 200],
				[`/nlp${tokenPath}`, 404],
			],
		);
		await simulator.close();
	});
});

describe('start', () => {
	it('a port that is taken is reported', async () => {
		const simulator = await startSimulator();
		const port = Number(new URL(simulator.url).port);
		await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
		await simulator.close();
		const next = await startSimulator({ port });
		expect(new URL(next.url).port).toBe(String(port));
		await next.close();
	});

	it('every endpoint answers only after the configured latency', async () => {
		const simulator = await startSimulator({ latencyMs: 120 });
		const started = performance.now();
		await Promise.all((Object.keys(paths) as Name[]).map((name) => send(simulator.url, name)));
		expect(performance.now() - started).toBeGreaterThan(118);
		await simulator.close();
	});
});

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
