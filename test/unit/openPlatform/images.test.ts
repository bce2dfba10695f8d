import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileForm, fileFormLength, textForm } from '../../../nodes/shared/openPlatform/body';
import { checkHandwritingImage, checkViolenceFile, checkVisionImage } from '../../../nodes/shared/openPlatform/images';

const fixture = (name: string) => readFileSync(join(__dirname, '../../fixtures/images', name));
const jpg = fixture('tiny.jpg');
const sof = jpg.indexOf(Buffer.from([0xff, 0xc0]));

/** A JPEG with fill bytes before a marker, as the format allows. */
const filled = Buffer.concat([jpg.subarray(0, sof), Buffer.from([0xff, 0xff]), jpg.subarray(sof)]);
/** A JPEG of arithmetic coding. */
const arithmetic = Buffer.from(jpg);
arithmetic[sof + 1] = 0xc9;

function jpegOf(width: number, height: number): Buffer {
	const image = Buffer.from(filled);
	image.writeUInt16BE(height, sof + 7);
	image.writeUInt16BE(width, sof + 9);
	return image;
}

/** A bitmap with the old header (OS/2). */
function oldBitmap(width: number, height: number): Buffer {
	const file = Buffer.alloc(26);
	file.write('BM');
	file.writeUInt32LE(12, 14);
	file.writeUInt16LE(width, 18);
	file.writeUInt16LE(height, 20);
	return file;
}

test.each([
	['a JPEG with fill bytes', filled, 'jpg'],
	['a JPEG of arithmetic coding', arithmetic, 'jpg'],
	['an old bitmap', oldBitmap(100, 60), 'bmp'],
	['a bitmap', fixture('tiny.bmp'), 'bmp'],
	['a TIFF of the other byte order', Buffer.from('MM\0*\0\0\0\b'), 'tiff'],
])('%s is known by how it begins', (_name, data, format) => {
	expect(checkVisionImage(data)).toBe(format);
	if (format !== 'tiff') expect(() => checkViolenceFile(data)).not.toThrow();
});

test.each([
	['text that begins like a bitmap', Buffer.from('BMW drivers and others'), 'The file is not an image or is damaged'],
	['a GIF', fixture('tiny.gif'), 'The image is a GIF; the service takes jpg, png, bmp and tiff images'],
	['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'The image is a SVG; the service takes jpg, png, bmp and tiff images'],
])('%s is not taken', (_name, data, message) => {
	expect(() => checkVisionImage(data)).toThrow(message);
});

test('sides of handwriting: of an old bitmap, and where they cannot be read', () => {
	expect(() => checkHandwritingImage(oldBitmap(15, 4096))).not.toThrow();
	expect(() => checkHandwritingImage(oldBitmap(14, 100))).toThrow('The image has 14 × 100 pixels; each side must have 15 to 4096');
	for (const image of [filled, arithmetic]) expect(() => checkHandwritingImage(image)).not.toThrow();
	expect(() => checkHandwritingImage(jpegOf(4097, 20))).toThrow('The image has 4097 × 20 pixels; each side must have 15 to 4096');
	for (const end of [sof, sof + 4, 4]) expect(() => checkHandwritingImage(jpg.subarray(0, end))).toThrow('The dimensions of the image in pixels cannot be read; each side must have 15 to 4096');
});

test.each([0, 1, 2, 3, 196_607, 196_608, 196_609, 500_000])('a file of %i bytes goes into a form as Base64, URL-encoded', (length) => {
	const file = Buffer.from(Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff));
	const encoded = encodeURIComponent(file.toString('base64'));
	const { contentType, content } = fileForm('image', file);
	expect(content.toString('latin1') === `image=${encoded}`).toBe(true);
	expect([fileFormLength(file), contentType]).toEqual([encoded.length, textForm({}).contentType]);
});
