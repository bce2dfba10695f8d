import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { provideWebSocket } from '../setup/webSocket';
import { runNode } from './harness';
import { Bench, speechParameters } from './iflytek';
import { fileItem, fixture } from './images';

provideWebSocket();

const bench = new Bench();
const speech = speechParameters('streaming');
const log = () => bench.simulator.log;

const handwriting = (change: object) => ({
	resource: 'handwriting',
	operation: 'recognize',
	binaryPropertyName: 'data',
	language: 'cn|en',
	location: false,
	simplify: true,
	...change,
});
const image = (operation: string, change: object) => ({
	resource: 'image',
	operation,
	inputType: 'binary',
	binaryPropertyName: 'data',
	simplify: true,
	...change,
});
const text = (operation: string, change: object) => ({
	resource: 'text',
	operation,
	text: '好。',
	simplify: true,
	...change,
});

test.each([
	['handwriting', handwriting({ language: 'x' }), /^Language must be one of: /],
	[
		'scene',
		image('recognizeScene', { inputType: 'x' }),
		/^Input Type must be one of: binary, url, but/,
	],
	[
		'scene',
		image('recognizeScene', { options: { imageName: '={{ ({}) }}' } }),
		/^Image Name must be text, but is an object/,
	],
	[
		'scene',
		image('recognizeScene', { inputType: 'url', imageUrl: '={{ "" }}' }),
		/^Image URL is empty/,
	],
	[
		'scene',
		image('recognizeScene', { inputType: 'url', imageUrl: 'ftp://a.example/a.png' }),
		/^Image URL /,
	],
	[
		'violence',
		image('detectViolence', { inputType: 'x' }),
		/^Input Type must be one of: binary, urls, ids, but/,
	],
	['text', text('analyze', { functions: '={{ [] }}' }), /^Analyses is empty$/],
	[
		'text',
		text('segment', { text: '好'.repeat(167), options: { longText: 'x' } }),
		/^Long Text must be one of: cut, error, but/,
	],
	[
		'streaming',
		speech('好', { service: 'x' }),
		/^Service must be one of: streaming, standard, but/,
	],
	[
		'streaming',
		speech('好', { options: { subtitles: 'x' } }),
		/^Subtitles must be one of: none, srt, vtt, but/,
	],
	[
		'streaming',
		speech('好', { options: { minorLanguage: 'x' } }),
		/^Minor Language must be one of: off, utf16, utf8, but/,
	],
])('the error names the invalid parameter (%s: %j)', async (service, parameters, message) => {
	const item = fileItem(fixture('tiny.png'), 'a.png');
	const { error } = await bench.run(service, { ...parameters }, [item]);
	expect(error?.message).toMatch(message);
	expect(log()).toHaveLength(0);
});

test.each([
	[
		'violence',
		image('detectViolence', { inputType: 'ids', imageIds: '={{ "" }}' }),
		/^Enter one to \d+, one per line\.$/,
	],
	[
		'text',
		text('analyze', { functions: '={{ [] }}' }),
		'Choose at least one of: cws, pos, ner, dp, srl, sdp, sdgp.',
	],
	[
		'streaming',
		speech('好', { options: { subtitles: 'srt', outputField: 'subtitles' } }),
		'Choose another name, or set Subtitles to None.',
	],
])(
	'the error for an invalid parameter says what to do (%s: %j)',
	async (service, parameters, advice) => {
		const { error } = await bench.run(service, { ...parameters });
		expect(error?.description).toMatch(advice);
		expect(log()).toHaveLength(0);
	},
);

test('a file without a name is sent with a name for its format, and spaces around a chosen name are removed', async () => {
	const sentName = async (file: string, options: object) => {
		await bench.run('scene', image('recognizeScene', { options }), [fileItem(fixture(file))]);
		return log().at(-1)?.param;
	};
	expect([
		await sentName('tiny.png', {}),
		await sentName('tiny.tif', {}),
		await sentName('tiny.png', { imageName: ' 照片 ' }),
	]).toEqual([{ image_name: 'image.png' }, { image_name: 'image.tif' }, { image_name: '照片' }]);
});

test.each([
	[{ longText: 'error' }, '好。'],
	[{ longText: 'error' }, '字'.repeat(166) + 'ab'],
])('a text of at most 500 bytes is accepted with %j', async (options, shortText) => {
	expect(Buffer.byteLength(shortText)).toBeLessThanOrEqual(500);
	const { outputs, error } = await bench.run('text', text('segment', { text: shortText, options }));
	expect([error, outputs[0]?.[0]?.json.text]).toEqual([undefined, shortText]);
});

test('voice and output field can have spaces around them, and a file name can contain the extension of another format', async () => {
	const { outputs } = await bench.run(
		'streaming',
		speech('好。', {
			voice: ' xiaoyan ',
			options: { outputField: ' audio ', fileName: 'talk.mp3.final', subtitles: 'srt' },
		}),
	);
	expect(log()[0]?.param).toMatchObject({ vcn: 'xiaoyan' });
	expect(outputs[0]?.[0]?.binary).toMatchObject({
		audio: { fileName: 'talk.mp3.final.wav' },
		subtitles: { fileName: 'talk.mp3.final.srt' },
	});
});

test('the audio can be in the field "subtitles" if there are no subtitles', async () => {
	const { outputs } = await bench.run(
		'streaming',
		speech('好。', { options: { outputField: 'subtitles' } }),
	);
	expect(outputs[0]?.[0]?.binary).toMatchObject({ subtitles: { fileName: 'speech.wav' } });
});

test('the node runs with the real clock, and has a method for every list that a parameter searches', async () => {
	const node = new Iflytek();
	const { outputs } = await runNode({
		nodeType: node,
		parameters: text('segment', {}),
		credentials: [{ ...bench.signer(), data: bench.credential('text') }],
	});
	expect(outputs[0]?.[0]?.json).toMatchObject({ text: '好。', words: ['好', '。'] });
	const searchedLists = node.description.properties
		.flatMap(({ modes = [] }) => modes)
		.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	expect(new Set(searchedLists)).toEqual(new Set(Object.keys(node.methods.listSearch)));
	expect(Object.values(node.methods.listSearch)).toEqual([expect.any(Function)]);
});
