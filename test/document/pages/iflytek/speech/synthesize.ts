import { itemOptions, SIMPLIFY, TIMEOUT } from '../../../table/common';
import { AUDIO, FRAME } from '../../../table/responses';
import { under, type Line, type Lines, type Page } from '../../../page';

/** Speed, volume or pitch. The standard service gets text, such as "50" (`asText`). The streaming service gets a number. */
const scale = (api: string, asText: boolean): Line => ({
	type: 'number',
	default: 50,
	min: 0,
	max: 100,
	api,
	...(asText && { sends: { 0: '0', 100: '100' } }),
	refused: [49.5],
});
const scales = (asText: boolean): Lines => ({
	pitch: scale('pitch', asText),
	speed: scale('speed', asText),
	volume: scale('volume', asText),
});

/** Options for the output of the node. None of them is sent. */
const OUTPUT_OPTIONS: Lines = {
	cues: { type: 'boolean', default: false },
	fileName: { type: 'string', default: 'speech' },
	formatting: {
		type: 'options',
		default: 'leaveOut',
		values: ['keep', 'leaveOut'],
		names: [
			['keep', 'Keep'],
			['leaveOut', 'Leave Out'],
		],
		refused: ['strip'],
	},
	outputField: { type: 'string', default: 'data' },
	readings: { type: 'fixedCollection', default: {} },
	...under('readings.words', {
		word: { type: 'string', default: '' },
		reading: { type: 'string', default: '' },
	}),
	requestPerCue: { type: 'boolean', default: false },
	subtitles: {
		type: 'options',
		default: 'none',
		values: ['none', 'srt', 'vtt'],
		names: [
			['none', 'None'],
			['srt', 'SRT'],
			['vtt', 'WebVTT'],
		],
		refused: ['ass'],
	},
};

const forStreaming = (line: Line): Line => ({ ...line, shown: { 'not service': ['standard'] } });

const STREAMING: Lines = {
	backgroundSound: {
		type: 'boolean',
		default: false,
		values: [true, false],
		api: 'bgs',
		sends: { true: 1, false: 0 },
	},
	english: { type: 'options', default: '0', values: ['0', '1', '2'], api: 'reg', refused: ['3'] },
	minorLanguage: {
		type: 'options',
		default: 'utf8',
		values: ['off', 'utf16', 'utf8'],
		names: [
			['off', 'Off'],
			['utf16', 'UTF-16'],
			['utf8', 'UTF-8'],
		],
		api: 'tte',
		sends: { off: 'UTF8', utf16: 'unicode', utf8: 'UTF8' },
		refused: ['GBK'],
	},
	numbers: {
		type: 'options',
		default: '0',
		values: ['0', '1', '2', '3'],
		api: 'rdn',
		refused: ['4'],
	},
};

const ENGINE: Line = {
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
	shown: { service: ['standard'] },
	needs: { 'options.service': 'standard' },
};

/** A header, not a parameter. */
const REAL_IP: Line = {
	type: 'string',
	default: '',
	refused: ['localhost', '127.0.0.1:80'],
	shown: { service: ['standard'] },
	needs: { 'options.service': 'standard' },
};

const VOICE: Line = {
	type: 'resourceLocator',
	default: { mode: 'list', value: 'xiaoyan', cachedResultName: 'Xiaoyan (Female, xiaoyan)' },
	required: true,
	values: ['x2_xiaoyan'],
	api: 'vcn',
	refused: [''],
};

/** WAV and PCM are both requested as `raw`. */
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

/** With one of everything that is left out. */
const EVERYTHING_LEFT_OUT =
	'<think>嗯</think># 通知 😀\n\n~~旧 1~~ [官网](https://example.com)[^1] ![图](a.png)<span hidden>隐</span>\\(\\sqrt{x}\\)\n\n```\ncode\n```\n';

/** Document 1, 4.4 (standard), and the page of the streaming service. */
export const page: Page = {
	isDefault: true,
	chinese: { name: '语音合成', does: '把文字合成为语音文件（AI 智能体收不到文件）' },
	reference: {
		result: `{
  "bytes": 96044,
  "durationSeconds": 3,
  "sampleRate": 16000,
  "format": "wav",
  "pieces": 1,
  "sids": ["…"]
}`,
		notes: [
			{
				english: 'The audio is a file in the binary field `data`: `speech.wav`, `.mp3` or `.pcm`.',
				chinese: '音频是二进制字段 `data` 中的文件：`speech.wav`、`.mp3` 或 `.pcm`。',
			},
			{
				english:
					'With [Cues or Subtitles](#subtitles) it has `"timing": "measured"`, with Cues `"cues": [{ "text": "…", "start": 0, "end": 3, "timing": "measured" }]`.',
				chinese:
					'打开 [Cues 或 Subtitles](#字幕subtitles) 时另有 `"timing": "measured"`；打开 Cues 时还有 `"cues": [{ "text": "…", "start": 0, "end": 3, "timing": "measured" }]`。',
			},
			{
				english:
					'If [formatting](#formatted-text) is not spoken, or [Readings](#readings) are, it has `spokenText`, and `leftOut`, such as `"emoji": { "count": 2, "characters": 2 }`.',
				chinese:
					'略去[格式](#带格式的文本formatted-text)或代入[读法](#读法readings)时，结果有 `spokenText` 和 `leftOut`，如 `"emoji": { "count": 2, "characters": 2 }`。',
			},
			{
				english: 'Longer text is split at [sentence](#sentences) ends, and is one file.',
				chinese: '较长的文本在[句末](#断句sentences)切开，合并为一个文件。',
			},
		],
	},
	lines: {
		text: { type: 'string', default: '', required: true, refused: ['', ' '] },
		voice: VOICE,
		format: FORMAT,
		...itemOptions({
			service: {
				type: 'options',
				default: 'streaming',
				values: ['standard', 'streaming'],
				refused: ['http'],
			},
			sampleRate: SAMPLE_RATE,
			...OUTPUT_OPTIONS,
			...scales(false),
			...Object.fromEntries(
				Object.entries(STREAMING).map(([name, line]) => [name, forStreaming(line)]),
			),
			engine: ENGINE,
			realIp: REAL_IP,
			simplify: SIMPLIFY,
			// A WebSocket has no setting for a time-out, so nothing is sent. The node itself stops waiting.
			timeout: { ...TIMEOUT, api: undefined },
		}),
	},
	answer: 'audio',
	given: { text: TEXT },
	sent: {
		endpoint: 'streaming',
		key: {
			console: '语音合成（流式版）',
			name: 'Speech: Streaming',
			value: 'streaming',
			note: '. Needs the API Secret.',
		},
		url: 'wss://tts-api.xfyun.cn/v2/tts',
		response: FRAME,
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
				...under('options', { sampleRate: SAMPLE_RATE, engine: ENGINE, ...scales(true) }),
				'options.timeout': TIMEOUT,
			},
			given: { text: TEXT, options: { service: 'standard' } },
			// The document says: shorter than 1000 bytes.
			limits: { textBytes: 999 },
			sent: {
				endpoint: 'speech',
				key: {
					console: '语音合成',
					name: 'Speech: Standard (HTTP)',
					value: 'speech',
					note: ' (closed to new applications)',
					param: {
						auf: 'audio/L16;rate=16000',
						aue: 'raw',
						voice_name: 'xiaoyan',
						speed: '50',
						volume: '50',
						pitch: '50',
						text_type: 'text',
					},
					body: 'text=%E6%B5%8B%E8%AF%95',
				},
				url: 'https://api.xfyun.cn/v1/service/v1/tts',
				response: AUDIO,
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
	// The document says: less than 8000 bytes, about 2000 Chinese characters. Both can only be right if the 8000 bytes are
	// counted in Base64: 5,997 bytes of text become 7,996 bytes, and 5,998 bytes become 8,000.
	limits: { textBytes: 5997 },
	samples: [
		{ parameters: { text: '今天的天气非常好。', options: { service: 'standard', cues: true } } },
		{ parameters: { text: EVERYTHING_LEFT_OUT, options: { service: 'standard' } } },
	],
	model: undefined,
};
