import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { InputItem } from './harness';

/** The bytes of an image in test/fixtures/images. */
export const fixture = (name: string) => readFileSync(join(__dirname, '../fixtures/images', name));

/** An item with a file in the field `data`. */
export const fileItem = (data: Buffer, fileName?: string): InputItem => ({
	files: { data: { data, fileName, mimeType: 'application/octet-stream' } },
});

/**
 * Serves test/fixtures/images on 127.0.0.1 while the tests of a file run.
 * @returns a function that returns the URL of an image. All URLs have the same path, and name the image in their query.
 */
export function serveImages(): (name: string) => string {
	const server = createServer((request, response) => {
		const name = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('file') ?? '';
		response.end(fixture(name));
	});
	beforeAll(
		async () => await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
	);
	afterAll(() => server.close());
	return (name) =>
		`http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures/${encodeURIComponent('照片 1.png')}?file=${name}`;
}
