/** examples/keep-recordings.json: recordings that are good, large, missing or broken, or that have a strange id. */
import { createHash, randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';

import { RECORDING } from '../engine/callPushes';
import { endedExecutions, jsonOf, publishExample } from './lib/publishedExample';
import type { RestClient } from './lib/rest';
import { post } from './lib/triggers';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const FOLDER_IN_EXAMPLE = '/home/node/.n8n-files/recordings';
const LARGE_BYTES = 60 * 2 ** 20;
/** By default n8n only writes files in this folder. */
const WRITABLE = path.join(homedir(), '.n8n-files');

/** A file of this size that begins as a WAV file does. */
const wav = (bytes: number) =>
	Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), randomBytes(bytes - 16)]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The files of the server by path. Any other path is answered with 404. */
const files: Record<string, Buffer> = {
	'/rec/a/good.wav': wav(40_000),
	'/rec/large.mp3': wav(LARGE_BYTES),
	'/rec/strange': wav(500),
};

function serve(url: string, response: ServerResponse): void {
	if (url === '/rec/page.wav') {
		response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>This link has expired</p>');
	} else if (url === '/rec/cut.wav') {
		response
			.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': 100_000 })
			.write(wav(1000), () => response.destroy());
	} else if (files[url]) {
		response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(files[url]);
	} else {
		response.writeHead(404).end('not found');
	}
}

describeOnPinned('examples/keep-recordings.json', () => {
	let rest: RestClient;
	let server: Server;
	let base: string;
	let folder: string;
	let example: { id: string; url: string };
	const requestedUrls: string[] = [];

	beforeAll(async () => {
		({ rest } = sharedN8n());
		server = createServer(({ url = '' }, response) => {
			requestedUrls.push(url);
			serve(url, response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rec`;
		await fs.mkdir(WRITABLE, { recursive: true });
		folder = await fs.mkdtemp(path.join(WRITABLE, 'test-'));
		example = await publishExample(rest, 'keep-recordings', {
			change: ({ name, parameters }) => {
				if (name === 'Recording of a Call')
					return { parameters: { ...parameters, options: { recordingBaseAddress: base } } };
				if (name === 'Write the File')
					return {
						parameters: {
							...parameters,
							fileName: String(parameters.fileName).replace(FOLDER_IN_EXAMPLE, folder),
						},
					};
				return {};
			},
		});
	});

	afterAll(async () => {
		server.close();
		server.closeAllConnections();
		await fs.rm(folder, { recursive: true, force: true });
		await fs.rmdir(WRITABLE).catch(() => undefined);
	});

	/** The push of a recording. By default, it announces the size of the file, or 1000 bytes if there is none. */
	const push = (call: string, url: string, size = files[`/rec/${url}`]?.length ?? 1000) => ({
		...RECORDING,
		call_uuid: call,
		url,
		size,
	});

	test('each recording is stored under the id of its call; if a recording cannot be fetched, only the execution of its push fails, and the next hourly run fetches it again', async () => {
		const pushes = [
			push('call-good', 'a/good.wav'),
			push('call-gone', 'gone.wav'),
			push('call-large', 'large.mp3'),
			push('call-page', 'page.wav'),
			push('call-cut', 'cut.wav'),
			push('call-away', 'http://127.0.0.1:1/rec/away.wav'),
			push('../../call/evil', 'strange', 501),
		];
		for (const body of pushes) expect((await post(example.url, body)).text).toBe('success');
		const executions = await endedExecutions(rest, example.id, pushes.length);
		const rows = Object.fromEntries(
			executions.flatMap((execution) =>
				jsonOf(execution, 'Write It Down').map((row) => [
					row.call_uuid,
					{
						state: row.state,
						note: row.note,
						tries: row.tries,
						failed: execution.error?.message !== undefined,
					},
				]),
			),
		);
		const kept = (bytes: number, announced = bytes) => ({
			state: 'kept',
			note: `The file has ${bytes} bytes (audio/wav), announced were ${announced}`,
			tries: 1,
			failed: false,
		});
		const missing = (note: unknown) => ({ state: 'missing', note, tries: 1, failed: true });
		const containing = (text: string): unknown => expect.stringContaining(text);
		expect(rows).toEqual({
			'call-good': kept(40_000),
			'call-large': kept(LARGE_BYTES),
			'../../call/evil': kept(500, 501),
			'call-gone': missing(containing('404')),
			'call-page': missing('The file has 28 bytes (text/html), announced were 1000'),
			'call-cut': missing(expect.any(String)),
			'call-away': missing('The URL is not below Recording Base URL'),
		});
		const gone = executions.find(({ error }) => error?.message.includes('call-gone'));
		expect(gone?.error?.message).toMatch(/^The recording of call call-gone was not kept: .*404/);

		const names = (await fs.readdir(folder)).sort();
		expect(names).toEqual([
			expect.stringMatching(/^______call_evil-[0-9a-f]{8}\.wav$/),
			expect.stringMatching(/^call-good-[0-9a-f]{8}\.wav$/),
			expect.stringMatching(/^call-large-[0-9a-f]{8}\.mp3$/),
		]);
		const contents = await Promise.all(
			names.map(async (name) => sha256(await fs.readFile(path.join(folder, name)))),
		);
		expect(contents).toEqual(
			['/rec/strange', '/rec/a/good.wav', '/rec/large.mp3'].map((file) =>
				sha256(files[file] ?? Buffer.alloc(0)),
			),
		);

		// After a repeated push, nothing is fetched. The hourly run fetches a missing recording that now exists.
		requestedUrls.length = 0;
		expect((await post(example.url, push('call-good', 'a/good.wav'))).text).toBe('success');
		await endedExecutions(rest, example.id, pushes.length + 1);
		expect(requestedUrls).toEqual([]);
		files['/rec/gone.wav'] = wav(1000);
		const again = await rest.run(example.id, { trigger: 'Every Hour' });
		expect(
			(again.data?.resultData.runData['Write It Down'] ?? [])
				.flatMap(({ data }) => data?.main?.[0] ?? [])
				.map(({ json }) => json)
				.map(({ call_uuid: call, state, tries }) => [call, state, tries])
				.sort(),
		).toEqual([
			['call-away', 'missing', 2],
			['call-cut', 'missing', 2],
			['call-gone', 'kept', 2],
			['call-page', 'missing', 2],
		]);
		// The execution fails, and names each recording that is still missing.
		const named = again.error?.message.match(/(?<=^The recording of call )\S+/gm);
		expect(named?.sort()).toEqual(['call-away', 'call-cut', 'call-page']);
		expect(await fs.readdir(folder)).toContainEqual(
			expect.stringMatching(/^call-gone-[0-9a-f]{8}\.wav$/),
		);
	});
});
