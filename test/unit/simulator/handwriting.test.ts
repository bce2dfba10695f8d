import { readFileSync } from 'fs';
import { Jimp } from 'jimp';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import expectedTexts from '../../fixtures/images/expected.json';
import { ask, form, verdict } from './client';

interface Point {
	x: number;
	y: number;
}
interface Line {
	confidence: number;
	word: { content: string }[];
	location?: { top_left: Point; right_bottom: Point };
}
interface Block {
	type: string;
	line: Line[];
}

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));

// It takes long to start engines and to send large files while other tests use the processors.
jest.setTimeout(60_000);

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

async function read(image: Buffer, param: object): Promise<Block[]> {
	const { code, data } = await ask(simulator, 'handwriting', { param, body: form('image', image) });
	expect(code).toBe('0');
	return (data as { block: Block[] }).block;
}

/** The texts of the words, for each line. */
const contents = (blocks: Block[]) =>
	blocks.flatMap(({ line }) => line.map(({ word }) => word.map(({ content }) => content)));

/** The words that are read in a line: each Chinese character and each English word is one. */
const wordsOf = (line: string) => line.match(/\p{Script=Han}|[^\p{Script=Han}\s]+/gu);

describe('reading', () => {
	it.each(Object.entries(expectedTexts))(
		'the text in %s is read',
		async (name, { lines, languages }) => {
			for (const language of languages) {
				const blocks = await read(fixture(name), { language });
				expect(contents(blocks)).toEqual(lines.map(wordsOf));
				for (const { type, line } of blocks) {
					expect(type).toBe('text');
					for (const { confidence, ...rest } of line) {
						expect(confidence).toBeGreaterThan(0.5);
						expect(confidence).toBeLessThanOrEqual(1);
						expect(Object.keys(rest)).toEqual(['word']);
					}
				}
			}
		},
	);

	it('images that arrive at the same time are not mixed up', async () => {
		const names = Object.keys(expectedTexts) as (keyof typeof expectedTexts)[];
		const requested = [...names, ...names, ...names];
		const answers = await Promise.all(
			requested.map((name) => read(fixture(name), { language: 'cn|en' })),
		);
		expect(answers.map(contents)).toEqual(
			requested.map((name) => expectedTexts[name].lines.map(wordsOf)),
		);
	});

	it('the answer has the position of each line if the request asks for it', async () => {
		const blocks = await read(fixture('note-english.png'), { language: 'en', location: 'true' });
		const [first, second] = blocks.flatMap(({ line }) => line.map(({ location }) => location));
		// In an image of 560x160 pixels, the lines begin at 24,20 and 24,84 and are 36 points high.
		expect(first?.top_left.x).toBeGreaterThan(18);
		expect(first?.top_left.x).toBeLessThan(32);
		expect(first?.top_left.y).toBeGreaterThan(15);
		expect(first?.right_bottom.y).toBeLessThan(75);
		expect(second?.top_left.y).toBeGreaterThan(80);
		expect(second?.right_bottom.y).toBeLessThan(135);
		expect(second?.right_bottom.x).toBeLessThan(560);
	});

	it('the answer to a page without text is a block without lines, or with an empty word if the setting says so', async () => {
		await expect(read(fixture('note-blank.png'), {})).resolves.toEqual([
			{ type: 'text', line: [] },
		]);
		simulator.openPlatform.configure({ blankPage: 'emptyWord' });
		await expect(read(fixture('note-blank.png'), {})).resolves.toEqual([
			{ type: 'text', line: [{ confidence: 1, word: [{ content: '' }] }] },
		]);
	});

	it('the answer to a page without text is an image block if the setting says so', async () => {
		simulator.openPlatform.configure({ blankPage: 'image' });
		const line = { confidence: 1, word: [] };
		await expect(read(fixture('note-blank.png'), {})).resolves.toEqual([
			{ type: 'image', line: [line] },
		]);
		await expect(read(fixture('note-blank.png'), { location: 'true' })).resolves.toEqual([
			{
				type: 'image',
				line: [
					{ ...line, location: { top_left: { x: 0, y: 0 }, right_bottom: { x: 200, y: 120 } } },
				],
			},
		]);
	});

	it.each(['tiny.jpg', 'tiny.bmp', 'tiny.png'])('the image %s is decoded', async (name) => {
		await expect(read(fixture(name), { language: 'en' })).resolves.toHaveLength(1);
	});

	it('after an image that cannot be decoded, the next image is read', async () => {
		const damaged = fixture('note-english.png').subarray(0, 60);
		await expect(
			verdict(simulator, 'handwriting', {
				param: { language: 'en' },
				body: form('image', damaged),
			}),
		).resolves.toBe('10107 illegal parameter|invalid image');
		await expect(read(fixture('note-english.png'), { language: 'en' })).resolves.toHaveLength(1);
	});
});

describe('rules', () => {
	const tiny = form('image', fixture('tiny.png'));

	it.each([
		[{ language: 'cn' }, '10106 invalid parameter|invalid language'],
		[{ language: 1 }, '10106 invalid parameter|invalid language'],
		[{ language: 'en', location: true }, '10106 invalid parameter|invalid location'],
		[{ language: 'en', location: 'yes' }, '10106 invalid parameter|invalid location'],
		[{ location: 'false' }, '0 success'],
	])('the answer to X-Param %j is "%s"', async (param, expected) => {
		await expect(verdict(simulator, 'handwriting', { param, body: tiny })).resolves.toBe(expected);
	});

	it.each([
		['a GIF', form('image', fixture('tiny.gif')), '10107 illegal parameter|invalid image format'],
		['a TIFF', form('image', fixture('tiny.tif')), '10107 illegal parameter|invalid image format'],
		[
			'a text',
			form('image', Buffer.from('hello, world')),
			'10107 illegal parameter|invalid image format',
		],
		['an image that is not Base64', 'image=%21%21%21%21', '10106 invalid parameter|invalid image'],
		[
			'an image whose Base64 is cut off',
			form('image', fixture('tiny.png').toString('base64').slice(0, 33)),
			'10106 invalid parameter|invalid image',
		],
		['an empty body', '', '10106 invalid parameter|invalid image'],
		[
			'a form without the field `image`',
			form('file', fixture('tiny.png')),
			'10106 invalid parameter|invalid image',
		],
	])('handwriting refuses %s', async (_what, body, expected) => {
		await expect(verdict(simulator, 'handwriting', { body })).resolves.toBe(expected);
	});

	it.each([
		[14, 100, false],
		[100, 14, false],
		[15, 100, true],
		[4096, 16, true],
		[4097, 16, false],
		[16, 4097, false],
	])('whether an image of %d by %d pixels is accepted: %s', async (width, height, isAccepted) => {
		const image = await new Jimp({ width, height, color: 0xffffffff }).getBuffer('image/png');
		const expected = isAccepted ? '0 success' : '10107 illegal parameter|invalid image side';
		await expect(verdict(simulator, 'handwriting', { body: form('image', image) })).resolves.toBe(
			expected,
		);
	});

	it('the limit of 4 MB applies to the image after Base64 and URL-encoding', async () => {
		const png = fixture('tiny.png');
		const image = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024 - png.length)]);
		// 3 MiB become 4 MiB in Base64. The zero bytes become `A`s, which URL-encoding does not change. Only the Base64 of the
		// PNG itself has characters that URL-encoding makes longer.
		const base64 = image.toString('base64');
		const excess = encodeURIComponent(base64).length - 4 * 1024 * 1024;
		expect(excess).toBeGreaterThan(0);
		await expect(verdict(simulator, 'handwriting', { body: form('image', image) })).resolves.toBe(
			'10107 illegal parameter|invalid image size',
		);
		// The same image counts as equally large if it is sent without escapes.
		await expect(verdict(simulator, 'handwriting', { body: `image=${base64}` })).resolves.toBe(
			'10107 illegal parameter|invalid image size',
		);
		const shortened = image.subarray(0, image.length - Math.ceil(excess / 4) * 3);
		await expect(
			verdict(simulator, 'handwriting', { body: form('image', shortened) }),
		).resolves.toBe('0 success');
	});
});
