/** What is in a ZIP archive of images, by its own list of files (APPNOTE 4.3.12 and 4.3.16). */
import { enumerated, quoted } from '../../errorTexts';
import { InputError } from '../../failure';
import { beginsWith } from './signatures';

interface ArchiveEntry {
	name: string;
	isEncrypted: boolean;
	bytes: number;
}

/** The end of the list of files, without its comment. */
const END_BYTES = 22;
const END = Buffer.from('PK\u0005\u0006');
const HEADER_BYTES = 46;
const ENCRYPTED = 1;

/** The formats that the service takes, by the ending of the name. */
const IMAGE = /\.(?:jpe?g|png|bmp)$/i;

/** What a Mac adds to an archive, and Windows to a folder. */
const ADDED = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** A ZIP archive; an empty one has nothing but the end of its list. */
export function isZipFile(data: Buffer): boolean {
	return beginsWith(data, 'PK', 3, 4) || beginsWith(data, 'PK', 5, 6);
}

/**
 * Checks that an archive is whole and has images that the service takes.
 * @throws InputError that says what is in it
 */
export function checkArchive(data: Buffer): void {
	const entries = entriesOf(data);
	if (!entries)
		throw new InputError(
			'The ZIP archive is cut off or damaged: its list of files is missing',
			'The node before this one may not have got the whole file. Load or make the archive again.',
		);
	const files = entries.filter(({ name }) => !name.endsWith('/') && !ADDED.test(name));
	if (files.length === 0)
		throw new InputError('The ZIP archive has no file in it', 'Check the node that makes it.');
	if (files.some(({ isEncrypted }) => isEncrypted))
		throw new InputError(
			'The ZIP archive is encrypted, so the service cannot open it',
			'Make it again without a password.',
		);
	if (files.some(({ name, bytes }) => IMAGE.test(name) && bytes > 0)) return;
	const names = enumerated(
		files.map(({ name }) => quoted(name)),
		SHOWN_FILES,
	);
	throw new InputError(
		`The ZIP archive has no jpg, png or bmp image, but ${names}`,
		'Convert its images first, for example to PNG, and make the archive again.',
	);
}

const SHOWN_FILES = 5;

/** The files of an archive; undefined if its list is missing or damaged. */
function entriesOf(data: Buffer): ArchiveEntry[] | undefined {
	const end = data.lastIndexOf(END);
	if (end === -1 || end + END_BYTES > data.length) return undefined;
	const count = data.readUInt16LE(end + 10);
	const entries: ArchiveEntry[] = [];
	// An archive may stand behind other data, so the list is found from its end.
	let at = end - data.readUInt32LE(end + 12);
	for (let index = 0; index < count; index++) {
		if (at < 0 || at + HEADER_BYTES > end || !beginsWith(data.subarray(at), 'PK', 1, 2))
			return undefined;
		const nameBytes = data.readUInt16LE(at + 28);
		const nameEnd = at + HEADER_BYTES + nameBytes;
		entries.push({
			name: data.toString('utf8', at + HEADER_BYTES, nameEnd),
			isEncrypted: (data.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
			bytes: data.readUInt32LE(at + 24),
		});
		at = nameEnd + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
	}
	return entries;
}
