/** Speech synthesis: document 1, 4.4 (standard), and the page of the streaming service. */
import { options, SIMPLIFY, TIMEOUT } from './common';
import type { Line, Lines, Resource } from './line';

/** Speed, volume and pitch: text in the one service, numbers in the other. */
const scale = (api: string, text: boolean): Line => ({
	type: 'number',
	default: 50,
	min: 0,
	max: 100,
	api,
	...(text && { sends: { 0: '0', 100: '100' } }),
	refused: [49.5],
});
const scales = (text: boolean): Lines => ({
	pitch: scale('pitch', text),
	speed: scale('speed', text),
	volume: scale('volume', text),
});

const FILE_OPTIONS: Lines = {
	fileName: { type: 'string', default: 'speech' },
	outputField: { type: 'string', default: 'data' },
};

const STREAMING: Lines = {
	backgroundSound: {
		type: 'boolean',
		default: false,
		values: [true, false],
		api: 'bgs',
		sends: { true: 1, false: 0 },
	},
	english: { type: 'options', default: '0', values: ['0', '1', '2'], api: 'reg', refused: ['3'] },
	...FILE_OPTIONS,
	minorLanguage: {
		type: 'boolean',
		default: false,
		values: [true, false],
		api: 'ent',
		sends: { true: 'mtts', false: undefined },
	},
	numbers: {
		type: 'options',
		default: '0',
		values: ['0', '1', '2', '3'],
		api: 'rdn',
		refused: ['4'],
	},
	...scales(false),
	// A WebSocket takes none: the node itself waits that long.
	timeout: { ...TIMEOUT, api: undefined },
};

const STANDARD: Lines = {
	engine: {
		type: 'options',
		default: 'intp65',
		values: ['aisound', 'intp65', 'intp65_en', 'mtts', 'x'],
		names: [
			['aisound', 'Normal'],
			['intp65', 'Chinese'],
			['intp65_en', 'English'],
			['mtts', 'Minor Languages'],
			['x', 'Optimized'],
		],
		api: 'engine_type',
		refused: ['intp66'],
	},
	...FILE_OPTIONS,
	...scales(true),
};

const VOICE: Line = {
	type: 'resourceLocator',
	default: { mode: 'list', value: 'xiaoyan', cachedResultName: '小燕 (Female, xiaoyan)' },
	required: true,
	values: ['x2_xiaoyan'],
	api: 'vcn',
	refused: [''],
};

/** Wav and pcm are both asked for as `raw`. */
const FORMAT: Line = {
	type: 'options',
	default: 'wav',
	values: ['mp3', 'pcm', 'wav'],
	names: [
		['mp3', 'MP3'],
		['pcm', 'PCM'],
		['wav', 'WAV'],
	],
	api: 'aue',
	sends: { wav: 'raw', pcm: 'raw', mp3: 'lame' },
	refused: ['ogg'],
};

const SAMPLE_RATE: Line = {
	type: 'options',
	default: 16000,
	values: [8000, 16000],
	api: 'auf',
	sends: { 8000: 'audio/L16;rate=8000', 16000: 'audio/L16;rate=16000' },
	refused: [44100],
};

const TEXT = '您好。';

export const speech: Resource = {
	default: 'synthesize',
	operations: {
		synthesize: {
			lines: {
				service: {
					type: 'options',
					default: 'streaming',
					values: ['standard', 'streaming'],
					refused: ['http'],
				},
				text: { type: 'string', default: '', required: true, refused: ['', ' '] },
				voice: VOICE,
				format: FORMAT,
				sampleRate: SAMPLE_RATE,
				simplify: SIMPLIFY,
				...options(STREAMING, 'options{service=streaming}'),
				...options(STANDARD, 'options{service=standard}'),
			},
			given: { text: TEXT },
			sent: {
				url: 'wss://tts-api.xfyun.cn/v2/tts',
				fields: {
					aue: 'raw',
					auf: 'audio/L16;rate=16000',
					vcn: 'xiaoyan',
					speed: 50,
					volume: 50,
					pitch: 50,
					tte: 'UTF8',
				},
			},
			variants: [
				{
					lines: {
						voice: { ...VOICE, api: 'voice_name' },
						format: FORMAT,
						sampleRate: SAMPLE_RATE,
					},
					given: { text: TEXT, service: 'standard' },
					sent: {
						url: 'https://api.xfyun.cn/v1/service/v1/tts',
						fields: {
							auf: 'audio/L16;rate=16000',
							aue: 'raw',
							voice_name: 'xiaoyan',
							speed: '50',
							volume: '50',
							pitch: '50',
							text_type: 'text',
							text: TEXT,
						},
					},
				},
			],
		},
	},
};
