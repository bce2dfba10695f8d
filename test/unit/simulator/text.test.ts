import { startSimulator, type Simulator } from '../../simulator';
import { ask, form, verdict, type Name } from './client';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

async function analyse(name: Name, text: string): Promise<unknown> {
	const { code, data } = await ask(simulator, name, {
		param: { type: 'dependent' },
		body: form('text', text),
	});
	expect(code).toBe('0');
	return (data as Record<string, unknown>)[name === 'cws' ? 'word' : name];
}

describe('segmentation and tags', () => {
	it('only tags of the document are used, one per word', async () => {
		const text = '3.14个 hello 😀，囧rz 昨天上海虹桥机场里的清华大学非常漂亮啊\r\n哗啦！①';
		const words = (await analyse('cws', text)) as string[];
		const tags = (await analyse('pos', text)) as string[];
		expect(tags).toHaveLength(words.length);
		expect(words.join('')).toBe(text.replace(/\s/g, ''));
		const known = 'r n ns wp k h u c v p d q nh m e b a nd nl o nt nz i j ws g x'.split(' ');
		expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
	});
});

describe('rules', () => {
	it.each([
		['500 bytes', '0 success', '字'.repeat(166) + 'ab'],
		['501 bytes', '10109 illegal text/audio length|invalid text', '字'.repeat(167)],
		['no characters', '10106 invalid parameter|invalid text', ''],
		['only white space', '10106 invalid parameter|invalid text', ' \r\n '],
	])('a text with %s gets the answer "%s"', async (_what, expected, text) => {
		await expect(verdict(simulator, 'cws', { body: form('text', text) })).resolves.toBe(expected);
	});

	it.each([
		['another field', '10106 invalid parameter|invalid text', 'txt=a', undefined],
		['an empty body', '10106 invalid parameter|invalid text', '', undefined],
		['a broken escape', '10106 invalid parameter|invalid text', 'text=%E4%BD', undefined],
		[
			'a text in GBK',
			'10106 invalid parameter|invalid text',
			Buffer.from([0x74, 0x65, 0x78, 0x74, 0x3d, 0xc4, 0xe3]),
			undefined,
		],
		['JSON', '10106 invalid parameter|invalid Content-Type', '{"text":"a"}', 'application/json'],
		[
			'another charset',
			'10106 invalid parameter|invalid Content-Type',
			'text=a',
			'application/x-www-form-urlencoded; charset=gbk',
		],
		['no charset', '0 success', 'text=a', 'application/x-www-form-urlencoded'],
	])('a request with %s gets the answer "%s"', async (_what, expected, body, contentType) => {
		await expect(verdict(simulator, 'cws', { body, contentType })).resolves.toBe(expected);
	});

	it.each([
		[{ type: 'dependent' }, '0 success'],
		[{}, '0 success'],
		[{ type: 'independent' }, '10106 invalid parameter|invalid type'],
		[{ type: 1 }, '10106 invalid parameter|invalid type'],
	])('the answer to X-Param %j is "%s"', async (param, expected) => {
		await expect(verdict(simulator, 'cws', { param, body: 'text=a' })).resolves.toBe(expected);
	});
});
