/** The errors about the size of an image name the settings of n8n's Edit Image with which it passes. */
import { Jimp, JimpMime } from 'jimp';
import {
	checkBytes,
	checkHandwritingImage,
	checkViolenceFile,
	checkVisionImage,
} from '../../../nodes/shared/openPlatform/image/images';
import { InputError } from '../../../nodes/shared/failure';

/** An image of waves with noise, as cameras have it, or of noise alone. */
function photo(width: number, height: number, noise: number) {
	const image = new Jimp({ width, height, color: 0xffffffff });
	const { data } = image.bitmap;
	// The same sequence in each run.
	let state = 1;
	for (let index = 0; index < data.length; index++) {
		if (index % 4 === 3) continue;
		state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
		const pixel = index >> 2;
		const wave = 128 + 80 * Math.sin((pixel % width) / 90) + 40 * Math.sin(pixel / width / 13);
		const random = state / 0x7fffffff - 0.5;
		data[index] = Math.min(255, Math.max(0, wave + random * noise));
	}
	return image;
}

function adviceOf(check: () => unknown): string {
	try {
		check();
	} catch (error) {
		if (error instanceof InputError) return error.details.advice ?? '';
		throw error;
	}
	throw new Error('The image passes');
}

const SETTINGS =
	/^Put n8n's Edit Image before this node: Operation Resize, Width and Height (\d+), Option Only if Larger, and under Options Format jpeg and Quality (\d+)\. The image then passes\.$/;

/** The image as Edit Image makes it with the settings of an advice. */
async function edited(image: ReturnType<typeof photo>, advice: string): Promise<Buffer> {
	const [, side = 0, quality] = (SETTINGS.exec(advice) ?? []).map(Number);
	expect(side).toBeGreaterThan(0);
	const { width, height } = image.bitmap;
	const copy = image.clone();
	if (Math.max(width, height) > side) copy.scaleToFit({ w: side, h: side });
	return await copy.getBuffer(JimpMime.jpeg, { quality });
}

test.each([
	['a photo', 2400, 1800, 60],
	['a photo on end', 1500, 2400, 60],
	['noise', 2000, 1500, 1000],
])('%s passes with the settings that its errors name', async (_name, width, height, noise) => {
	const image = photo(width, height, noise);
	const file = await image.getBuffer(JimpMime.png);
	for (const check of [checkHandwritingImage, checkVisionImage, checkViolenceFile]) {
		// A file for the filter is large only with 10 MB.
		const large = Buffer.concat([file, Buffer.alloc(11 * 1024 ** 2)]);
		const smaller = await edited(
			image,
			adviceOf(() => check(large)),
		);
		expect(() => check(smaller)).not.toThrow();
	}
});

test('before a file is read its sides are not known, so the settings are those of a square', async () => {
	const image = photo(1800, 1800, 60);
	for (const [checkSize, check] of [
		[checkBytes.handwriting, checkHandwritingImage],
		[checkBytes.vision, checkVisionImage],
	] as const) {
		const smaller = await edited(
			image,
			adviceOf(() => checkSize(8 * 1024 ** 2)),
		);
		expect(() => check(smaller)).not.toThrow();
	}
});

test('a photo with more than 4096 pixels passes with the settings, and a narrow one must be cropped', async () => {
	const image = photo(5000, 400, 60);
	const file = await image.getBuffer(JimpMime.png);
	const advice = adviceOf(() => checkHandwritingImage(file));
	expect(advice).toContain('Width and Height 4096');
	const smaller = await edited(image, advice);
	expect(() => checkHandwritingImage(smaller)).not.toThrow();
	const narrow = await photo(6000, 20, 60).getBuffer(JimpMime.png);
	expect(adviceOf(() => checkHandwritingImage(narrow))).toBe(
		'Crop the image, for example with the Edit Image node of n8n: it is too narrow to be made smaller.',
	);
});
