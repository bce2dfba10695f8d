import { readFileSync } from 'fs';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import { ask } from './client';
import { serveImages, type ImageServer } from './imageServer';

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));
const png = fixture('tiny.png');
/** The largest image that is accepted. */
const MAX_BYTES = 800 * 1024;
/** An image with zero bytes after it, up to a size. */
const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);

// It takes long to start engines and to send large files while other tests use the processors.

let simulator: Simulator;
let images: ImageServer;

beforeAll(async () => {
	simulator = await startSimulator();
	images = await serveImages({
		'scene-12.png': png,
		'face expression-3.png': png,
		'anim.gif': fixture('tiny.gif'),
		'largest.png': padded(MAX_BYTES),
		'larger.png': padded(MAX_BYTES + 1),
	});
});
afterEach(() => simulator.reset());
afterAll(async () => {
	await simulator.close();
	await images.close();
});

const kinds = ['expression', 'scene', 'object'] as const;
type Kind = (typeof kinds)[number];

interface Entry {
	label: number;
	labels?: number[];
	rate: number;
	rates?: number[];
	name: string;
	review: boolean;
	tag?: string;
}

const recognize = (kind: Kind, param: object, body: Buffer = png) =>
	ask(simulator, kind, { param, body, contentType: 'image/png' });

async function entry(kind: Kind, param: object, body?: Buffer): Promise<Entry> {
	const { data } = await recognize(kind, param, body);
	const [first] = (data as { fileList: Entry[] }).fileList;
	if (!first) throw new Error('no entry');
	return first;
}

describe('an image given by link', () => {
	it('an image given by link can have at most 800 KB', async () => {
		await expect(
			recognize('scene', { image_url: images.link('largest.png'), image_name: 'a' }),
		).resolves.toMatchObject({ code: 0 });
		simulator.openPlatform.configure({ visionDesc: 'document' });
		await expect(
			recognize('scene', { image_url: images.link('larger.png'), image_name: 'a' }),
		).resolves.toMatchObject({
			code: 10107,
			desc: 'illegal parameter|invalid image size',
		});
	});
});

describe('rules', () => {
	it.each(kinds)(
		'%s recognizes png, jpg, bmp and tif by their content, even if their name is wrong',
		async (kind) => {
			for (const name of ['tiny.png', 'tiny.jpg', 'tiny.bmp', 'tiny.tif']) {
				const { label } = await entry(kind, { image_name: 'misnamed.gif' }, fixture(name));
				expect(label).toEqual(expect.any(Number));
				expect(label).not.toBe(-1);
			}
		},
	);

	it.each(kinds)(
		'%s answers a GIF, and data that is not an image, with `label` -1',
		async (kind) => {
			for (const body of [fixture('tiny.gif'), Buffer.from('no image')]) {
				const answer = await recognize(kind, { image_name: 'named.png' }, body);
				expect(answer).toMatchObject({
					code: 0,
					desc: 'success',
					data: { fileList: [{ label: -1, name: 'named.png', review: true }] },
				});
			}
		},
	);

	it('an image sent as bytes can have at most 800 KB', async () => {
		await expect(
			recognize('scene', { image_name: 'a.png' }, padded(MAX_BYTES)),
		).resolves.toMatchObject({
			code: 0,
		});
		await expect(
			recognize('scene', { image_name: 'a.png' }, padded(MAX_BYTES + 1)),
		).resolves.toMatchObject({ code: 10107, desc: '', data: [] });
	});

	it.each([
		[{}, 'invalid parameter|invalid image_name', png],
		[{ image_name: '' }, 'invalid parameter|invalid image_name', png],
		[{ image_name: 1 }, 'invalid parameter|invalid image_name', png],
		[{ image_name: 'a.png', image_url: ['a'] }, 'invalid parameter|invalid image_url', png],
		[{ image_name: 'a.png' }, 'invalid parameter|invalid image', Buffer.alloc(0)],
	])('X-Param %j is refused with "%s"', async (param, desc, body) => {
		simulator.openPlatform.configure({ visionDesc: 'document' });
		await expect(recognize('scene', param, body)).resolves.toMatchObject({ code: 10106, desc });
	});
});
