import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useBinaryMode } from '../../engine/harness';
import { collectGarbage } from '../measure';
import { reportOf } from '../ownProcess';
import { CONCURRENCY, type MemoryUse } from './memory';
import { runIflytek } from './node';
import type { Measured } from './operations';

const [url = '', items = ''] = process.argv.slice(2);

/** An image that is blank, so that the platform needs hardly any time to read it. */
const BLANK = readFileSync(path.join(__dirname, '../../fixtures/images/note-blank.png'));
/** Bytes to append to the image. No reader looks at them. They are random, like those of a compressed image. */
const PADDING = randomBytes(2_900_000);

reportOf(async (): Promise<MemoryUse> => {
	await useBinaryMode('filesystem');
	await runIflytek(url, readHandwriting(BLANK), 1, CONCURRENCY);
	collectGarbage();
	const idle = process.memoryUsage.rss();
	const large = Buffer.concat([BLANK, PADDING]);
	await runIflytek(url, readHandwriting(large), Number(items), CONCURRENCY);
	const encoded = encodeURIComponent(large.toString('base64')).length;
	return { idle, peak: process.resourceUsage().maxRSS * 1024, encoded };
});

function readHandwriting(image: Buffer): Omit<Measured, 'request' | 'floor'> {
	return {
		name: 'Handwriting, Recognize',
		parameters: {
			resource: 'handwriting',
			operation: 'recognize',
			binaryPropertyName: 'data',
			simplify: true,
			options: { language: 'en' },
		},
		items: (count) =>
			Array.from({ length: count }, () => ({
				files: { data: { data: image, fileName: 'note.png', mimeType: 'image/png' } },
			})),
		isRight: (json) => typeof json === 'object' && json !== null && 'text' in json,
	};
}
