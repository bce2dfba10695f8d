import { isShowable } from '../../errorTexts';
import { beginsWith, type Part } from './signatures';

/** What people send that no service takes, by its first bytes, and what to do with it. */

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
	if (!isShowable(text)) return undefined;
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

/** Formats that no service accepts: the name, and which text is at which place. */
const OTHER_FORMATS: readonly (readonly [name: string, at: number, text: string])[] = [
	['GIF', 0, 'GIF8'],
	['WEBP', 8, 'WEBP'],
	['HEIC', 4, 'ftyphei'],
	['HEIC', 4, 'ftyphev'],
	['HEIF', 4, 'ftypmif1'],
	['HEIF', 4, 'ftypmsf1'],
	['AVIF', 4, 'ftypavi'],
];

/** The root of an SVG may come after a declaration and comments. */
const SVG = /<svg[\s>]/;

/** The format of an image that no service accepts; undefined for anything else. */
export function otherFormat(data: Buffer): string | undefined {
	const format = OTHER_FORMATS.find(([, at, text]) => beginsWith(data.subarray(at), text));
	if (format) return format[0];
	return SVG.test(data.toString('latin1', 0, BEGINNING_BYTES)) ? 'SVG' : undefined;
}
