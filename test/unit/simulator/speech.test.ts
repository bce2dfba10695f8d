import { startSimulator, type Simulator } from '../../simulator';
import { form, send, verdict } from './client';

// It takes long to start engines and to send large files while other tests use the processors.

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const usualParam = {
	auf: 'audio/L16;rate=16000',
	aue: 'raw',
	voice_name: 'xiaoyan',
	speed: '50',
	volume: '50',
	pitch: '50',
};
const GREETING = 'Good morning, everyone.';

async function audio(param: object, text = GREETING): Promise<Buffer> {
	const { headers, data } = await send(simulator.url, 'speech', {
		param: { ...usualParam, ...param },
		body: form('text', text),
	});
	// The body is compared only so that a failure shows it.
	expect({ type: headers['content-type'], body: data.subarray(0, 200) }).toMatchObject({
		type: 'audio/mpeg',
	});
	return data;
}

describe('rules', () => {
	it.each([
		[{ auf: undefined }, '10106 invalid parameter|invalid auf'],
		[{ auf: 'audio/L16;rate=44100' }, '10106 invalid parameter|invalid auf'],
		[{ aue: 'mp3' }, '10106 invalid parameter|invalid aue'],
		[{ voice_name: undefined }, '10106 invalid parameter|invalid voice_name'],
		[{ voice_name: 'somebody' }, '11200 no vcn auth|voice not authorised'],
		[{ speed: 50 }, '10106 invalid parameter|invalid speed'],
		[{ speed: '101' }, '10106 invalid parameter|invalid speed'],
		[{ speed: '-1' }, '10106 invalid parameter|invalid speed'],
		[{ speed: '5.5' }, '10106 invalid parameter|invalid speed'],
		[{ speed: '' }, '10106 invalid parameter|invalid speed'],
		[{ volume: 'loud' }, '10106 invalid parameter|invalid volume'],
		[{ pitch: null }, '10106 invalid parameter|invalid pitch'],
		[{ engine_type: 'ptts' }, '10106 invalid parameter|invalid engine_type'],
		[{ text_type: 'ssml' }, '10106 invalid parameter|invalid text_type'],
		[
			{
				speed: undefined,
				volume: undefined,
				pitch: undefined,
				engine_type: 'intp65',
				text_type: 'text',
			},
			'audio',
		],
		[{ speed: '0', volume: '100', pitch: '0' }, 'audio'],
	])('with %j in X-Param, the answer is "%s"', async (change, expected) => {
		const { headers, data } = await send(simulator.url, 'speech', {
			param: { ...usualParam, ...change },
			body: form('text', 'a'),
		});
		if (expected === 'audio') {
			expect(headers['content-type']).toBe('audio/mpeg');
			return;
		}
		expect(headers['content-type']).toBe('text/plain');
		const { code, desc, data: empty, sid } = JSON.parse(data.toString()) as Record<string, string>;
		expect(`${code} ${desc}`).toBe(expected);
		expect(empty).toBe('');
		expect(sid).toMatch(/^hts/);
	});

	it('a text must be shorter than 1000 bytes, and must not be blank', async () => {
		await expect(audio({ speed: '100' }, '字'.repeat(333))).resolves.toBeInstanceOf(Buffer);
		await expect(
			verdict(simulator, 'speech', {
				param: usualParam,
				body: form('text', '字'.repeat(333) + 'a'),
			}),
		).resolves.toBe('10109 illegal text/audio length|invalid text');
		await expect(
			verdict(simulator, 'speech', { param: usualParam, body: form('text', ' ') }),
		).resolves.toBe('10106 invalid parameter|invalid text');
	});
});
