/** Archives for the filter of violence. */
import { zipSync, type Zippable } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkArchive } from '../../../nodes/shared/openPlatform/image/archive';
import { checkViolenceFile } from '../../../nodes/shared/openPlatform/image/images';
import { refusal } from '../n8n/fakeContext';

const png = new Uint8Array(readFileSync(join(__dirname, '../../fixtures/images/tiny.png')));
/** At midnight, so that the time in a header is 0. */
const archive = (files: Zippable) => Buffer.from(zipSync(files, { mtime: '2026-11-21T00:00:00' }));
const LIST = 'PK\u0001\u0002';
const END = 'PK\u0005\u0006';

const refused = (data: Buffer) => refusal(() => checkViolenceFile(data));

const CUT = [
	'The ZIP archive is cut off or damaged: its list of files is missing',
	'The node before this one may not have got the whole file. Load or make the archive again.',
];

test('has images that the service takes, whatever a Mac adds', () => {
	const files = { 'a.PNG': png, '__MACOSX/._a.PNG': new Uint8Array(3), '.DS_Store': png };
	expect(() => checkViolenceFile(archive(files))).not.toThrow();
	expect(() => checkViolenceFile(Buffer.concat([archive(files), Buffer.alloc(9)]))).not.toThrow();
});

test('may have other files, comments and data before it', () => {
	const extra = { 0x1234: new Uint8Array(7) };
	const files = archive({ 'a.txt': [png, { extra, comment: 'a comment' }], 'b.bmp': png });
	expect(() => checkViolenceFile(files)).not.toThrow();
	expect(() => checkArchive(Buffer.concat([Buffer.alloc(99), files]))).not.toThrow();
});

test('is refused by what is in it', () => {
	const encrypted = archive({ 'a.png': png, 'b.png': png });
	const list = encrypted.lastIndexOf(LIST);
	encrypted.writeUInt16LE(encrypted.readUInt16LE(list + 8) | 1, list + 8);
	expect([
		refused(archive({})),
		refused(archive({ '__MACOSX/._a.png': png, 'folder/': new Uint8Array() })),
		refused(archive({ 'a.webp': png, 'b/c.webp': png })),
		refused(archive({ 'a.png': new Uint8Array() })),
		refused(encrypted),
	]).toEqual([
		['The ZIP archive has no file in it', 'Check the node that makes it.'],
		['The ZIP archive has no file in it', 'Check the node that makes it.'],
		[
			'The ZIP archive has no jpg, png or bmp image, but "a.webp", "b/c.webp"',
			'Convert its images first, for example to PNG, and make the archive again.',
		],
		[
			'The ZIP archive has no jpg, png or bmp image, but "a.png"',
			'Convert its images first, for example to PNG, and make the archive again.',
		],
		[
			'The ZIP archive is encrypted, so the service cannot open it',
			'Make it again without a password.',
		],
	]);
});

test('is refused if it has no end, or no whole list before it', () => {
	const whole = archive({ 'a.png': png, 'b.png': png });
	const end = whole.lastIndexOf(END);
	const list = whole.indexOf(LIST);
	const withSizeOfList = (size: number, archived = whole) => {
		const changed = Buffer.from(archived);
		changed.writeUInt32LE(size, changed.lastIndexOf(END) + 12);
		return changed;
	};
	expect(whole.readUInt16LE(9)).toBe(0);
	const listWithinComment = archive({ 'a.png': [png, { comment: LIST }] });
	for (const damaged of [
		whole.subarray(0, whole.length - 30),
		whole.subarray(0, whole.length - 4),
		Buffer.from('PK\u0003\u0004rest'),
		withSizeOfList(0xffff_ffff),
		withSizeOfList(end + whole.length - list),
		withSizeOfList(LIST.length, listWithinComment),
	])
		expect(refused(damaged)).toEqual(CUT);
});
