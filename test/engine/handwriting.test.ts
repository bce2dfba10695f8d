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

test('an image that is far too large is refused because of its file size, before it is encoded', async () => {
	const hugeImage = Buffer.concat([fixture('tiny.bmp'), Buffer.alloc(10 * 1024 * 1024, 0xff)]);
	const { error } = await read(hugeImage);
	expect(error?.message).toBe(
		`The file has ${Math.ceil(hugeImage.length / 3) * 4} bytes in Base64; at most 4194304 are allowed`,
	);
	expect(bench.simulator.log).toHaveLength(0);
});
