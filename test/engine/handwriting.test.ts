import { Jimp } from 'jimp';
import { Bench } from './iflytek';
import { fileItem, fixture } from './images';

const bench = new Bench();
const parameters = (change = {}) => ({
	resource: 'handwriting',
	operation: 'recognize',
	binaryPropertyName: 'data',
	language: 'cn|en',
	location: false,
	simplify: true,
	options: {},
	...change,
});
const lastRequest = () => bench.simulator.log.at(-1);
const blankPng = async (width: number, height: number) =>
	await new Jimp({ width, height, color: 0xffffffff }).getBuffer('image/png');

/** Recognizes the text of one image, and returns the item or the error. */
async function read(data: Buffer, change = {}) {
	const { outputs, error } = await bench.run('handwriting', parameters(change), [
		fileItem(data, 'note'),
	]);
	return { json: outputs[0]?.[0]?.json, pairedItem: outputs[0]?.[0]?.pairedItem, error };
}

test('English text is returned line by line, with spaces between the words', async () => {
	const { json, pairedItem } = await read(fixture('note-english.png'), { language: 'en' });
	expect(lastRequest()?.param).toEqual({ language: 'en', location: 'false' });
	expect(json).toEqual({
		text: 'Please water the plants\nbefore nine on Friday.',
		lines: [
			{ type: 'text', text: 'Please water the plants', confidence: expect.any(Number) },
			{ type: 'text', text: 'before nine on Friday.', confidence: expect.any(Number) },
		],
		sid: lastRequest()?.sid,
	});
	expect(pairedItem).toEqual({ item: 0 });
});

test('Chinese text is returned without spaces, and with positions if they are requested', async () => {
	const { json } = await read(fixture('note-chinese.png'), { location: true });
	expect(lastRequest()?.param).toEqual({ language: 'cn|en', location: 'true' });
	const box = {
		left: expect.any(Number),
		top: expect.any(Number),
		right: expect.any(Number),
		bottom: expect.any(Number),
	};
	const lines = json?.lines as {
		text: string;
		box: { left: number; top: number; right: number; bottom: number };
	}[];
	expect(lines.length).toBeGreaterThan(1);
	for (const line of lines) {
		expect(line).toEqual({
			type: 'text',
			text: expect.stringMatching(/^[\p{Script=Han}，。：、0-9]+$/u),
			confidence: expect.any(Number),
			box,
		});
		expect(line.box.right).toBeGreaterThan(line.box.left);
		expect(line.box.bottom).toBeGreaterThan(line.box.top);
	}
	expect(json?.text).toBe(lines.map(({ text }) => text).join('\n'));
});

test.each([
	['noLine', []],
	['emptyWord', [{ type: 'text', text: '', confidence: 1 }]],
	['image', [{ type: 'image', confidence: 1 }]],
] as const)(
	'a page without text gives an empty text (form of the answer: %s)',
	async (blankPage, lines) => {
		bench.simulator.openPlatform.configure({ blankPage });
		const { json } = await read(fixture('note-blank.png'));
		expect(json).toEqual({ text: '', lines, sid: lastRequest()?.sid });
	},
);

test('with Simplify off, the answer of the platform is returned unchanged', async () => {
	const { json } = await read(fixture('note-english.png'), { simplify: false });
	expect(json).toEqual({
		code: '0',
		data: { block: [{ type: 'text', line: expect.any(Array) }] },
		desc: 'success',
		sid: lastRequest()?.sid,
	});
});

test.each(['tiny.jpg', 'tiny.bmp', 'tiny.png'])('the image %s is sent', async (name) => {
	expect((await read(fixture(name))).error).toBeUndefined();
	expect(bench.simulator.log).toHaveLength(1);
});

describe('the sides of an image', () => {
	test.each([
		[15, 15],
		[4096, 15],
	])('an image of %i × %i pixels is sent', async (width, height) => {
		expect((await read(await blankPng(width, height))).error).toBeUndefined();
	});

	test.each([
		[14, 100],
		[100, 14],
		[4097, 20],
	])('an image of %i × %i pixels is refused before anything is sent', async (width, height) => {
		const { error } = await read(await blankPng(width, height));
		expect(error?.message).toBe(
			`The image has ${width} × ${height} pixels; each side must have 15 to 4096`,
		);
		expect(error?.description).toMatch(/^Resize the image/);
		expect(bench.simulator.log).toHaveLength(0);
	});
});

describe('the size of an image', () => {
	const encodedLength = (data: Buffer) => encodeURIComponent(data.toString('base64')).length;
	/** The largest PNG that has at most this many bytes when encoded. Its padding consists of slashes in Base64, and each slash has three bytes when URL-encoded. */
	const largestPng = (maxEncoded: number) => {
		const png = fixture('tiny.png');
		const withPadding = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes, 0xff)]);
		const maxPadding = Math.ceil((maxEncoded - encodedLength(png)) / 4) + 3;
		for (let bytes = maxPadding; ; bytes--)
			if (encodedLength(withPadding(bytes)) <= maxEncoded) return withPadding(bytes);
	};

	test('an image just below 4M after encoding is sent, and a slightly larger image is refused before anything is sent', async () => {
		const limit = 4 * 1024 * 1024;
		const largest = largestPng(limit);
		expect((await read(largest)).error).toBeUndefined();
		expect(bench.simulator.log).toHaveLength(1);
		const tooLarge = Buffer.concat([largest, Buffer.alloc(3, 0xff)]);
		expect(encodedLength(tooLarge)).toBeGreaterThan(limit);
		const { error } = await read(tooLarge);
		expect(error?.message).toBe(
			`The file has ${encodedLength(tooLarge)} bytes after encoding for the request; at most ${limit} are allowed`,
		);
		expect(bench.simulator.log).toHaveLength(1);
	});
});

test('an image that is far too large is refused because of its file size, before it is encoded', async () => {
	const hugeImage = Buffer.concat([fixture('tiny.bmp'), Buffer.alloc(50 * 1024 * 1024, 0xff)]);
	const { error } = await read(hugeImage);
	expect(error?.message).toBe(
		`The file has ${Math.ceil(hugeImage.length / 3) * 4} bytes in Base64; at most 4194304 are allowed`,
	);
	expect(bench.simulator.log).toHaveLength(0);
});

test.each([
	['tiny.gif', 'The image is a GIF; the service takes jpg, png and bmp images'],
	['tiny.tif', 'The image is a TIFF; the service takes jpg, png and bmp images'],
])(
	'%s is refused before anything is sent, and the error names its format',
	async (name, message) => {
		const { error } = await read(fixture(name));
		expect(error?.message).toBe(message);
		expect(error?.description).toBe(
			'Convert it first. The format was detected from the content of the file, not from its name.',
		);
		expect(bench.simulator.log).toHaveLength(0);
	},
);
