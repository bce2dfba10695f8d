/**
 * Clients that others wrote for the live services send what the document does not mention. Each test sends one of their
 * habits as bytes on the wire.
 */
import { readFileSync } from 'fs';
import path from 'path';
import { startSimulator, type Simulator } from '../../simulator';
import { paths, type Name } from './client';
import { base64, onTheWire, type WireRequest } from './wire';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterAll(() => simulator.close());

const fixture = (name: string) => readFileSync(path.join(__dirname, '../../fixtures/images', name));
const exchange = async (name: Name, request: WireRequest) =>
	(await onTheWire(simulator, name, request)).json;
const cwsAnswer = { code: '0', data: { word: ['今天天气', '好'] } };
const text = `text=${encodeURIComponent('今天天气好')}`;

describe('language analysis', () => {
	it.each([
		['spaces in the JSON', base64('{ "type" : "dependent" }')],
		['line breaks in the JSON', base64('{\r\n  "type": "dependent"\r\n}\r\n')],
		[
			'an encoded line break at the end, as `echo | base64` makes it',
			base64('{"type":"dependent"}\n'),
		],
	])('X-Param is accepted with %s', async (_what, param) => {
		await expect(exchange('cws', { param, body: text })).resolves.toMatchObject(cwsAnswer);
	});

	it('a request without X-Param can be signed over nothing or over an empty object, but not over parameters', async () => {
		await expect(exchange('cws', { body: text })).resolves.toMatchObject(cwsAnswer);
		await expect(exchange('cws', { body: text, signed: base64('{}') })).resolves.toMatchObject(
			cwsAnswer,
		);
		await expect(
			exchange('cws', { body: text, signed: base64('{"type":"dependent"}') }),
		).resolves.toMatchObject({ code: '10105' });
	});

	it('header names in any case and HTTP 1.0 are accepted', async () => {
		const param = base64('{"type":"dependent"}');
		const lowerCase = { param, body: text, headerName: (name: string) => name.toLowerCase() };
		await expect(exchange('cws', lowerCase)).resolves.toMatchObject(cwsAnswer);
		await expect(
			exchange('cws', { ...lowerCase, headerName: (name) => name.toUpperCase(), version: '1.0' }),
		).resolves.toMatchObject(cwsAnswer);
	});

	it('text that is not URL-encoded and text with + for spaces are accepted', async () => {
		const param = base64('{"type":"dependent"}');
		await expect(exchange('cws', { param, body: 'text=今天天气好' })).resolves.toMatchObject(
			cwsAnswer,
		);
		await expect(exchange('cws', { param, body: 'text=hello+world%2B1' })).resolves.toMatchObject({
			data: { word: ['hello', 'world+1'] },
		});
	});

	it('other fields next to the text are ignored', async () => {
		await expect(exchange('cws', { body: `a=1&${text}&b=%` })).resolves.toMatchObject(cwsAnswer);
	});

	it('content types with other spacing are accepted', async () => {
		for (const contentType of [
			'application/x-www-form-urlencoded;charset=UTF-8',
			'application/x-www-form-urlencoded; charset="utf-8"',
			'application/x-www-form-urlencoded;',
		]) {
			await expect(exchange('cws', { body: text, contentType })).resolves.toMatchObject(cwsAnswer);
		}
	});
});

describe('handwriting', () => {
	const image = fixture('note-english.png').toString('base64');
	const param = base64('{"language":"en","location":"false"}');
	const answer = {
		code: '0',
		data: {
			block: [
				{
					line: [
						{ word: ['Please', 'water', 'the', 'plants'].map((content) => ({ content })) },
						{},
					],
				},
			],
		},
	};

	it.each([
		['a + that is not escaped', image],
		[
			'escaped line breaks after every 76 characters',
			encodeURIComponent(image.replace(/.{76}/g, '$&\r\n')),
		],
		['line breaks that are not escaped', image.replace(/.{76}/g, '$&\n')],
		['an escaped =, and nothing else escaped', image.replaceAll('=', '%3D')],
	])('handwriting accepts Base64 with %s', async (_what, value) => {
		expect(image).toContain('+');
		await expect(exchange('handwriting', { param, body: `image=${value}` })).resolves.toMatchObject(
			answer,
		);
	});
});

describe('images', () => {
	it('raw bytes are accepted with any content type', async () => {
		const param = base64('{ "image_url": "", "image_name": "scene-4 图.jpg" }');
		for (const contentType of [
			'application/x-www-form-urlencoded; charset=utf-8',
			'application/octet-stream',
			'text/plain',
		]) {
			await expect(
				exchange('scene', { param, body: fixture('tiny.jpg'), contentType }),
			).resolves.toMatchObject({
				code: 0,
				data: { fileList: [{ label: 4, name: 'scene-4 图.jpg' }] },
			});
		}
	});

	it('if a request has raw bytes and a link, the link is used', async () => {
		const param = base64('{"image_url":"http://images.example.com/a.jpg","image_name":"a.jpg"}');
		await expect(exchange('scene', { param, body: fixture('tiny.jpg') })).resolves.toMatchObject({
			code: 10107,
		});
	});
});

it('the server survives a body that breaks off', async () => {
	const { hostname, port } = new URL(simulator.url);
	const { connect } = await import('net');
	await new Promise<void>((resolve) => {
		const socket = connect(Number(port), hostname, () => {
			socket.write(
				`POST ${paths.cws} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ntext=`,
				() => socket.destroy(),
			);
		});
		socket.on('close', () => resolve());
	});
	await expect(exchange('cws', { body: text })).resolves.toMatchObject(cwsAnswer);
});
