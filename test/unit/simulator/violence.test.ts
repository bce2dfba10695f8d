import { zipSync } from 'fflate';
import { readFileSync } from 'fs';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import { ask, form, verdict } from './client';
import { serveImages, type ImageServer } from './imageServer';

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));
const png = new Uint8Array(fixture('tiny.png'));
const zip = zipSync({
	'a/flag violence-6.png': png,
	'b/plain.jpg': new Uint8Array(fixture('tiny.jpg')),
	'readme.txt': png,
});

// It takes long to start engines and to send large files while other tests use the processors.

let simulator: Simulator;
let images: ImageServer;

beforeAll(async () => {
	simulator = await startSimulator();
	images = await serveImages({
		'violence-1.png': png,
		'plain.png': png,
		'anim.gif': fixture('tiny.gif'),
		'images.zip': zip,
		'10M.png': Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)]),
		'more.png': Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length + 1)]),
	});
});
afterEach(() => simulator.reset());
afterAll(async () => {
	await simulator.close();
	await images.close();
});

interface Judgement {
	image_id: string;
	type: number;
	confidence: number;
	categories: { type: number; confidence: number }[];
	image_name?: string;
}
interface JudgementOfSeveral {
	type: number;
	confidence: number;
	details?: Judgement[];
}

async function judge<Result>(param: object, file?: Uint8Array): Promise<Result> {
	const { code, data, desc } = await ask(simulator, 'violence', {
		param,
		body: file && form('file', Buffer.from(file)),
	});
	expect(`${String(code)} ${String(desc)}`).toBe('0 success');
	return data as Result;
}

const refusal = (param: object, body?: string) => verdict(simulator, 'violence', { param, body });

describe('several images', () => {
	it('at most twenty images are accepted', async () => {
		const links = (count: number) => Array.from({ length: count }, () => images.link('plain.png'));
		await expect(judge<JudgementOfSeveral>({ image_url: links(20) })).resolves.toMatchObject({
			type: 0,
		});
		await expect(refusal({ image_url: links(21) })).resolves.toBe(
			'10106 invalid parameter|invalid image_url',
		);
		await expect(refusal({ image_id: links(21) })).resolves.toBe(
			'10106 invalid parameter|invalid image_id',
		);
	});
});

describe('rules', () => {
	const file = form('file', Buffer.from(png));

	it('exactly one of `file`, `image_url` and `image_id` must be given', async () => {
		const notExactlyOne = '10106 invalid parameter|exactly one of file, image_url, image_id';
		await expect(refusal({})).resolves.toBe(notExactlyOne);
		await expect(refusal({ image_url: images.link('plain.png') }, file)).resolves.toBe(
			notExactlyOne,
		);
		await expect(refusal({ image_id: 'a' }, file)).resolves.toBe(notExactlyOne);
		await expect(refusal({ image_url: images.link('plain.png'), image_id: 'a' })).resolves.toBe(
			notExactlyOne,
		);
	});

	it.each([
		['`details` as text', { details: 'true' }, file, '10106 invalid parameter|invalid details'],
		['no links', { image_url: [] }, undefined, '10106 invalid parameter|invalid image_url'],
		[
			'a link that is not text',
			{ image_url: ['http://127.0.0.1/', 3] },
			undefined,
			'10106 invalid parameter|invalid image_url',
		],
		['an empty ID', { image_id: '' }, undefined, '10106 invalid parameter|invalid image_id'],
		[
			'an unknown ID',
			{ image_id: 'unknown' },
			undefined,
			'10107 illegal parameter|invalid image_id',
		],
		[
			'a link that cannot be fetched',
			{ image_url: 'http://images.example.com/a.png' },
			undefined,
			'10107 illegal parameter|image_url cannot be fetched',
		],
		['an empty file', {}, 'file=', '10106 invalid parameter|invalid file'],
		['a broken escape', {}, 'file=%2', '10106 invalid parameter|invalid file'],
		['a GIF', {}, form('file', fixture('tiny.gif')), '10107 illegal parameter|invalid file format'],
		[
			'a TIFF',
			{},
			form('file', fixture('tiny.tif')),
			'10107 illegal parameter|invalid file format',
		],
		[
			'an archive that is cut off',
			{},
			form('file', Buffer.from(zip.subarray(0, 40))),
			'10107 illegal parameter|invalid file',
		],
		[
			'an archive without an image',
			{},
			form('file', Buffer.from(zipSync({ 'a.txt': png }))),
			'10107 illegal parameter|invalid file format',
		],
		[
			'an archive with a GIF',
			{},
			form('file', Buffer.from(zipSync({ 'a.png': new Uint8Array(fixture('tiny.gif')) }))),
			'10107 illegal parameter|invalid file format',
		],
	])('a request with %s is refused', async (_what, param, body, expected) => {
		await expect(refusal(param, body)).resolves.toBe(expected);
	});

	it('an image can have at most 10 MB', async () => {
		await expect(judge<Judgement>({ image_url: images.link('10M.png') })).resolves.toMatchObject({
			type: 0,
		});
		await expect(refusal({ image_url: images.link('more.png') })).resolves.toBe(
			'10107 illegal parameter|invalid file size',
		);
		const larger = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]);
		await expect(refusal({}, form('file', larger))).resolves.toBe(
			'10107 illegal parameter|invalid file size',
		);
	});

	it('an archive can have at most 50 MB', async () => {
		const filler = new Uint8Array(50 * 1024 * 1024);
		const tooLarge = zipSync({ 'a.png': png, 'filler.bin': [filler, { level: 0 }] });
		expect(tooLarge.length).toBeGreaterThan(50 * 1024 * 1024);
		await expect(refusal({}, form('file', Buffer.from(tooLarge)))).resolves.toBe(
			'10107 illegal parameter|invalid file size',
		);
		const allowed = zipSync({ 'a.png': png, 'filler.bin': [filler.subarray(4096), { level: 0 }] });
		expect(allowed.length).toBeLessThanOrEqual(50 * 1024 * 1024);
		await expect(judge<Judgement>({}, allowed)).resolves.toMatchObject({ type: 0 });
	});
});
