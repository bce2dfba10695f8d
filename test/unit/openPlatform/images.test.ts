import { zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../nodes/shared/failure';
import {
	fileForm,
	fileFormLength,
	rawBody,
	textForm,
} from '../../../nodes/shared/openPlatform/protocol/requestBody';
import {
	checkBytes,
	checkHandwritingImage,
	checkViolenceFile,
	checkVisionImage,
} from '../../../nodes/shared/openPlatform/image/images';

const fixture = (name: string) => readFileSync(join(__dirname, '../../fixtures/images', name));
const jpg = fixture('tiny.jpg');
/** The position of the JPEG's frame header, which states its width and height. */
const framePosition = jpg.indexOf(Buffer.from([0xff, 0xc0]));

/** A JPEG with fill bytes before a marker, as the format allows. */
const withFillBytes = Buffer.concat([
	jpg.subarray(0, framePosition),
	Buffer.from([0xff, 0xff]),
	jpg.subarray(framePosition),
]);
/** A JPEG with arithmetic coding. */
const arithmeticCoded = Buffer.from(jpg);
arithmeticCoded[framePosition + 1] = 0xc9;

/** A JPEG whose frame header states these sides. */
function jpegOf(width: number, height: number): Buffer {
	const image = Buffer.from(withFillBytes);
	image.writeUInt16BE(height, framePosition + 7);
	image.writeUInt16BE(width, framePosition + 9);
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
	['a JPEG with fill bytes', withFillBytes, 'jpg'],
	['a JPEG with arithmetic coding', arithmeticCoded, 'jpg'],
	['an old bitmap', oldBitmap(100, 60), 'bmp'],
	['a bitmap', fixture('tiny.bmp'), 'bmp'],
	['a JPEG', jpg, 'jpg'],
	['a PNG', fixture('tiny.png'), 'png'],
	['a TIFF', fixture('tiny.tif'), 'tiff'],
	['only the header of a bitmap', oldBitmap(9, 9).subarray(0, 18), 'bmp'],
	['a TIFF with the other byte order', Buffer.from('MM\0*\0\0\0\b'), 'tiff'],
])('%s is recognized by its first bytes', (_name, data, format) => {
	expect(checkVisionImage(data)).toBe(format);
	if (format !== 'tiff') expect(() => checkViolenceFile(data)).not.toThrow();
});

test.each([
	[
		'text that begins like a bitmap',
		Buffer.from('BMW drivers and others'),
		'The file is text; the service takes',
	],
	[
		'text that begins like a TIFF',
		Buffer.from('MM\0-'),
		'The file is not an image of a known format, or is damaged',
	],
	[
		'a GIF',
		fixture('tiny.gif'),
		'The image is a GIF; the service takes jpg, png, bmp and tiff images',
	],
	[
		'an SVG',
		Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
		'The image is a SVG; the service takes jpg, png, bmp and tiff images',
	],
])('%s is refused', (_name, data, message) => {
	expect(() => checkVisionImage(data)).toThrow(message);
});

/** The first bytes of files in formats that no service accepts. */
const OTHER_BEGINNINGS: [format: string, beginning: string][] = [
	['GIF', 'GIF87a'],
	['GIF', 'GIF89a'],
	['WEBP', 'RIFF\x24\0\0\0WEBPVP8 '],
	['HEIC', '\0\0\0\x18ftypheic'],
	['HEIC', '\0\0\0\x18ftyphevc'],
	['HEIF', '\0\0\0\x18ftypmif1'],
	['HEIF', '\0\0\0\x18ftypmsf1'],
	['AVIF', '\0\0\0\x1cftypavif'],
	['SVG', '<svg>'],
	['SVG', '<?xml version="1.0"?>\n<!-- by hand -->\n<svg\n'],
];

test.each(OTHER_BEGINNINGS)(
	'a %s image is named by its first bytes %j, whatever comes after them',
	(format, beginning) => {
		for (const rest of ['', '\0'.repeat(5000), 'P9 <svg> '.repeat(500)])
			expect(() => checkVisionImage(Buffer.from(beginning + rest, 'latin1'))).toThrow(
				`The image is a ${format}; the service takes jpg, png, bmp and tiff images`,
			);
	},
);

const BASE64 = jpg.toString('base64');
const docx =
	'PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x13\0\x08\x02[Content_Types].xml';

test.each<[beginning: string, name: string, advice: RegExp]>([
	['%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'a PDF', /^Convert its pages to images/],
	['\xef\xbb\xbf\n%PDF-1.4', 'a PDF', /^Convert its pages to images/],
	['PK\x03\x04\x14\0\0\0\x08\0photo.jpg', 'a ZIP archive', /^Unpack it/],
	[docx, 'an Office document', /^Save it as a PDF/],
	['PK\x03\x04\x14\0\0\0mimetypeapplication/vnd.oasis', 'an Office document', /PDF/],
	['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Office document', /PDF/],
	['\0\0\0\x18ftypmp42', 'a video', /^Save one of its pictures/],
	['<!DOCTYPE html><html><title>Sign in', 'a web page (HTML)', /login page.*URL and sign-in/],
	['\r\n<html lang="zh">', 'a web page (HTML)', /login page/],
	['{"error":"not found"}', 'JSON', /error, or the image as Base64/],
	['\xef\xbb\xbf[{"data":"', 'JSON', /Base64/],
	[BASE64, 'Base64 text', /Move Base64 String to File/],
	[BASE64.replace(/.{76}/g, '$&\r\n'), 'Base64 text', /Move Base64 String to File/],
	['data:image/png;base64,iVBORw0KGgo=', 'Base64 text', /Move Base64 String to File/],
	['GIF', 'text', /which field/],
	[' P1\n9 9\n', 'text', /which field/],
	['P1 and P2', 'text', /which field/],
	['P8\n9 9\n', 'text', /which field/],
	['<svgs>', 'text', /which field/],
	['see %PDF-1.4, <html> and [{', 'text', /which field/],
	['\0\0\0\0', 'not an image of a known format, or is damaged', /the image itself/],
	['8BPS\0\x01', 'not an image of a known format, or is damaged', /the image itself/],
	['\xff\xd8', 'not an image of a known format, or is damaged', /the image itself/],
])('a file that begins with %j is %s', (beginning, name, advice) => {
	expect(() => checkVisionImage(Buffer.from(beginning, 'latin1'))).toThrow(
		expect.objectContaining({
			message: `The file is ${name}; the service takes jpg, png, bmp and tiff images`,
			details: { advice: expect.stringMatching(advice) },
		}),
	);
});

test('an Office document is no archive of images for the violence filter', () => {
	expect(() => checkViolenceFile(Buffer.from(docx, 'latin1'))).toThrow(
		'The file is an Office document; the service takes jpg, png and bmp images or a zip archive of such',
	);
});

test('a file that is too large to be read is named by its type', () => {
	for (const [check, bytes] of [
		[checkBytes.handwriting, 4_000_000],
		[checkBytes.vision, 819_201],
	] as const)
		expect(() => check(bytes, 'application/pdf; charset=binary')).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^The file is a PDF and has \d+ bytes/),
				details: { advice: 'Convert its pages to images first, for example to PNG.' },
			}),
		);
	expect(() => checkBytes.vision(819_201, 'image/png')).toThrow(/^The file has 819201 bytes;/);
	expect(() => checkBytes.vision(819_201, 'video/mp4')).toThrow(/^The file is a video and has/);
});

test('an SVG is recognized if its root begins within the first 1000 bytes', () => {
	for (const [spaces, message] of [
		[995, 'The image is a SVG'],
		[996, 'The file is text'],
	] as const)
		expect(() => checkVisionImage(Buffer.from(`${' '.repeat(spaces)}<svg>`))).toThrow(message);
});

test('an image for handwriting is refused if a side is too short, too long or unreadable', () => {
	expect(() => checkHandwritingImage(oldBitmap(15, 4096))).not.toThrow();
	expect(() => checkHandwritingImage(oldBitmap(14, 100))).toThrow(
		'The image has 14 × 100 pixels; each side must have 15 to 4096',
	);
	for (const image of [withFillBytes, arithmeticCoded])
		expect(() => checkHandwritingImage(image)).not.toThrow();
	expect(() => checkHandwritingImage(jpegOf(4097, 20))).toThrow(
		'The image has 4097 × 20 pixels; each side must have 15 to 4096',
	);
	for (const [width, height] of [
		[560, 0],
		[0, 560],
		[0, 0],
	] as const)
		expect(() => checkHandwritingImage(jpegOf(width, height))).toThrow(
			expect.objectContaining({
				message: `The file is damaged or unfinished: its header says ${width} × ${height} pixels`,
				details: { advice: 'Save the image again, for example as PNG.' },
			}),
		);
	for (const end of [framePosition, framePosition + 4, 4])
		expect(() => checkHandwritingImage(jpg.subarray(0, end))).toThrow(
			'The dimensions of the image in pixels cannot be read; each side must have 15 to 4096',
		);
});

/** A JPEG of 100 × 100 pixels with this marker in its frame header, after a segment with another marker. */
function jpegWith(marker: number, other: number): Buffer {
	const image = jpegOf(100, 100);
	image[framePosition + 3] = marker;
	return Buffer.concat([
		image.subarray(0, framePosition),
		Buffer.from([0xff, other, 0, 7, 8, 0, 1, 0, 1]),
		image.subarray(framePosition),
	]);
}

test('the sides of a JPEG are read from its frame header, whatever the kind of frame, and from no other segment', () => {
	// All markers from 0xc0 to 0xcf begin a frame, except these three.
	const otherMarkers = [0xc4, 0xc8, 0xcc];
	for (let marker = 0xc0; marker <= 0xcf; marker++) {
		if (!otherMarkers.includes(marker))
			expect(() => checkHandwritingImage(jpegWith(marker, 0xdb))).not.toThrow();
	}
	for (const other of [0x02, 0xbf, ...otherMarkers, 0xd0])
		expect(() => checkHandwritingImage(jpegWith(0xc0, other))).not.toThrow();
});

test('the sides of a JPEG are read even if the file ends right after them, and it is cut off', () => {
	expect(() => checkHandwritingImage(jpegOf(100, 100).subarray(0, framePosition + 11))).toThrow(
		'The image is cut off: its end is missing',
	);
});

test('a PNG without its end is refused, and a whole one with something behind it is not', () => {
	const whole = fixture('tiny.png');
	expect(() => checkVisionImage(Buffer.concat([whole, Buffer.alloc(99)]))).not.toThrow();
	expect(() => checkVisionImage(whole.subarray(0, whole.length - 20))).toThrow(
		'The image is cut off: its end is missing',
	);
});

test('a bitmap that ends before its picture is refused, and so is a JPEG that ends behind a marker', () => {
	const beginningAt = (offset: number, bytes = 26) => {
		const bitmap = oldBitmap(100, 60).subarray(0, bytes);
		bitmap.writeUInt32LE(offset, 10);
		return bitmap;
	};
	expect(checkVisionImage(beginningAt(26))).toBe('bmp');
	const markerOfJpeg = Buffer.of(0xff, 0xd8, 0xff, 0xe1);
	for (const cut of [beginningAt(27), beginningAt(19, 18), markerOfJpeg])
		expect(() => checkVisionImage(cut)).toThrow(
			expect.objectContaining({
				message: 'The image is cut off: its end is missing',
				details: {
					advice:
						'The node before this one may not have got the whole file. Load or save the image again.',
				},
			}),
		);
});

test('half a JPEG is refused, also if it has a small whole one within it', () => {
	const whole = jpegOf(100, 100);
	expect(() => checkVisionImage(Buffer.concat([whole, Buffer.alloc(99_999)]))).not.toThrow();
	const thumbnail = Buffer.concat([Buffer.of(0xff, 0xe1, 0, 8), Buffer.of(1, 2, 3, 4, 0xff, 0xd9)]);
	const half = Buffer.concat([whole.subarray(0, 2), thumbnail, whole.subarray(2, -10)]);
	expect(() => checkVisionImage(half)).toThrow('The image is cut off: its end is missing');
});

test('the sides of a PNG are read', () => {
	const narrow = Buffer.from(fixture('tiny.png'));
	narrow.writeUInt32BE(14, 16);
	expect(() => checkHandwritingImage(narrow)).toThrow(/^The image has 14 × /);
});

test('the sides of a PNG or a bitmap are never read from what is behind the file in memory', () => {
	for (const [name, end] of [
		['tiny.png', 23],
		['tiny.bmp', 25],
	] as const) {
		const cutOff = Buffer.concat([fixture(name), fixture(name)]).subarray(0, end);
		expect(() => checkHandwritingImage(cutOff)).toThrow(
			'The dimensions of the image in pixels cannot be read; each side must have 15 to 4096',
		);
	}
});

test.each([0, 1, 2, 3, 196_607, 196_608, 196_609, 500_000])(
	'a file of %i bytes goes into a form as Base64, URL-encoded',
	(length) => {
		const file = Buffer.from(
			Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff),
		);
		const encoded = encodeURIComponent(file.toString('base64'));
		const { contentType, content } = fileForm('image', file);
		expect(content.toString('latin1') === `image=${encoded}`).toBe(true);
		expect([fileFormLength(file), contentType]).toEqual([encoded.length, textForm({}).contentType]);
	},
);

describe('the limits of images, and the advice', () => {
	const padded = (name: string, bytes: number) =>
		Buffer.concat([fixture(name), Buffer.alloc(bytes)]).subarray(0, bytes);
	const zip = Buffer.from(zipSync({ 'a.png': new Uint8Array(fixture('tiny.png')) }));
	const smaller = (side: number) =>
		`Put n8n's Edit Image before this node: Operation Resize, Width and Height ${side}, Option Only if Larger, and under Options Format jpeg and Quality 75. The image then passes.`;
	const ARCHIVE =
		'Images can have up to 10 MB, ZIP archives up to 50 MB. Reduce the number of images in the archive.';
	const MB = 1024 ** 2;

	test.each<[string, () => unknown, string, string]>([
		[
			'a file without bytes',
			() => checkVisionImage(Buffer.alloc(0)),
			'The file is empty; the service takes jpg, png, bmp and tiff images',
			'Check the node before this one.',
		],
		[
			'a part of a bitmap',
			() => checkVisionImage(oldBitmap(9, 9).subarray(0, 17)),
			'The file is not an image of a known format, or is damaged; the service takes jpg, png, bmp and tiff images',
			'Check that the field contains the image itself.',
		],
		[
			'a file with the header size of an old bitmap, but other first bytes',
			() => checkVisionImage(Buffer.concat([Buffer.from('XX'), oldBitmap(9, 9).subarray(2)])),
			'The file is not an image of a known format, or is damaged; the service takes jpg, png, bmp and tiff images',
			'Check that the field contains the image itself.',
		],
		[
			'a GIF for the violence filter',
			() => checkViolenceFile(fixture('tiny.gif')),
			'The image is a GIF; the service takes jpg, png and bmp images or a zip archive of such',
			'Convert it first. The format was detected from the content of the file, not from its name.',
		],
		[
			'a TIFF for handwriting',
			() => checkHandwritingImage(fixture('tiny.tif')),
			'The image is a TIFF; the service takes jpg, png and bmp images',
			'Convert it first. The format was detected from the content of the file, not from its name.',
		],
		[
			'an image for vision that is too large',
			() => checkVisionImage(padded('tiny.png', 800 * 1024 + 1)),
			'The file has 819201 bytes; at most 819200 are allowed',
			smaller(800),
		],
		[
			'an image for the violence filter that is too large',
			() => checkViolenceFile(padded('tiny.png', 10 * MB + 1)),
			'The file has 10485761 bytes; at most 10485760 are allowed',
			smaller(2900),
		],
		[
			'an archive that is too large',
			() => checkBytes.violence(50 * MB + 1),
			'The file has 52428801 bytes; at most 52428800 are allowed',
			ARCHIVE,
		],
		[
			'an image for handwriting that is too large',
			() => checkBytes.handwriting(3 * MB + 1),
			'The file has 4194308 bytes in Base64; at most 4194304 are allowed',
			smaller(1500),
		],
		[
			'a large image that is as narrow and as long as possible',
			() => checkHandwritingImage(Buffer.concat([oldBitmap(15, 4096), Buffer.alloc(3 * MB)])),
			'The file has 4194340 bytes in Base64; at most 4194304 are allowed',
			smaller(4096),
		],
		[
			'a large image that would be too narrow with its longest side',
			() => checkVisionImage(Buffer.concat([oldBitmap(15, 4097), Buffer.alloc(800 * 1024)])),
			'The file has 819226 bytes; at most 819200 are allowed',
			'Crop the image, for example with the Edit Image node of n8n: it is too narrow to be made smaller.',
		],
		[
			'an image that becomes too large in the request',
			() => checkHandwritingImage(Buffer.concat([jpegOf(100, 100), Buffer.alloc(2.9 * MB, 0xff)])),
			expect.stringMatching(
				/^The file has \d+ bytes after encoding for the request; at most 4194304 are allowed$/,
			),
			smaller(1500),
		],
		[
			'an image that is too small',
			() => checkHandwritingImage(oldBitmap(14, 100)),
			'The image has 14 × 100 pixels; each side must have 15 to 4096',
			'Resize the image, for example with the Edit Image node of n8n.',
		],
		[
			'a JPEG cut off before its sides',
			() => checkHandwritingImage(jpg.subarray(0, 4)),
			'The dimensions of the image in pixels cannot be read; each side must have 15 to 4096',
			'Save the image again, for example as PNG.',
		],
		[
			'a bitmap cut off before its sides',
			() => checkHandwritingImage(oldBitmap(50, 50).subarray(0, 21)),
			'The dimensions of the image in pixels cannot be read; each side must have 15 to 4096',
			'Save the image again, for example as PNG.',
		],
		[
			'a PNG cut off before its sides',
			() => checkHandwritingImage(fixture('tiny.png').subarray(0, 12)),
			'The dimensions of the image in pixels cannot be read; each side must have 15 to 4096',
			'Save the image again, for example as PNG.',
		],
	])('%s is refused with advice', (_name, check, message, advice) => {
		expect(check).toThrow(
			expect.objectContaining({ constructor: InputError, message, details: { advice } }),
		);
	});

	test('accepts images at the limits', () => {
		expect(checkVisionImage(padded('tiny.png', 800 * 1024))).toBe('png');
		for (const file of [
			zip,
			fixture('tiny.png'),
			padded('tiny.png', 10 * MB),
			Buffer.concat([zip, Buffer.alloc(11 * MB)]),
		])
			expect(() => checkViolenceFile(file)).not.toThrow();
		expect(() => checkBytes.handwriting(3 * MB)).not.toThrow();
		expect(() => checkHandwritingImage(oldBitmap(50, 50).subarray(0, 22))).not.toThrow();
		expect(() => checkHandwritingImage(fixture('note-english.png'))).not.toThrow();
	});
});

test('texts are sent URL-encoded, and bytes are sent as they are', () => {
	expect(textForm({ text: '好 a&b', half: 'x\ud83d' })).toEqual({
		contentType: 'application/x-www-form-urlencoded; charset=utf-8',
		content: 'text=%E5%A5%BD%20a%26b&half=x%EF%BF%BD',
	});
	expect(rawBody(jpg)).toEqual({ contentType: 'application/octet-stream', content: jpg });
});
