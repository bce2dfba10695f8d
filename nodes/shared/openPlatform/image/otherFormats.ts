import { beginsWith, type Part } from './signatures';

/** Formats that no service accepts: the name, and which bytes and ASCII texts are at which place. */
const OTHER_FORMATS: readonly (readonly [name: string, at: number, ...parts: Part[]])[] = [
	['GIF', 0, 'GIF8'],
	['WEBP', 8, 'WEBP'],
	['HEIC', 4, 'ftyphei'],
	['HEIC', 4, 'ftyphev'],
	['HEIF', 4, 'ftypmif1'],
	['HEIF', 4, 'ftypmsf1'],
	['AVIF', 4, 'ftypavi'],
	['PSD', 0, '8BPS'],
	['BIGTIFF', 0, 'II+', 0],
	['BIGTIFF', 0, 'MM', 0, '+'],
	['JP2', 4, 'jP  '],
	['J2C', 0, 0xff, 0x4f, 0xff, 0x51],
	['JXL', 4, 'JXL '],
	['JXL', 0, 0xff, 0x0a],
	['ICNS', 0, 'icns'],
	// Before CUR, which begins with the same bytes, but has at least one image.
	['TGA', 0, 0, 0, 2, 0, 0, 0],
	['TGA', 0, 0, 0, 10, 0, 0, 0],
	['ICO', 0, 0, 0, 1, 0],
	['CUR', 0, 0, 0, 2, 0],
	['DDS', 0, 'DDS '],
	['KTX', 1, 'KTX '],
];

/** Formats that begin with text. The root of an SVG may come after a declaration and comments. */
const TEXT_FORMATS: readonly (readonly [name: string, pattern: RegExp])[] = [
	['PNM', /^P[1-7F]\s+(?:\d|#|WIDTH)/],
	['SVG', /<svg[\s>]/],
];
const TEXT_BYTES = 1000;

/**
 * The name of an image's format that no service accepts; undefined for anything else. Only the
 * beginning of the file is looked at, however large it is.
 */
export function otherFormat(data: Buffer): string | undefined {
	const format = OTHER_FORMATS.find(([, at, ...parts]) => beginsWith(data.subarray(at), ...parts));
	if (format) return format[0];
	const text = data.toString('latin1', 0, TEXT_BYTES);
	return TEXT_FORMATS.find(([, pattern]) => pattern.test(text))?.[0];
}
