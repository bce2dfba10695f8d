import { InputError } from '../failure';
import { imageSize } from '../vendor';
import { LIMITS } from './limits';

/** What an image file is by its content; sides in pixels. */
export interface ImageFacts {
	/** As image-size names it: `jpg`, `png`, `bmp`, `tiff`, `gif`, `webp`, … */
	format: string;
	width: number;
	height: number;
}

const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004', 'latin1');

/** Looks at a file's content; undefined where it is not an image that can be read. */
function inspectImage(data: Buffer): ImageFacts | undefined {
	try {
		const { type, width, height } = imageSize(data);
		return type === undefined ? undefined : { format: type, width, height };
	} catch {
		return undefined;
	}
}

/**
 * Checks an image for handwriting recognition and gives it back in Base64 (document 1, 4.2).
 * @throws InputError for another format, sides out of range, or an encoded form over 4M
 */
export function prepareHandwriting(data: Buffer): string {
	const { width, height } = requireFormat(data, ['jpg', 'png', 'bmp']);
	const { shortestSide, longestSide, encodedBytes } = LIMITS.handwriting;
	if (Math.min(width, height) < shortestSide || Math.max(width, height) > longestSide) {
		throw new InputError(
			`The image is ${width} × ${height} pixels`,
			`The shortest side must be at least ${shortestSide} pixels and the longest at most ${longestSide}. Resize the image, for instance with n8n's Edit Image node.`,
		);
	}
	// First by the file's size alone: a bitmap of the largest sides has 50M, not to be encoded for nothing.
	requireSize(base64Length(data.length), encodedBytes, 'in Base64');
	const base64 = data.toString('base64');
	requireSize(encodedLength(base64), encodedBytes, 'after encoding for the request');
	return base64;
}

/**
 * Checks an image for expression, scene and object recognition (document 1, 4.3).
 * @throws InputError for another format (GIF by name) or more than 800k
 */
export function checkVisionImage(data: Buffer): ImageFacts {
	const facts = requireFormat(data, ['jpg', 'png', 'bmp', 'tiff']);
	requireSize(data.length, LIMITS.visionBytes);
	return facts;
}

/**
 * Checks a file for the violent-content filter: an image up to 10M or a zip archive up to 50M
 * (document 1, 4.5).
 * @throws InputError
 */
export function checkViolenceFile(data: Buffer): void {
	if (data.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE)) {
		requireSize(data.length, LIMITS.violence.archiveBytes, 'as a zip archive');
		return;
	}
	requireFormat(data, ['jpg', 'png', 'bmp'], ' or a zip archive of such');
	requireSize(data.length, LIMITS.violence.imageBytes);
}

/** Characters that some bytes take in Base64: four for three. */
function base64Length(bytes: number): number {
	return Math.ceil(bytes / 3) * 4;
}

/** Bytes of Base64 text once it is URL-encoded: `+`, `/` and `=` take three each. */
function encodedLength(base64: string): number {
	return base64.length + 2 * base64.replace(/[^+/=]+/g, '').length;
}

function requireFormat(data: Buffer, formats: string[], more = ''): ImageFacts {
	const facts = inspectImage(data);
	if (facts && formats.includes(facts.format)) return facts;
	const wanted = `The service takes ${formats.slice(0, -1).join(', ')} and ${formats.at(-1)} images${more}.`;
	if (data.length === 0) throw new InputError('The file is empty', `${wanted} Check the node before this one.`);
	if (facts) {
		throw new InputError(`The image is a ${facts.format.toUpperCase()}, by its content, whatever its name says`, `${wanted} Convert it first.`);
	}
	throw new InputError('The file is not an image, or a damaged one', `${wanted} Check that the field holds the image itself.`);
}

function requireSize(bytes: number, limit: number, how = ''): void {
	if (bytes <= limit) return;
	const said = [`The file has ${bytes} bytes`, how].filter(Boolean).join(' ');
	throw new InputError(`${said}; at most ${limit} are allowed`, 'Make the image smaller or compress it more, for instance with n8n\'s Edit Image node.');
}
