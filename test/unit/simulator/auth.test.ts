import { ADDRESSES } from '../../document';
import { withStoppedDate } from '../../setup/stoppedDate';
import { startSimulator, type Simulator } from '../../simulator';
import { ask, form, headersOf, KEY, paths, raw, send, verdict } from './client';

const text = form('text', '他叫汤姆去拿外衣。');
const seconds = () => Math.floor(Date.now() / 1000);

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

describe('checksum', () => {
	// Computed with: printf '%s%s%s' KEY 1700000000 PARAM | openssl md5
	const vectors = [
		['eyJ0eXBlIjoiZGVwZW5kZW50In0=', 'f083be86a02cdf22a30039774dd440ea'],
		['eyJ0eXBlIjogImRlcGVuZGVudCJ9DQo=', 'd8c6454970f491f2c5ca26eff8fe3306'],
		// Without parameters, the signed PARAM can be empty or the Base64 of `{}`.
		['', 'f3f58f08f47b877b654999c94cd3ab47'],
		['', 'e0b325d00c13220fe5aa65c474505c83'],
	];

	it.each(vectors)('X-Param "%s" is accepted with the checksum %s', async (param, checkSum) => {
		simulator.openPlatform.configure({ clockShiftSeconds: 1700000000 - seconds() });
		const answer = await ask(simulator, 'cws', {
			param,
			checkSum,
			curTime: '1700000000',
			body: text,
		});
		expect(answer).toEqual({
			code: '0',
			data: { word: ['他', '叫', '汤姆', '去', '拿', '外衣', '。'] },
			desc: 'success',
			sid: expect.stringMatching(/^ltp[0-9a-f]{8}@ch[0-9a-f]{18}$/),
		});
	});

	it('a checksum is refused if it is in capital letters, or made with another key or from other parameters', async () => {
		const { 'X-CheckSum': checkSum = '' } = headersOf({ curTime: String(seconds()) });
		const refused = '10105 illegal access|invalid X-CheckSum';
		await expect(
			verdict(simulator, 'cws', { checkSum: checkSum.toUpperCase(), body: text }),
		).resolves.toBe(refused);
		await expect(verdict(simulator, 'cws', { key: `${KEY} `, body: text })).resolves.toBe(refused);
		const { 'X-CheckSum': checkSumOfOtherParam } = headersOf({ param: { type: 'x' } });
		await expect(
			verdict(simulator, 'cws', { checkSum: checkSumOfOtherParam, body: text }),
		).resolves.toBe(refused);
	});
});

describe('headers', () => {
	it.each([
		[{ without: ['X-Appid'] }, '10106 invalid parameter|invalid X-Appid'],
		[{ appid: 'a b' }, '10106 invalid parameter|invalid X-Appid'],
		[{ appid: '00000000' }, '10105 illegal access|invalid X-Appid'],
		[{ appid: 'constructor' }, '10105 illegal access|invalid X-Appid'],
		[{ without: ['X-CurTime'] }, '10106 invalid parameter|invalid X-CurTime'],
		[{ curTime: 'now' }, '10106 invalid parameter|invalid X-CurTime'],
		[{ curTime: String(Date.now()) }, '10114 time out|ilegal X-CurTime'],
		[{ without: ['X-CheckSum'] }, '10106 invalid parameter|invalid X-CheckSum'],
	])('a request made with %j gets the answer "%s"', async (call, expected) => {
		await expect(verdict(simulator, 'cws', { ...call, body: text })).resolves.toBe(expected);
	});

	it.each([
		['not Base64', '%%%'],
		['Base64 with characters of both alphabets', 'eyJhIjoi-/8ifQ=='],
		['an array', Buffer.from('[]').toString('base64')],
		['JSON that is cut off', Buffer.from('{"type":').toString('base64')],
		['not UTF-8', Buffer.from('{"a":"\xff"}', 'latin1').toString('base64')],
	])('X-Param that is %s is refused', async (_what, param) => {
		await expect(verdict(simulator, 'cws', { param, body: text })).resolves.toBe(
			'10106 invalid parameter|invalid X-Param',
		);
	});

	it('text analysis accepts a request without X-Param, and the other services refuse it', async () => {
		for (const name of ['cws', 'dp'] as const) {
			await expect(
				verdict(simulator, name, { param: '', without: ['X-Param'], body: text }),
			).resolves.toBe('0 success');
		}
		for (const name of ['handwriting', 'speech', 'violence'] as const) {
			await expect(
				verdict(simulator, name, { param: '', without: ['X-Param'], body: text }),
			).resolves.toBe('10106 invalid parameter|invalid X-Param');
		}
		await expect(verdict(simulator, 'scene', { param: '', without: ['X-Param'] })).resolves.toBe(
			'10106 ',
		);
	});
});

describe('clock', () => {
	it.each([-299, 299])('a clock that is %d seconds off is accepted', async (shift) => {
		await withStoppedDate(async () => {
			const curTime = String(seconds() + shift);
			await expect(verdict(simulator, 'cws', { curTime, body: text })).resolves.toBe('0 success');
		});
	});

	it.each([-302, 302])('a clock that is %d seconds off is refused', async (shift) => {
		await withStoppedDate(async () => {
			const call = { curTime: String(seconds() + shift), body: text };
			await expect(verdict(simulator, 'cws', call)).resolves.toBe(
				'10114 time out|ilegal X-CurTime',
			);
			simulator.openPlatform.configure({ clockCode: '10105', millisecondsCode: '10105' });
			await expect(verdict(simulator, 'cws', call)).resolves.toBe(
				'10105 illegal access|invalid X-CurTime',
			);
			await expect(
				verdict(simulator, 'cws', { curTime: String(Date.now()), body: text }),
			).resolves.toBe('10105 illegal access|invalid X-CurTime');
		});
	});
});

describe('accounts', () => {
	const withTextKey = { appid: '5a1c0de2', key: 'key-of-text', body: text };

	it('if the services have different keys, a service refuses the key of another service', async () => {
		await expect(verdict(simulator, 'cws', withTextKey)).resolves.toBe('0 success');
		await expect(verdict(simulator, 'speech', withTextKey)).resolves.toBe(
			'10105 illegal access|invalid X-CheckSum',
		);
	});
});

describe('paths', () => {
	it('only POST is accepted', async () => {
		for (const name of Object.keys(paths)) {
			const answer = await raw(
				simulator,
				`GET ${paths[name]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
			);
			expect(answer).toContain('HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\n');
		}
	});

	it('each base address serves only its own endpoints', async () => {
		const { nlp, ocr, vision, api, call } = simulator.baseUrls;
		const bases = { ltpapi: nlp, webapi: ocr, tupapi: vision, api };
		const baseOfHost = new Map(
			Object.entries(bases).map(([name, base]) => [`${name}.xfyun.cn`, base]),
		);
		for (const name of Object.keys(paths)) {
			const ownBase = baseOfHost.get(new URL(ADDRESSES[name] ?? '').host);
			for (const base of [nlp, ocr, vision, api, call]) {
				const { status } = await send(base, name);
				expect([name, base, status]).toEqual([name, base, base === ownBase ? 200 : 404]);
			}
		}
	});

	it('a path with capital letters, with a slash at the end or without its last part is not found', async () => {
		for (const path of ['/V1/cws', '/v1/cws/', '/v1']) {
			const answer = await raw(
				simulator,
				`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
			);
			expect(answer).toContain('HTTP/1.1 404');
		}
	});
});
