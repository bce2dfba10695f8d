import { isText } from '../../values';

export type Part = number | string;

/** Whether a file begins with these bytes and ASCII texts. */
export function beginsWith(data: Buffer, ...parts: readonly Part[]): boolean {
	const expected = Buffer.concat(
		parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
	);
	return data.subarray(0, expected.length).equals(expected);
}

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

/** What a file is that is no image, by its first bytes, and what to do with it. */

export interface OtherFile {
	/** With its article, such as `a PDF`. */
	name: string;
	advice: string;
}

/** Only so many bytes are looked at, however large the file is. */
const BEGINNING_BYTES = 1000;

const PDF: OtherFile = {
	name: 'a PDF',
	advice: 'Convert its pages to images first, for example to PNG.',
};
const ZIP: OtherFile = {
	name: 'a ZIP archive',
	advice: 'Unpack it first, for example with the Compression node of n8n.',
};
const OFFICE: OtherFile = {
	name: 'an Office document',
	advice: 'Save it as a PDF, and convert its pages to images first.',
};
const VIDEO: OtherFile = { name: 'a video', advice: 'Save one of its pictures as an image first.' };
const AUDIO: OtherFile = { name: 'a sound file', advice: 'Check which field contains the image.' };
const ARCHIVE: OtherFile = { name: 'an archive', advice: 'Unpack it first.' };
const BASE64: OtherFile = {
	name: 'Base64 text',
	advice:
		'Turn the text into a file first, with Convert to File > Move Base64 String to File of n8n.',
};
const HTML: OtherFile = {
	name: 'a web page (HTML)',
	advice:
		'The node before this one may have got a login page or an error page in place of the image. Check its URL and sign-in.',
};
const JSON_TEXT: OtherFile = {
	name: 'JSON',
	advice:
		'The node before this one may have got an error, or the image as Base64 text in a field. Look at the content of the file.',
};
const TEXT: OtherFile = { name: 'text', advice: 'Check which field contains the image.' };

/** Where the bytes are, and what they are. ZIP is told apart below. */
const FILES: readonly (readonly [file: OtherFile, at: number, ...parts: Part[]])[] = [
	[PDF, 0, '%PDF-'],
	[OFFICE, 0, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
	[VIDEO, 4, 'ftyp'],
	[VIDEO, 8, 'AVI '],
	[VIDEO, 0, 0x1a, 0x45, 0xdf, 0xa3],
	[VIDEO, 0, 'FLV', 1],
	[VIDEO, 0, 0, 0, 1, 0xba],
	[AUDIO, 8, 'WAVE'],
	[AUDIO, 0, 'ID3'],
	[AUDIO, 0, 'OggS'],
	[AUDIO, 0, 'fLaC'],
	[ARCHIVE, 0, 'Rar!', 0x1a],
	[ARCHIVE, 0, '7z', 0xbc, 0xaf],
	[ARCHIVE, 0, 0x1f, 0x8b],
];

export const isZip = (data: Buffer): boolean => beginsWith(data, 'PK', 3, 4);

/** The name of a file in the archive of a document: of Microsoft Office, or of OpenDocument. */
const OFFICE_ENTRY = /\[Content_Types\]\.xml|_rels\/|(?:word|xl|ppt)\/|mimetypeapplication\/vnd\./;

export const isOffice = (data: Buffer): boolean =>
	isZip(data) && OFFICE_ENTRY.test(data.toString('latin1', 0, BEGINNING_BYTES));

/** Base64 of at least 48 bytes, or of any length behind its type. */
const BASE64_TEXT = /^data:[\w/+.-]*;base64,|^[\w+/-]{64}[\w+/\s=-]*$/;

/** What a file is; undefined for one that is not recognized. */
export function otherFile(data: Buffer): OtherFile | undefined {
	if (isZip(data)) return isOffice(data) ? OFFICE : ZIP;
	const file = FILES.find(([, at, ...parts]) => beginsWith(data.subarray(at), ...parts));
	if (file) return file[0];
	// A byte order mark counts as a blank.
	const text = data.toString('utf8', 0, BEGINNING_BYTES).trimStart();
	if (/^%PDF-/.test(text)) return PDF;
	if (!isText(text)) return undefined;
	if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) return HTML;
	if (/^[{[]/.test(text)) return JSON_TEXT;
	return BASE64_TEXT.test(text) ? BASE64 : TEXT;
}

/** What a file is that is too large to be read, by the type that n8n has noted. */
export function otherFileOfType(mimeType: string): OtherFile | undefined {
	if (mimeType.startsWith('application/pdf')) return PDF;
	if (mimeType.startsWith('video/')) return VIDEO;
	return /officedocument|msword|ms-excel|ms-powerpoint/.test(mimeType) ? OFFICE : undefined;
}
