import { Container } from '@n8n/di';
import { zipSync } from 'fflate';
import { BinaryDataService } from 'n8n-core';
import { withAnswers } from './answers';
import { Bench } from './iflytek';
import { useBinaryMode, type InputItem } from './harness';
import { fileItem, fixture, serveImages } from './images';

const bench = new Bench();
const linkTo = serveImages();

/**
 * Operations with the service that they use. The simulator answers an image of this name with the label of the last column.
 */
const RECOGNITIONS = [
	['recognizeExpression', 'expression', 'expression-2', { label: 2, labelName: 'joy' }],
	['recognizeScene', 'scene', 'scene-12', { label: 12, labelName: 'street' }],
	['recognizeObject', 'object', 'object-15765', { label: 15765 }],
] as const;

const fileParameters = (operation: string, options = {}) => ({
	resource: 'image',
	operation,
	inputType: 'binary',
	binaryPropertyName: 'data',
	simplify: true,
	options,
});
const urlParameters = (operation: string, imageUrl: string, options = {}) => ({
	resource: 'image',
	operation,
	inputType: 'url',
	imageUrl,
	simplify: true,
	options,
});
const lastRequest = () => bench.simulator.log.at(-1);

/** Runs the node for one item, and returns its first result and the error. */
async function runOne(service: string, parameters: object, item: InputItem = {}) {
	const { outputs, error } = await bench.run(service, { ...parameters }, [item]);
	return { json: outputs[0]?.[0]?.json, pairedItem: outputs[0]?.[0]?.pairedItem, error };
}

describe.each(RECOGNITIONS)('%s', (operation, service, name, expected) => {
	test('if a file is given, its name is sent, and the result describes the label', async () => {
		const { json, pairedItem } = await runOne(
			service,
			fileParameters(operation),
			fileItem(fixture('tiny.png'), `${name}.png`),
		);
		expect(lastRequest()?.param).toEqual({ image_name: `${name}.png` });
		expect(json).toMatchObject({
			...expected,
			name: `${name}.png`,
			review: false,
			sid: lastRequest()?.sid,
		});
		expect(typeof json?.rate).toBe('number');
		expect(pairedItem).toEqual({ item: 0 });
	});

	test('if the answer has an array in `data` and its `code` as text, the result is the same, but an expression may lack the rates of other labels', async () => {
		const item = fileItem(fixture('tiny.jpg'), `${name}.jpg`);
		const first = await runOne(service, fileParameters(operation), item);
		bench.simulator.openPlatform.configure({ visionData: 'array', visionCode: 'text' });
		const second = await runOne(service, fileParameters(operation), item);
		const withoutSid = ({ json }: typeof first) => ({ ...json, sid: undefined });
		expect(withoutSid(second)).toMatchObject({
			...expected,
			name: `${name}.jpg`,
			fileName: `${name}.jpg`,
		});
		const topOfFirst = service === 'expression' ? { top: first.json?.top } : {};
		expect(withoutSid(first)).toEqual({ ...withoutSid(second), ...topOfFirst });
		expect(first.json?.top).toHaveLength(service === 'expression' ? 8 : 5);
	});

	test('if a link is given, its last part is sent as the name', async () => {
		const url = linkTo('tiny.png');
		const { json } = await runOne(service, urlParameters(operation, ` ${url} `));
		expect(lastRequest()?.param).toEqual({ image_url: url, image_name: '照片 1.png' });
		expect(json).toMatchObject({ name: url, url, sid: lastRequest()?.sid });
		expect(json).not.toHaveProperty('fileName');
	});

	test('with Simplify off, the envelope is returned unchanged', async () => {
		const { json } = await runOne(
			service,
			{ ...fileParameters(operation), simplify: false },
			fileItem(fixture('tiny.bmp'), `${name}.bmp`),
		);
		expect(json).toEqual({
			code: 0,
			data: {
				fileList: [expect.objectContaining({ code: 0, label: expected.label })],
				reviewCount: 0,
				[operation === 'recognizeExpression' ? 'statistic' : 'topNStatistic']: expect.any(Array),
			},
			desc: 'success',
			sid: lastRequest()?.sid,
		});
	});

	test.each([true, false])(
		'an item whose answer has the label -1 fails (Simplify: %s)',
		async (simplify) => {
			const { error } = await runOne(service, {
				...urlParameters(operation, linkTo('tiny.gif')),
				simplify,
			});
			expect(error?.message).toBe(
				'The iFLYTEK platform could not read the image: it is damaged, of an unsupported format, or its URL cannot be fetched (label -1)',
			);
			expect(error?.description).toContain('no GIF');
			expect(error?.description).toContain(
				`Session ID (sid) for iFLYTEK support: ${lastRequest()?.sid}`,
			);
		},
	);
});

test('a name that the user enters is sent unchanged; without it, an unnamed TIFF file is sent as image.tif', async () => {
	await runOne(
		'scene',
		fileParameters('recognizeScene', { imageName: '照片☕ 𠮷.png' }),
		fileItem(fixture('tiny.tif')),
	);
	expect(lastRequest()?.param).toEqual({ image_name: '照片☕ 𠮷.png' });
	await runOne('scene', fileParameters('recognizeScene'), fileItem(fixture('tiny.tif')));
	expect(lastRequest()?.param).toEqual({ image_name: 'image.tif' });
});

test('for the input field, an expression may return the file itself', async () => {
	const { json } = await runOne(
		'scene',
		{
			...fileParameters('recognizeScene'),
			binaryPropertyName: "={{ $('Input').item.binary.photo }}",
		},
		{ files: { photo: { data: fixture('tiny.png'), fileName: 'scene-3.png' } } },
	);
	expect(json).toMatchObject({ label: 3, name: 'scene-3.png' });
});

test('for a link without a file name, image.jpg is sent as the name; a name in a link that cannot be decoded is sent unchanged', async () => {
	const { origin } = new URL(linkTo('tiny.png'));
	for (const [path, name] of [
		['/?file=tiny.png', 'image.jpg'],
		['/a%ff.png?file=tiny.png', 'a%ff.png'],
	] as const) {
		await runOne('scene', urlParameters('recognizeScene', origin + path));
		expect(lastRequest()?.param).toEqual({ image_url: origin + path, image_name: name });
	}
});

test.each([
	[
		'a space in the host',
		'https://exa mple.com/a.png',
		'Image URL must be a full URL starting with http:// or https://, but is https://exa mple.com/a.png',
		/without spaces in the host name/,
	],
	[
		'a line break',
		'https://example.com/a\nb.png',
		'Image URL has a line break within a URL: https://example.com/a b.png',
		/one line/,
	],
])(
	'a link with %s is refused with advice before anything is sent',
	async (_name, link, message, advice) => {
		const { error } = await runOne('scene', urlParameters('recognizeScene', link));
		expect([error?.message, error?.description]).toEqual([message, expect.stringMatching(advice)]);
		expect(bench.simulator.log).toHaveLength(0);
	},
);

describe('a URL that the platform cannot fetch', () => {
	const unreachable = 'https://me:hunter-2@intranet.example/photo.png';
	const detect = (imageUrls: string) => ({
		resource: 'image',
		operation: 'detectViolence',
		inputType: 'urls',
		imageUrls,
		simplify: true,
		options: {},
	});

	test.each([
		['recognizeScene', urlParameters('recognizeScene', unreachable), 'this URL. It'],
		['detectViolence', detect(unreachable), 'this URL. It'],
		[
			'detectViolence of several URLs',
			detect(`${unreachable}\n${unreachable}?2`),
			'one of these URLs. Each',
		],
	])('the error says that the URL must be public: %s', async (_name, parameters, urls) => {
		const { error } = await runOne(
			parameters.operation === 'recognizeScene' ? 'scene' : 'violence',
			parameters,
		);
		expect(error?.message).toBe(`iFLYTEK could not fetch ${urls} must be public. (code 10107)`);
		expect(error?.description).toMatch(
			/^Open the URL in a private window of a browser: .* \(sid\)/,
		);
		expect(JSON.stringify([error?.message, error?.description, error?.context])).not.toContain(
			'hunter-2',
		);
	});
});

describe('a platform that repeats the URL of an image in its answer', () => {
	const url = 'https://me:hunter22@cdn.example/a.jpg';
	const shownUrl = 'https://cdn.example/a.jpg';
	const entry = { code: 0, label: 1, rate: 0.5, rates: [], labels: [], review: false };
	const scene = (name: string) => ({
		code: 0,
		data: { fileList: [{ ...entry, name, tag: 'Using url' }], reviewCount: 0 },
		desc: 'success',
		sid: 's',
	});
	const verdict = { type: 0, confidence: 1 };
	const violence = (first: string, second: string) => ({
		code: '0',
		data: {
			...verdict,
			image_name: first,
			details: [
				{ ...verdict, image_name: first },
				{ ...verdict, image_name: second },
			],
		},
		desc: 'success',
		sid: 's',
	});
	const sceneParameters = urlParameters('recognizeScene', url);
	const violenceParameters = {
		resource: 'image',
		operation: 'detectViolence',
		inputType: 'urls',
		imageUrls: `${url}\n${url}?2`,
		simplify: true,
		options: {},
	};
	const normal = { safe: true, type: 0, typeName: 'normal image', confidence: 1 };

	test.each<[string, object, object, object]>([
		[
			'the result of a scene',
			sceneParameters,
			scene(url),
			{
				label: 1,
				labelName: 'classroom',
				rate: 0.5,
				review: false,
				name: shownUrl,
				top: [],
				url: shownUrl,
				sid: 's',
			},
		],
		[
			'the whole answer for a scene',
			{ ...sceneParameters, simplify: false },
			scene(url),
			scene(shownUrl),
		],
		[
			'the result of the filter',
			violenceParameters,
			violence(url, `${url}?2`),
			{
				...normal,
				image_name: shownUrl,
				details: [
					{ ...normal, image_name: shownUrl },
					{ ...normal, image_name: `${shownUrl}?2` },
				],
				urls: [shownUrl, `${shownUrl}?2`],
				sid: 's',
			},
		],
		[
			'the whole answer of the filter',
			{ ...violenceParameters, simplify: false },
			violence(url, `${url}?2`),
			violence(shownUrl, `${shownUrl}?2`),
		],
	])(
		'%s has the URL without its user name and password',
		async (_name, parameters, answer, json) => {
			const { outputs } = await withAnswers(
				() => ({ body: JSON.stringify(answer) }),
				async (address) =>
					await bench.run('scene', { ...parameters }, [{}], bench.elsewhere(address)),
			);
			expect(outputs).toEqual([[{ json, pairedItem: { item: 0 } }]]);
		},
	);
});

describe('an image is checked before anything is sent', () => {
	const big = Buffer.concat([fixture('tiny.png'), Buffer.alloc(800 * 1024)]);
	test.each([
		[
			'a GIF file that is named photo.png',
			fileItem(fixture('tiny.gif'), 'photo.png'),
			'The image is a GIF; the service takes jpg, png, bmp and tiff images',
		],
		[
			'a file that is not an image',
			fileItem(Buffer.from('hello'), 'photo.png'),
			'The file is text; the service takes jpg, png, bmp and tiff images',
		],
		[
			'an empty file',
			fileItem(Buffer.alloc(0), 'photo.png'),
			'The file is empty; the service takes jpg, png, bmp and tiff images',
		],
		[
			'an image over 800 KB',
			fileItem(big, 'photo.png'),
			`The file has ${big.length} bytes; at most 819200 are allowed`,
		],
	])('%s is refused', async (_name, item, message) => {
		const { error } = await runOne('scene', fileParameters('recognizeScene'), item);
		expect(error?.message).toBe(message);
		expect(error?.description).toBeTruthy();
		expect(bench.simulator.log).toHaveLength(0);
	});

	test('a file that is too large is refused without reading it, because n8n knows its size', async () => {
		const read = jest.spyOn(Container.get(BinaryDataService), 'getAsBuffer');
		await useBinaryMode('filesystem');
		try {
			const video = Buffer.alloc(51 * 1024 * 1024);
			for (const [operation, limit] of [
				['recognizeScene', 819_200],
				['detectViolence', 52_428_800],
			] as const) {
				const { error } = await runOne(
					'scene',
					fileParameters(operation),
					fileItem(video, 'film.mp4'),
				);
				expect(error?.message).toBe(`The file has 53477376 bytes; at most ${limit} are allowed`);
			}
			expect(read).not.toHaveBeenCalled();
		} finally {
			read.mockRestore();
			await useBinaryMode('default');
		}
	});

	test('an item with its file in another field, or as Base64 in a text, names that field', async () => {
		const parameters = fileParameters('recognizeScene');
		const { data: file } = fileItem(fixture('tiny.png')).files ?? {};
		const files = file && { attachment_0: file };
		const elsewhere = await runOne('scene', parameters, { files });
		expect([elsewhere.error?.message, elsewhere.error?.description]).toEqual([
			'The item has no binary field "data", but "attachment_0"',
			'Enter attachment_0 as Input Binary Field.',
		]);
		const image = fixture('tiny.png').toString('base64').padEnd(64, 'A');
		const asText = await runOne('scene', parameters, { json: { image } });
		expect(asText.error?.description).toMatch(/"image" .* Move Base64 String to File/);
	});

	test('an item without a file is an error', async () => {
		const { error } = await runOne('scene', fileParameters('recognizeScene'));
		expect(error?.message).toBe('The item has no binary field "data", nor any other');
		expect(bench.simulator.log).toHaveLength(0);
	});
});

describe('detectViolence', () => {
	const operation = 'detectViolence';
	const png = fixture('tiny.png');
	const archive = Buffer.from(
		zipSync({ 'violence-1.png': new Uint8Array(png), 'normal.png': new Uint8Array(png) }),
	);

	test('detectViolence returns the class of a file', async () => {
		const { json } = await runOne(
			'violence',
			fileParameters(operation),
			fileItem(png, 'photo.png'),
		);
		expect(lastRequest()?.param).toEqual({});
		expect(json).toEqual({
			safe: true,
			type: 0,
			typeName: 'normal image',
			confidence: expect.any(Number),
			categories: expect.any(Array),
			image_id: expect.any(String),
			fileName: 'photo.png',
			sid: lastRequest()?.sid,
		});
	});

	test('detectViolence returns the most severe class of an archive, and the class of each image', async () => {
		const { json } = await runOne(
			'violence',
			fileParameters(operation),
			fileItem(archive, 'photos.zip'),
		);
		expect(json).toMatchObject({ safe: false, type: 1, typeName: 'contains weapons' });
		expect(json?.details).toEqual([
			expect.objectContaining({
				image_name: 'violence-1.png',
				safe: false,
				type: 1,
				typeName: 'contains weapons',
			}),
			expect.objectContaining({
				image_name: 'normal.png',
				safe: true,
				type: 0,
				typeName: 'normal image',
			}),
		]);
	});

	test('detectViolence accepts one or several links as text or as a list, and sends `details` as a boolean', async () => {
		const [first, second] = [linkTo('tiny.png'), linkTo('tiny.jpg')];
		const byUrls = (imageUrls: unknown, options = {}) => ({
			resource: 'image',
			operation,
			inputType: 'urls',
			imageUrls,
			simplify: true,
			options,
		});
		expect((await runOne('violence', byUrls(first))).json).toMatchObject({
			safe: true,
			url: first,
		});
		expect(lastRequest()?.param).toEqual({ image_url: first });
		const several = await runOne(
			'violence',
			byUrls(`${first}\n\n ${second}\n`, { details: false }),
		);
		expect(lastRequest()?.param).toEqual({ image_url: [first, second], details: false });
		expect(several.json).not.toHaveProperty('details');
		const listed = await runOne('violence', byUrls('={{ $json.links }}', { details: true }), {
			json: { links: [first, second] },
		});
		expect(lastRequest()?.param).toEqual({ image_url: [first, second], details: true });
		expect(listed.json?.details).toHaveLength(2);
		expect(listed.json?.urls).toEqual([first, second]);
		expect(listed.json).not.toHaveProperty('url');
		for (const falseValue of ['={{ "false" }}', '={{ null }}', '']) {
			await runOne('violence', byUrls(`${first}\r\n${second}`, { details: falseValue }));
			expect(lastRequest()?.param).toEqual({ image_url: [first, second], details: false });
		}
	});

	test('detectViolence accepts the ID of an earlier result', async () => {
		const earlier = await runOne('violence', fileParameters(operation), fileItem(png, 'photo.png'));
		const byIds = {
			resource: 'image',
			operation,
			inputType: 'ids',
			imageIds: earlier.json?.image_id,
			simplify: true,
			options: {},
		};
		const { json } = await runOne('violence', byIds);
		expect(lastRequest()?.param).toEqual({ image_id: earlier.json?.image_id });
		expect(json).toMatchObject({ safe: true, image_id: earlier.json?.image_id });
	});

	test('detectViolence accepts links on separate lines, IDs on one line, and both as JSON', async () => {
		const [first, second] = [linkTo('tiny.png'), `${linkTo('tiny.jpg')}&a=1,2`];
		const sentFor = async (input: object) => {
			await runOne('violence', {
				resource: 'image',
				operation,
				simplify: true,
				options: {},
				...input,
			});
			return lastRequest()?.param;
		};
		for (const imageUrls of [
			`${first},\n ${second},`,
			JSON.stringify([first, second]),
			`={{ ${JSON.stringify([first, second])} }}`,
		]) {
			expect(await sentFor({ inputType: 'urls', imageUrls })).toEqual({
				image_url: [first, second],
			});
		}
		for (const imageIds of ['id1,id2', 'id1, id2', 'id1 id2', '["id1","id2"]']) {
			expect(await sentFor({ inputType: 'ids', imageIds })).toEqual({ image_id: ['id1', 'id2'] });
		}
		expect(await sentFor({ inputType: 'ids', imageIds: '[846252615123869697]' })).toEqual({
			image_id: '846252615123869697',
		});
	});

	test.each([
		{ inputType: 'ids', imageIds: 'a\na' },
		{ inputType: 'urls', imageUrls: 'https://a.example/1.jpg\nhttps://a.example/1.jpg' },
	])('if an image is listed twice, it is sent only once: %j', async (input) => {
		// If two images were sent, this answer without `details` would be an error.
		const body = '{"code":"0","data":{"type":0,"confidence":1},"desc":"success","sid":"s"}';
		const parameters = { resource: 'image', operation, simplify: true, options: {}, ...input };
		const { error, outputs } = await withAnswers(
			() => ({ body }),
			async (url) => await bench.run('violence', parameters, [{}], bench.elsewhere(url)),
		);
		expect(error?.message).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ safe: true, type: 0, sid: 's' });
	});

	test.each([
		['no link', { inputType: 'urls', imageUrls: ' \n' }, 'Image URLs is empty'],
		[
			'21 links',
			{ inputType: 'urls', imageUrls: 'http://127.0.0.1/a\n'.repeat(21) },
			'Image URLs has 21 entries; at most 20 are allowed',
		],
		[
			'21 IDs',
			{ inputType: 'ids', imageIds: 'a\n'.repeat(21) },
			'Image IDs has 21 entries; at most 20 are allowed',
		],
		[
			'text that is not a link',
			{ inputType: 'urls', imageUrls: 'a.png' },
			'Image URLs must be a full URL starting with http:// or https://, but is a.png',
		],
		[
			'a comma between two links, of which the first has a query',
			{ inputType: 'urls', imageUrls: 'http://a.example/1.jpg?x=1,http://b.example/2.jpg' },
			'Entry 1 of Image URLs contains two URLs',
		],
		[
			'a comma between two of three links',
			{
				inputType: 'urls',
				imageUrls: 'http://a.example/1.jpg,http://b.example/2.jpg\nhttp://c.example/3.jpg',
			},
			'Entry 1 of Image URLs contains two URLs',
		],
		[
			'a comma and a space between two links',
			{ inputType: 'urls', imageUrls: 'http://a.example/1.jpg, http://b.example/2.jpg' },
			'Entry 1 of Image URLs contains two URLs',
		],
		[
			'a Chinese comma between two links',
			{ inputType: 'urls', imageUrls: 'http://a.example/1.jpg，http://b.example/2.jpg' },
			'Entry 1 of Image URLs contains two URLs',
		],
		[
			'an ftp link with a secret',
			{ inputType: 'urls', imageUrls: 'ftp://bob:hunter2@files.example/a.jpg?signature=s3cret' },
			'Image URLs must be a full URL starting with http:// or https://, but is ftp://files.example/a.jpg?…',
		],
		[
			'a second line that is not a link',
			{ inputType: 'urls', imageUrls: 'https://example.com/a.png\nb.png' },
			'Image URLs must be a full URL starting with http:// or https://, but is b.png',
		],
	])('%s is refused before anything is sent', async (_name, parameters, message) => {
		const { error } = await runOne('violence', {
			resource: 'image',
			operation,
			simplify: true,
			options: {},
			...parameters,
		});
		expect(error?.message).toBe(message);
		expect(bench.simulator.log).toHaveLength(0);
	});

	test('with Simplify off, the envelope is returned unchanged', async () => {
		const { json } = await runOne(
			'violence',
			{ ...fileParameters(operation), simplify: false },
			fileItem(png, 'photo.png'),
		);
		expect(json).toEqual({
			code: '0',
			data: expect.objectContaining({ type: 0, image_id: expect.any(String) }),
			desc: 'success',
			sid: lastRequest()?.sid,
		});
	});
});

test('files that n8n keeps on disk are read as well', async () => {
	await useBinaryMode('filesystem');
	try {
		const { outputs } = await bench.run('scene', fileParameters('recognizeScene'), [
			fileItem(fixture('tiny.png'), 'scene-3.png'),
			fileItem(fixture('tiny.jpg'), 'scene-4.jpg'),
		]);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.labelName, pairedItem])).toEqual([
			['grassland/field/garden', { item: 0 }],
			['desert', { item: 1 }],
		]);
	} finally {
		await useBinaryMode('default');
	}
});
