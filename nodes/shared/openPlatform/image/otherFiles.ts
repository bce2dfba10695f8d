import { isText } from '../../errorTexts';
import { beginsWith, type Part } from './signatures';

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
