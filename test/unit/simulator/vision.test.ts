import { readFileSync } from 'fs';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import { ask, send } from './client';
import { serveImages, type ImageServer } from './imageServer';

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));
const png = fixture('tiny.png');
/** The largest image that is accepted. */
const MAX_BYTES = 800 * 1024;
/** An image with zero bytes after it, up to a size. */
const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);

// It takes long to start engines and to send large files while other tests use the processors.
jest.setTimeout(60_000);

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

describe('answers', () => {
	it('an answer has the recorded shape for a scene sent as bytes', async () => {
		const answer = await recognize('scene', { image_name: 'scene-12 一.png' });
		expect(answer).toEqual({
			code: 0,
			data: {
				fileList: [
					{
						code: 0,
						file_name: '/storage/scene-12 一.png',
						label: 12,
						labels: [
							12,
							expect.any(Number),
							expect.any(Number),
							expect.any(Number),
							expect.any(Number),
						],
						name: 'scene-12 一.png',
						rate: expect.any(Number),
						rates: expect.any(Array),
						review: false,
					},
				],
				reviewCount: 0,
				topNStatistic: [{ count: 1, label: 12 }],
			},
			desc: 'success',
			sid: expect.stringMatching(/^tup[0-9a-f]{8}@dx[0-9a-f]{18}$/),
		});
	});

	it('an answer for a scene or an object has five different classes, and the best score comes first', async () => {
		for (const kind of ['scene', 'object'] as const) {
			for (const name of ['a.png', 'b.png', 'scene-42.png', 'object-19999.jpg', 'unsure.png']) {
				const { label, labels = [], rate, rates = [] } = await entry(kind, { image_name: name });
				expect(labels[0]).toBe(label);
				expect(rates[0]).toBe(rate);
				expect(new Set(labels).size).toBe(5);
				expect([...rates].sort((a, b) => b - a)).toEqual(rates);
				expect(rates.every((value) => value > 0 && value < 1)).toBe(true);
			}
		}
	});

	it("an answer depends only on the image's name, and says that it is canned", async () => {
		const label = async (kind: Kind, image_name: string) =>
			(await entry(kind, { image_name })).label;
		await expect(label('expression', 'expression-7.bmp')).resolves.toBe(7);
		// There is no class 8, and the next name has no class, so both get the usual class of their kind.
		await expect(label('expression', 'expression-8.bmp')).resolves.toBe(2);
		await expect(label('scene', 'anything.png')).resolves.toBe(5);
		await expect(label('object', 'my object-300.png')).resolves.toBe(300);
		await expect(entry('scene', { image_name: 'unsure.png' })).resolves.toMatchObject({
			review: true,
		});
		expect(await entry('scene', { image_name: 'x.png' })).toEqual(
			await entry('scene', { image_name: 'x.png' }),
		);
		const { headers } = await send(simulator.url, 'scene', {
			param: { image_name: 'x.png' },
			body: png,
		});
		expect(headers['x-simulated']).toBe('canned');
	});

	it('an answer for an expression has a rate for each of the eight classes and no labels, as recorded', async () => {
		const { data } = await recognize('expression', { image_name: 'expression-7.png' });
		expect(data).toEqual({
			fileList: [
				{
					code: 0,
					file_name: '/storage/expression-7.png',
					label: 7,
					labels: [],
					subLabels: [],
					rate: expect.any(Number),
					rates: Array.from({ length: 8 }, () => expect.any(Number) as number),
					name: 'expression-7.png',
					review: false,
				},
			],
			reviewCount: 0,
			statistic: [0, 0, 0, 0, 0, 0, 0, 1],
		});
		const [{ rate, rates }] = (data as { fileList: [{ rate: number; rates: number[] }] }).fileList;
		expect(rates.indexOf(Math.max(...rates))).toBe(7);
		expect(rates[7]).toBe(rate);
		expect(new Set(rates).size).toBe(8);
	});

	it('an answer has the documented shape if the setting says so', async () => {
		simulator.openPlatform.configure({ visionData: 'array', visionCode: 'text' });
		const expression = await recognize('expression', { image_name: 'expression-2.png' });
		expect(expression).toMatchObject({
			code: '0',
			data: [
				{
					label: 2,
					rate: expect.any(Number),
					name: 'expression-2.png',
					review: false,
					tag: 'Local Image',
				},
			],
		});
		await expect(recognize('object', { image_name: 'object-1.png' })).resolves.toMatchObject({
			data: [{ label: 1 }],
		});
		await expect(recognize('scene', { image_name: 'scene-1.png' })).resolves.toMatchObject({
			data: { fileList: [{ label: 1 }] },
		});
	});
});

describe('an image given by link', () => {
	it('an image given by link is fetched, and the link is its name in the answer', async () => {
		const image_url = images.link('scene-12.png');
		await expect(
			entry('scene', { image_url, image_name: 'a.png' }, Buffer.alloc(0)),
		).resolves.toMatchObject({
			label: 12,
			name: image_url,
			tag: 'Using url',
		});
	});

	it('an image given by link is used instead of the body', async () => {
		images.requested.length = 0;
		const image_url = images.link('scene-12.png');
		await expect(
			entry('scene', { image_url, image_name: 'a.png' }, fixture('tiny.gif')),
		).resolves.toMatchObject({ label: 12 });
		expect(images.requested).toEqual(['scene-12.png']);
	});

	it('if the link is empty or null, the image in the body is used', async () => {
		await expect(
			entry('object', { image_url: null, image_name: 'object-3.png' }),
		).resolves.toMatchObject({ label: 3 });
		await expect(
			entry('scene', { image_url: '', image_name: 'scene-3.png' }),
		).resolves.toMatchObject({ label: 3 });
	});

	it.each([
		'http://203.0.113.1/a.png',
		'http://images.example.com/a.png',
		'file:///etc/hostname',
		'https://127.0.0.1/a.png',
		'nonsense',
	])('the link %s cannot be fetched', async (image_url) => {
		simulator.openPlatform.configure({ visionDesc: 'document' });
		await expect(recognize('scene', { image_url, image_name: 'a.png' })).resolves.toMatchObject({
			code: 10107,
			data: [],
			desc: 'illegal parameter|image_url cannot be fetched',
		});
	});

	it('a link to a file that does not exist is refused', async () => {
		await expect(
			recognize('object', { image_url: images.link('none.png'), image_name: 'a.png' }),
		).resolves.toMatchObject({ code: 10107 });
	});

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
