import { fileItem, fixture } from './images';
import { Bench, speechParameters } from './iflytek';
import type { Settings } from '../simulator/openPlatform/settings';
import type { InputItem } from './harness';
import { CHECK_WHITELIST } from '../setup/advice';

/** Where document 1 is silent, the local platform gives each answer. docs/decisions/silences.md has the table. */
const bench = new Bench();

const fileOperation = (resource: string, operation: string, options = {}) => ({
	resource,
	operation,
	inputType: 'binary',
	binaryPropertyName: 'data',
	simplify: true,
	options,
});
const SCENE = fileOperation('image', 'recognizeScene');
const HANDWRITING = fileOperation('handwriting', 'recognize');
const speak = (text: string, options = {}) =>
	speechParameters('standard')(text, { options: { service: 'standard', ...options } });
const analyze = (text: string) => ({
	resource: 'text',
	operation: 'segment',
	text,
	simplify: true,
	options: {},
});
const image = (name: string, padding = 0) =>
	fileItem(Buffer.concat([fixture('tiny.png'), Buffer.alloc(padding)]), name);

/** The result of an operation without session IDs, or its error without the session ID. */
async function outcome(service: string, parameters: object, item: InputItem = {}) {
	const { outputs, error } = await bench.run(service, { ...parameters }, [item]);
	if (error) return `${error.message} ${String(error.description).replace(/ Session ID.*/, '')}`;
	const { sid, sids, ...json } = outputs[0]?.[0]?.json ?? {};
	expect([sid, sids]).not.toEqual([undefined, undefined]);
	return json;
}
const configure = (settings: Partial<Settings>) => bench.simulator.openPlatform.configure(settings);

const NAMES_IT =
	'Correct the parameter that the description names. If none is named, check the App ID in the credential and the values under Options.';
const notAllowed = (name: string) =>
	`The iFLYTEK platform refused the request: invalid parameter: invalid ${name} (code 10106) ${NAMES_IT}`;

describe('which parameters are required', () => {
	test.each(['few', 'all'] as const)(
		'if %s are, these operations have the same result',
		async (required) => {
			configure({ required });
			expect(await outcome('text', analyze('今天'))).toEqual({ text: '今天', words: ['今天'] });
			expect(await outcome('handwriting', HANDWRITING, image('a.png'))).toEqual({
				text: '',
				lines: [],
			});
			expect(await outcome('scene', SCENE, image('scene-12.png'))).toMatchObject({ label: 12 });
			expect(await outcome('speech', speak('今天', { engine: 'intp65' }))).toMatchObject({
				pieces: 1,
			});
			const detect = fileOperation('image', 'detectViolence', { details: true });
			expect(await outcome('violence', detect, image('a.png'))).toMatchObject({ type: 0 });
		},
	);

	test('if all are, an option that was not set is named', async () => {
		configure({ required: 'all' });
		expect(await outcome('speech', speak('今天'))).toBe(notAllowed('engine_type'));
		const detect = fileOperation('image', 'detectViolence');
		expect(await outcome('violence', detect, image('a.png'))).toBe(notAllowed('details'));
	});
});

describe('X-Real-Ip', () => {
	test('it is not sent unless somebody sets it, and a service that demands it is understood', async () => {
		const heard = () => bench.simulator.log.map(({ realIp }) => realIp);
		expect(await outcome('speech', speak('今天'))).toMatchObject({ pieces: 1 });
		configure({ realIp: 'required' });
		expect(await outcome('speech', speak('今天'))).toBe(notAllowed('X-Real-Ip'));
		expect(await outcome('speech', speak('今天', { realIp: ' 127.0.0.1 ' }))).toMatchObject({
			pieces: 1,
		});
		expect(heard()).toEqual([undefined, undefined, '127.0.0.1']);
	});

	test('what is no IP address is not sent', async () => {
		expect(await outcome('speech', speak('今天', { realIp: 'localhost' }))).toMatch(
			/^X-Real-Ip is not an IP address/,
		);
		expect(await outcome('speech', speak('今天', { realIp: ['127.0.0.1'] }))).toMatch(
			/^X-Real-Ip must be text/,
		);
		expect(bench.simulator.log).toEqual([]);
		const empty = speak('今天', { realIp: '={{ undefined }}' });
		expect(await outcome('speech', empty)).toMatchObject({ pieces: 1 });
	});
});

test.each(
	(['fileList', 'array', 'list'] as const).flatMap((visionData) =>
		(['number', 'text'] as const).map((form) => ({
			visionData,
			visionRate: form,
			visionCode: form,
		})),
	),
)('data, rate and code of a scene as %j: the same result', async (settings) => {
	configure(settings);
	expect(await outcome('scene', SCENE, image('scene-12.png'))).toMatchObject({
		label: 12,
		labelName: 'street',
		rate: expect.any(Number),
		top: expect.arrayContaining([{ label: 12, labelName: 'street', rate: expect.any(Number) }]),
	});
});

test('word indexes of sdp from 0 and from 1: the same tree', async () => {
	const tree = { ...analyze('我吃饭。'), operation: 'parseSemanticTree' };
	configure({ sdpBase: 0 });
	const fromZero = await outcome('text', tree);
	configure({ sdpBase: 1 });
	expect(await outcome('text', tree)).toEqual(fromZero);
	expect(JSON.stringify(fromZero)).toContain('"parent":-1');
});

describe('what a limit counts', () => {
	const TOO_LARGE = /\(code 10107\) A value is out of range .* or an image is too large/;
	const TOO_LONG = /\(code 10109\) The text is empty or too long for this service\. Shorten it\./;

	test.each<[1024 | 1000, unknown, unknown]>([
		[1024, { label: 12 }, { lines: [] }],
		[1000, TOO_LARGE, TOO_LARGE],
	])(
		'a k of %d bytes: an image between 1000 and 1024 is taken, or the error says so',
		async (kilobyte, ofScene, ofHandwriting) => {
			configure({ kilobyte });
			const scene = await outcome('scene', SCENE, image('scene-12.png', 810_000));
			const page = await outcome('handwriting', HANDWRITING, image('a.png', 3_100_000));
			for (const [result, expected] of [
				[scene, ofScene],
				[page, ofHandwriting],
			])
				if (expected instanceof RegExp) expect(result).toMatch(expected);
				else expect(result).toMatchObject(Object(expected));
		},
	);

	test.each<[Settings['textBytes'], RegExp | undefined]>([
		['utf8', undefined],
		['gbk', undefined],
		['encoded', TOO_LONG],
	])('text as %s: long text is split, or the error says so', async (textBytes, error) => {
		configure({ textBytes });
		const results = [
			await outcome('text', analyze('今天'.repeat(80))),
			await outcome('speech', speak(`今天${'\u3000'.repeat(150)}`)),
		];
		for (const result of results)
			if (error) expect(result).toMatch(error);
			else expect(result).toEqual(expect.any(Object));
	});
});

test.each([
	['scene', 'scene recognition', SCENE],
	['text', 'lexical analysis', analyze('今天')],
	['speech', 'standard speech synthesis', speak('今天')],
] as const)(
	'a whitelist of %s is told, though only expression is said to have one',
	async (service, name, parameters) => {
		bench.simulator.openPlatform.faults.add({ kind: 'whitelist', form: 'document' });
		expect(await outcome(service, parameters, image('a.png'))).toBe(
			`This machine's IP address is not on the whitelist of ${name} (code 10105, the platform says: illegal access: illegal client_ip) ${CHECK_WHITELIST}`,
		);
	},
);

test('a code that no list has is told with its description', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'code', code: '19999', desc: 'new|trouble' });
	expect(await outcome('text', analyze('今天'))).toBe(
		'The iFLYTEK platform refused the request: new: trouble (code 19999) This code is not in the list of known codes. Look it up in the iFLYTEK documentation, or report the sid to iFLYTEK.',
	);
});
