import { InputError } from '../../failure';
import { imageSize } from '../../bundled';
import { fileFormLength } from '../protocol/requestBody';
import { ENDPOINTS, K, M } from '../protocol/services';
import { beginsWith } from './signatures';
import { checkArchive, isZipFile } from './archive';
import { isOffice, otherFile, otherFileOfType, otherFormat, type OtherFile } from './otherFiles';

type Format = 'jpg' | 'png' | 'bmp' | 'tiff';

/** Whether a file begins with the signature of a format. */
const SIGNATURES: Record<Format, (data: Buffer) => boolean> = {
	jpg: (data) => beginsWith(data, 0xff, 0xd8, 0xff),
	png: (data) => beginsWith(data, 0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a),
	// `BM` would match too much, so the size of the header is compared, too.
	bmp: (data) => BITMAP_HEADERS.includes(bitmapHeader(data)),
	tiff: (data) => beginsWith(data, 'II*', 0) || beginsWith(data, 'MM', 0, '*'),
};

/** Sizes of a bitmap's header. The old header of OS/2 has two bytes per side, later ones four. */
const OLD_BITMAP_HEADER = 12;
const BITMAP_HEADERS: readonly number[] = [OLD_BITMAP_HEADER, 16, 40, 52, 56, 64, 108, 124];
const SIGNATURE_BYTES = 18;

/** The size of a bitmap's header; 0 for a file that is not a bitmap. */
const bitmapHeader = (data: Buffer) =>
	beginsWith(data, 'BM') && data.length >= SIGNATURE_BYTES ? data.readUInt32LE(14) : 0;

const FORMATS: readonly Format[] = ['jpg', 'png', 'bmp', 'tiff'];

const { limits: handwriting } = ENDPOINTS.handwriting;
const { imageBytes: visionBytes } = ENDPOINTS.scene.limits;
const { limits: violence } = ENDPOINTS.violence;

/** The accepted formats in words. */
export const ACCEPTED_FILES = {
	handwriting: `JPG, PNG or BMP image, ${handwriting.shortestSide} to ${handwriting.longestSide} pixels per side, up to ${handwriting.encodedBytes / M} MB after encoding (about 2.8 MB as a file)`,
	vision: `PNG, JPG, BMP or TIF image up to ${visionBytes / K} KB. GIF is not supported.`,
	violence: `JPG, PNG or BMP image up to ${violence.imageBytes / M} MB, or a ZIP archive of such images up to ${violence.archiveBytes / M} MB`,
};

/**
 * The most bytes of a file that certainly fits into a request for handwriting recognition. Base64 has
 * a third more characters, and URL encoding makes three of each plus sign and slash, in most files
 * about 6% more.
 */
const HANDWRITING_BYTES = (handwriting.encodedBytes * 3) / 4 / 1.08;

/** Checks of the size, which are made before a file is read, and again in the checks below. */
export const checkBytes = {
	/** @throws InputError for a file of more than 4M in Base64 (document 1, 4.2) */
	handwriting: (bytes: number, mimeType?: string, sides?: Sides) =>
		requireSize(Math.ceil(bytes / 3) * 4, handwriting.encodedBytes, {
			measuredHow: ' in Base64',
			mimeType,
			advice: howToShrink(HANDWRITING_BYTES, sides),
		}),
	/** @throws InputError for more than 800k (4.3) */
	vision: (bytes: number, mimeType?: string, sides?: Sides) =>
		requireSize(bytes, visionBytes, { mimeType, advice: howToShrink(visionBytes, sides) }),
	/** @throws InputError for more than 50M (4.5) */
	violence: (bytes: number, mimeType?: string) =>
		requireSize(bytes, violence.archiveBytes, {
			mimeType,
			advice: `Images can have up to ${violence.imageBytes / M} MB, ZIP archives up to ${violence.archiveBytes / M} MB. Reduce the number of images in the archive.`,
		}),
} as const;

/**
 * Checks an image for handwriting recognition (document 1, 4.2).
 * @throws InputError if the format is not accepted, the sides are out of range or unreadable, or
 * the encoded form has more than 4M
 */
export function checkHandwritingImage(data: Buffer): void {
	const format = requireFormat(data, ['jpg', 'png', 'bmp']);
	const { shortestSide, longestSide, encodedBytes } = handwriting;
	const sides = sidesOf(data);
	const rule = `each side must have ${shortestSide} to ${longestSide}`;
	if (!sides)
		throw new InputError(
			`The dimensions of the image in pixels cannot be read; ${rule}`,
			'Save the image again, for example as PNG.',
		);
	if (sides.includes(0))
		throw new InputError(
			`The file is damaged or unfinished: its header says ${sides.join(' × ')} pixels`,
			'Save the image again, for example as PNG.',
		);
	const isTooSmall = Math.min(...sides) < shortestSide;
	if (isTooSmall || Math.max(...sides) > longestSide)
		throw new InputError(
			`The image has ${sides.join(' × ')} pixels; ${rule}`,
			isTooSmall
				? 'Resize the image, for example with the Edit Image node of n8n.'
				: howToShrink(HANDWRITING_BYTES, sides),
		);
	// The size of the file is checked first: a bitmap with the longest sides has 50 MB, and encoding
	// it would be wasted work.
	checkBytes.handwriting(data.length, undefined, sides);
	requireSize(fileFormLength(data), encodedBytes, {
		measuredHow: ' after encoding for the request',
		advice: howToShrink(HANDWRITING_BYTES, sides),
	});
	requireWhole(data, format);
}

/**
 * Checks an image for expression, scene and object recognition (document 1, 4.3), and returns its
 * format.
 * @throws InputError if the format is not accepted, or the file has more than 800k
 */
export function checkVisionImage(data: Buffer): Format {
	const format = requireFormat(data, FORMATS);
	checkBytes.vision(data.length, undefined, sidesOf(data));
	requireWhole(data, format);
	return format;
}

/**
 * Checks a file for the violent-content filter (document 1, 4.5).
 * @throws InputError for anything but an image up to 10M or a zip archive of such up to 50M
 */
export function checkViolenceFile(data: Buffer): void {
	if (isZipFile(data) && !isOffice(data)) {
		checkBytes.violence(data.length);
		return checkArchive(data);
	}
	const format = requireFormat(data, ['jpg', 'png', 'bmp'], ' or a zip archive of such');
	requireSize(data.length, violence.imageBytes, {
		advice: howToShrink(violence.imageBytes, sidesOf(data)),
	});
	requireWhole(data, format);
}

const UNKNOWN_FILE: OtherFile = {
	name: 'not an image of a known format, or is damaged',
	advice: 'Check that the field contains the image itself.',
};

function requireFormat(data: Buffer, formats: readonly Format[], orOther = ''): Format {
	const format = formatOf(data);
	const wanted = `the service takes ${formats.slice(0, -1).join(', ')} and ${formats.at(-1)} images${orOther}`;
	const found = formats.find((allowed) => allowed === format);
	if (found) return found;
	if (data.length === 0)
		throw new InputError(`The file is empty; ${wanted}`, 'Check the node before this one.');
	if (format === undefined) {
		const other = otherFile(data) ?? UNKNOWN_FILE;
		throw new InputError(`The file is ${other.name}; ${wanted}`, other.advice);
	}
	throw new InputError(
		`The image is a ${format.toUpperCase()}; ${wanted}`,
		'Convert it first. The format was detected from the content of the file, not from its name.',
	);
}

/** The end of a PNG: the chunk IEND. */
const PNG_END = Buffer.from('IEND');
const JPG_END = Buffer.of(0xff, 0xd9);
const START_OF_SCAN = 0xda;

/**
 * Whether the end of an image is missing, where its format tells. Programs append something to a file,
 * so the end is looked for before it.
 */
function isCut(data: Buffer, format: Format): boolean {
	if (format === 'png') return data.lastIndexOf(PNG_END) === -1;
	if (format === 'jpg') return data.lastIndexOf(JPG_END) < scanOf(data);
	return format === 'bmp' && data.length >= SIGNATURE_BYTES && data.readUInt32LE(10) > data.length;
}

/** Where the picture of a JPEG begins, behind its segments, of which one may have a small JPEG. */
function scanOf(data: Buffer): number {
	for (const { marker, at } of segmentsOf(data)) if (marker === START_OF_SCAN) return at;
	return data.length;
}

/**
 * The segments at the beginning of a JPEG (ITU-T T.81, B.1): where the marker of each is, and what
 * comes after it. Fill bytes may come before a marker.
 */
function* segmentsOf(data: Buffer) {
	for (let at = 2; data[at] === 0xff;) {
		while (data[at] === 0xff) at++;
		const content = data.subarray(at + 1);
		yield { marker: data[at] ?? 0, at, content };
		if (content.length < 2) return;
		at += 1 + content.readUInt16BE(0);
	}
}

function requireWhole(data: Buffer, format: Format): void {
	if (!isCut(data, format)) return;
	throw new InputError(
		'The image is cut off: its end is missing',
		'The node before this one may not have got the whole file. Load or save the image again.',
	);
}

/** The format of a file by its content. Undefined for a file that is no image, or is damaged. */
function formatOf(data: Buffer): string | undefined {
	return FORMATS.find((known) => SIGNATURES[known](data)) ?? otherFormat(data);
}

type Sides = [width: number, height: number];

const QUALITY = 75;
/** The most bytes of a pixel in a JPEG of this quality. Even noise has no more; by GraphicsMagick 0.7. */
const BYTES_PER_PIXEL = 1.2;

/**
 * The settings of n8n's Edit Image with which an image has at most so many bytes, whatever it shows.
 * @param sides if they are known; a square has the most pixels for its longest side
 */
function howToShrink(maxBytes: number, [width, height]: Sides = [1, 1]): string {
	const [short, long] = [Math.max(1, Math.min(width, height)), Math.max(width, height)] as const;
	const side = Math.sqrt((maxBytes / BYTES_PER_PIXEL) * (long / short));
	const largestSide = Math.min(Math.floor(side / 100) * 100, handwriting.longestSide);
	if ((short / long) * largestSide < handwriting.shortestSide)
		return 'Crop the image, for example with the Edit Image node of n8n: it is too narrow to be made smaller.';
	return `Put n8n's Edit Image before this node: Operation Resize, Width and Height ${largestSide}, Option Only if Larger, and under Options Format jpeg and Quality ${QUALITY}. The image then passes.`;
}

/** Width and height in pixels; undefined if they cannot be read. */
function sidesOf(data: Buffer): Sides | undefined {
	if (bitmapHeader(data) === OLD_BITMAP_HEADER) {
		// For this old header, image-size would read the sides at the wrong position.
		return data.length >= SIGNATURE_BYTES + 4
			? [data.readUInt16LE(SIGNATURE_BYTES), data.readUInt16LE(SIGNATURE_BYTES + 2)]
			: undefined;
	}
	if (SIGNATURES.jpg(data)) return jpgSides(data);
	return pngOrBitmapSides(data);
}

/**
 * Whether a marker starts a frame: C0 to CF, except Huffman tables (C4), the reserved marker (C8)
 * and the settings of arithmetic coding (CC).
 */
const isFrame = (marker: number) =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The sides of a JPEG. image-size knows neither fill bytes nor all kinds of frames. */
function jpgSides(data: Buffer): Sides | undefined {
	for (const { marker, content } of segmentsOf(data)) {
		if (content.length < 7) return undefined;
		if (isFrame(marker)) return [content.readUInt16BE(5), content.readUInt16BE(3)];
	}
	return undefined;
}

/** A PNG and a bitmap state their sides within so many bytes. */
const SIDES_BYTES = 64;

function pngOrBitmapSides(data: Buffer): Sides | undefined {
	// A copy, because behind the end of a Buffer image-size would read the memory of other data.
	const beginning = new Uint8Array(data.subarray(0, SIDES_BYTES));
	try {
		const { width, height } = imageSize(beginning);
		return [width, height];
	} catch {
		return undefined;
	}
}

interface SizeWords {
	/** How the bytes were counted. */
	measuredHow?: string;
	advice: string;
	/** The type that n8n has noted. */
	mimeType?: string;
}

function requireSize(
	bytes: number,
	limit: number,
	{ measuredHow = '', advice, mimeType = '' }: SizeWords,
): void {
	if (bytes <= limit) return;
	const other = otherFileOfType(mimeType);
	throw new InputError(
		`The file ${other ? `is ${other.name} and ` : ''}has ${bytes} bytes${measuredHow}; at most ${limit} are allowed`,
		other?.advice ?? advice,
	);
}
