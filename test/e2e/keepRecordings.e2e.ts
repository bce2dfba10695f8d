/** examples/keep-recordings.json: recordings that are good, large, missing or broken, or that have a strange id. */
import { createHash, randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';

import { RECORDING } from '../engine/callPushes';
import { endedExecutions, isCallTrigger, publishCalls, storeExample } from './lib/publishedExample';
import type { RestClient } from './lib/rest';
import { post } from './lib/triggers';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const FOLDER_IN_EXAMPLE = '/home/node/.n8n-files/recordings';
const TABLE = 'Calls with files';
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
	let example: { id: string };
	let calls: { id: string; url: string };
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
		calls = await publishCalls(rest, TABLE, {
			change: (node) =>
				isCallTrigger(node)
					? { parameters: { ...node.parameters, options: { recordingBaseAddress: base } } }
					: {},
		});
		example = await storeExample(rest, 'keep-recordings', {
			table: TABLE,
			change: ({ name, parameters }) =>
				name === 'Write the File'
					? {
							parameters: {
								...parameters,
								fileName: String(parameters.fileName).replace(FOLDER_IN_EXAMPLE, folder),
							},
						}
					: {},
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
		task_data_id: undefined,
		call_uuid: call,
		url,
		size,
	});

	/** Fetches the recordings. Returns the execution, and what it wrote into each line. */
	async function fetchAll() {
		const execution = await rest.run(example.id, { trigger: 'Every Ten Minutes' });
		const lines = (execution.data?.resultData.runData['Write It Down'] ?? [])
			.flatMap(({ data }) => data?.main?.[0] ?? [])
			.map(({ json: { call_id: call, file, note, fetches } }) => [call, { file, note, fetches }]);
		return { execution, lines: Object.fromEntries(lines) as Record<string, object> };
	}

	test('each recording is stored under the id of its call; one that cannot be fetched is named with the reason, and fetched later', async () => {
		const pushes = [
			push('call-good', 'a/good.wav'),
			push('call-gone', 'gone.wav'),
			push('call-large', 'large.mp3'),
			push('call-page', 'page.wav'),
			push('call-cut', 'cut.wav'),
			push('call-away', 'http://127.0.0.1:1/rec/away.wav'),
			push('../../call/evil', 'strange', 501),
		];
		for (const body of pushes) expect((await post(calls.url, body)).text).toBe('success');
		await endedExecutions(rest, calls.id, pushes.length);
		const first = await fetchAll();
		const containing = (text: string): unknown => expect.stringContaining(text);
		const kept = (name: string, bytes: number) => ({
			file: expect.stringMatching(new RegExp(`/${name}-[0-9a-f]{8}\\.(wav|mp3)$`)) as string,
			note: `The file has ${bytes} bytes (audio/wav)`,
			fetches: 1,
		});
		const missing = (note: unknown) => ({ file: '', note, fetches: 1 });
		expect(first.lines).toEqual({
			'call-good': kept('call-good', 40_000),
			'call-large': kept('call-large', LARGE_BYTES),
			'../../call/evil': kept('______call_evil', 500),
			'call-gone': missing(containing('404')),
			'call-page': missing('The file has 28 bytes (text/html)'),
			'call-cut': missing(expect.any(String)),
			'call-away': missing(containing('not below Recording Base URL')),
		});
		// The execution fails, and names each recording that is missing.
		const named = ({ error }: typeof first.execution) =>
			error?.message.match(/(?<=^The recording of call )\S+/gm)?.sort();
		expect(named(first.execution)).toEqual(['call-away', 'call-cut', 'call-gone', 'call-page']);

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

		// What was kept is not fetched again. A missing recording that now exists is fetched.
		requestedUrls.length = 0;
		files['/rec/gone.wav'] = wav(1000);
		const again = await fetchAll();
		expect(requestedUrls.sort()).toEqual(['/rec/cut.wav', '/rec/gone.wav', '/rec/page.wav']);
		expect(again.lines).toMatchObject({
			'call-gone': { ...kept('call-gone', 1000), fetches: 2 },
			'call-page': { file: '', fetches: 2 },
		});
		expect(named(again.execution)).toEqual(['call-away', 'call-cut', 'call-page']);
		for (let fetches = 3; fetches <= 5; fetches++) await fetchAll();
		expect((await fetchAll()).lines).toEqual({});
	});
});
