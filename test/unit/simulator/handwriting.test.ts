import { readFileSync } from 'fs';
import { Jimp } from 'jimp';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import { form, verdict } from './client';

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));

// It takes long to start engines and to send large files while other tests use the processors.

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

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
