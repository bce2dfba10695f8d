import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CredentialTestContext } from 'n8n-core';
import { iflytekApiTest } from '../../nodes/Iflytek/methods/credentialTest';
import { until } from '../setup/until';
import { CallBench, customers, PLACE, LINE, SCRIPT } from './aiCall';
import { Bench } from './iflytek';
import type { NodeResult } from './harness';

const bench = new Bench();
const MB = 1024 * 1024;
const parameters = {
	resource: 'text',
	operation: 'segment',
	text: '好。',
	simplify: true,
	options: { retries: 3 },
};

/**
 * Runs `use` with the address of a server. `seen` has the paths of the requests that the server received, and the number of
 * responses whose connections were closed.
 */
async function serving<T>(
	send: (response: ServerResponse, path: string) => void,
	use: (url: string, seen: { requests: string[]; closed: number }) => Promise<T>,
): Promise<T> {
	const seen = { requests: [] as string[], closed: 0 };
	const server = createServer((request, response) => {
		seen.requests.push(request.url ?? '');
		response.once('close', () => seen.closed++);
		response.setHeader('Content-Type', 'application/json');
		request.resume().on('end', () => send(response, request.url ?? ''));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

function sendEndlessly(response: ServerResponse): void {
	const part = Buffer.alloc(65_536, 'x');
	response.write('{"code":0,"data":"');
	const next = () => {
		if (!response.destroyed) response.write(part, () => setImmediate(next));
	};
	next();
}

/** A gzip file may consist of several, whose contents follow one another. */
const GZIP_OF_SPACES = Buffer.concat(new Array<Buffer>(200).fill(gzipSync(Buffer.alloc(MB, ' '))));
const sendGzip = (response: ServerResponse) =>
	response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(GZIP_OF_SPACES);

/** A valid response that spaces extend to this number of bytes. */
const paddedTo = (bytes: number) => {
	const body = JSON.stringify({ code: '0', data: { word: ['好', '。'] }, sid: 's' });
	return body + ' '.repeat(bytes - Buffer.byteLength(body));
};

const expectRefused = ({ error }: NodeResult, megabytes: number) => {
	expect(error?.message).toMatch(
		new RegExp(
			`^127\\.0\\.0\\.1:\\d+ sent more than ${megabytes} MB, which no response of this service has$`,
		),
	);
	expect(error?.context?.data).toMatchObject({ kind: 'unreadable' });
};

test.each([
	['without an end', sendEndlessly],
	['of 200 MB, compressed to 200 KB,', sendGzip],
	['that is one byte too long', (response: ServerResponse) => response.end(paddedTo(MB + 1))],
])(
	'a response %s is refused without a retry, and its connection is closed',
	async (_name, send) => {
		await serving(send, async (url, seen) => {
			expectRefused(await bench.run('text', parameters, [{}], bench.elsewhere(url)), 1);
			expect(seen.requests).toHaveLength(1);
			await until(() => seen.closed === 1);
		});
	},
);

test('a response of the largest allowed size is read', async () => {
	await serving(
		(response) => response.end(paddedTo(MB)),
		async (url) => {
			const { outputs } = await bench.run('text', parameters, [{}], bench.elsewhere(url));
			expect(outputs[0]?.map(({ json }) => json)).toEqual([
				{ text: '好。', words: ['好', '。'], sid: 's' },
			]);
		},
	);
});

test('the credential test refuses an endless response', async () => {
	await serving(sendEndlessly, async (url, seen) => {
		const { status, message } = await iflytekApiTest.call(new CredentialTestContext(), {
			id: '1',
			name: 'Test',
			type: 'iflytekApi',
			data: { ...bench.credential('text'), nlpBaseUrl: url },
		});
		expect(status).toBe('Error');
		expect(message).toMatch(/sent more than 1 MB/);
		await until(() => seen.closed === 1);
	});
});

test('audio that begins like JSON is accepted as audio, whatever its length', async () => {
	const audio = Buffer.concat([Buffer.from('{"'), Buffer.alloc(9 * MB, 0xff)]);
	await serving(
		(response) => response.writeHead(200, { 'Content-Type': 'audio/mpeg', sid: 's' }).end(audio),
		async (url) => {
			const { outputs, error } = await bench.run(
				'speech',
				{
					resource: 'speech',
					operation: 'synthesize',
					service: 'standard',
					text: '好。'.repeat(50),
					voice: { __rl: true, mode: 'list', value: 'xiaoyan' },
					format: 'pcm',
					sampleRate: 16000,
					simplify: true,
					options: {},
				},
				[{}],
				bench.elsewhere(url),
			);
			expect(error).toBeUndefined();
			expect(outputs[0]?.[0]?.json.bytes).toBe(audio.length);
		},
	);
});

describe('the call platform', () => {
	const calls = new CallBench();
	const tokenAnswer = JSON.stringify({
		code: 0,
		message: '',
		result: { token: 't'.repeat(32), time_expire: '7200' },
	});
	const robot = { robot_id: SCRIPT, status: 4, call_column: ['客户手机号码', '姓名', '预约时间'] };
	const result = { robots: [robot], lines: [{ line_num: LINE }] };
	const configurationAnswer = JSON.stringify({ code: 0, message: '', result });

	test('if the response to rows is endless, they are not sent again, because it is unknown whether they were accepted', async () => {
		await serving(
			(response, path) => {
				if (path.includes('oauth')) response.end(tokenAnswer);
				else if (path.includes('config')) response.end(configurationAnswer);
				else sendEndlessly(response);
			},
			async (url, seen) => {
				calls.credential.baseUrl = url;
				const { error } = await calls.run(PLACE, customers(2));
				expect(error?.message).toMatch(/^It is not known whether .* sent more than 1 MB/);
				expect(seen.requests.filter((path) => path.includes('callout'))).toHaveLength(1);
				await until(() => seen.closed === seen.requests.length);
			},
		);
	});
});
