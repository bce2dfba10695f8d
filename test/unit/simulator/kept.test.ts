import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptIn } from '../../simulator/openPlatform/engines/kept';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kept-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const AUDIO = { audio: Int16Array.of(1, -2), lengths: [2] };
const notAgain = () => Promise.reject(new Error('made again'));

test('a result is kept for the next process, also if it is undefined', async () => {
	await keptIn(folder).keep(['speak', 'Hello'], () => Promise.resolve(AUDIO));
	await keptIn(folder).keep(['read', Buffer.of(1)], () => Promise.resolve(undefined));
	expect(await keptIn(folder).keep(['speak', 'Hello'], notAgain)).toEqual(AUDIO);
	expect(await keptIn(folder).keep(['read', Buffer.of(1)], notAgain)).toBeUndefined();
	await expect(keptIn(folder).keep(['read', Buffer.of(2)], notAgain)).rejects.toThrow();
});

test('a failure, a very large result and a broken file are not kept', async () => {
	const { keep } = keptIn(folder);
	await expect(keep('a', notAgain)).rejects.toThrow('made again');
	await keep('a', () => Promise.resolve(Buffer.alloc(5_000_000)));
	expect(readdirSync(folder)).toEqual([]);
	await keep('a', () => Promise.resolve(1));
	for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'broken');
	expect(await keep('a', () => Promise.resolve(2))).toBe(2);
});
