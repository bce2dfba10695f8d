import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import {
	AUDIO_FORMATS,
	DEFAULT_SPEECH,
	KNOWN_VOICES,
	SAMPLE_RATES,
	type AudioFormat,
	type VoiceSettings,
} from '../../../shared/openPlatform/speech/standardSpeech';
import { LINE_COLUMNS } from '../../../shared/openPlatform/speech/subtitles/cueTexts';
import type { SubtitleFormat } from '../../../shared/openPlatform/speech/subtitles/cues';
import { InputError } from '../../../shared/failure';
import { numberOf } from '../../../shared/values';
import {
	asChoice,
	asFlag,
	asText,
	numberField,
	readNumber,
	switchField,
	textField,
	valuesOf,
	type Item,
} from '../../../shared/n8n/parameters';

/** The parameters that both speech services have. */

const { voice: defaultVoice, format: defaultFormat, sampleRate: defaultRate } = DEFAULT_SPEECH;

export const service: INodeProperties = {
	displayName: 'Service',
	name: 'service',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Standard (HTTP)',
			value: 'standard',
			description: 'For applications that have this service already',
		},
		{
			name: 'Streaming',
			value: 'streaming',
			description: 'Needs the API Secret in the credential',
		},
	],
	default: 'streaming',
	description:
		'Streaming is for new applications. Standard (HTTP) is the older service, only available to applications that already have it.',
};

/** The lowest number of bytes that is too many for a request with at most `bytes` bytes of text. */
const tooLong = (bytes: number) => (bytes + 1).toLocaleString('en');

export const text = textField(
	'Text',
	'text',
	`Text to convert to speech. Longer text (${tooLong(ENDPOINTS.streaming.limits.textBytes)} bytes or more for Streaming, ${tooLong(ENDPOINTS.speech.limits.textBytes)} for Standard) is split at sentence ends and returned as one file.`,
	{
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. Your order has been shipped.',
	},
);

/** The known voices, named as in the lists of the AI Call node: `Xiaoyan (Female, xiaoyan)`. */
const VOICES = KNOWN_VOICES.map(({ value, speaker, gender }) => ({
	name: `${speaker} (${[gender, value].filter(Boolean).join(', ')})`,
	value,
}));

/** The parameter Voice: a known voice from the list, or any other by its name. */
export const voice: INodeProperties = {
	displayName: 'Voice',
	name: 'voice',
	type: 'resourceLocator',
	default: {
		mode: 'list',
		value: defaultVoice,
		cachedResultName: VOICES.find(({ value }) => value === defaultVoice)?.name,
	},
	required: true,
	description:
		'Voice to use. Your application must be licensed for it. For voices not in the list, choose By Name and enter the name shown in the console (API: voice_name).',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchVoices', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. aisjiuxu' },
	],
};

/** Searches the known voices. The user enters other voices by name. */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return {
		results: VOICES.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())),
	};
}

export const audioFormat: INodeProperties = {
	displayName: 'Audio Format',
	name: 'format',
	type: 'options',
	options: [...AUDIO_FORMATS],
	default: defaultFormat,
	description: 'Format of the audio file to return (API: aue)',
};

const sampleRate: INodeProperties = {
	displayName: 'Sample Rate',
	name: 'sampleRate',
	type: 'options',
	options: [...SAMPLE_RATES],
	default: defaultRate,
	description: 'Samples per second (API: auf)',
};

function scale(displayName: string, name: 'pitch' | 'speed' | 'volume', description: string) {
	const { min: minValue, max: maxValue } = ENDPOINTS.speech.limits.scale;
	return numberField({
		displayName,
		name,
		typeOptions: { minValue, maxValue },
		default: DEFAULT_SPEECH[name],
		description: `${description}, {range} (API: ${name})`,
	});
}

const pitch = scale('Pitch', 'pitch', 'How high the voice is');
const speed = scale('Speed', 'speed', 'How fast the voice speaks');
const volume = scale('Volume', 'volume', 'How loud the voice is');

const DEFAULT_FILE_NAME = 'speech';
const DEFAULT_FIELD = 'data';
/** The binary field of the subtitles. */
const SUBTITLES_FIELD = 'subtitles';

const fileName = textField(
	'File Name',
	'fileName',
	'Name of the output file. The extension is added if missing.',
	{ default: DEFAULT_FILE_NAME },
);

const outputField = textField(
	'Put Output File in Field',
	'outputField',
	'The name of the output binary field to put the file in',
	{ default: DEFAULT_FIELD },
);

const subtitles: INodeProperties = {
	displayName: 'Subtitles',
	name: 'subtitles',
	type: 'options',
	options: [
		{ name: 'None', value: 'none' },
		{ name: 'SRT', value: 'srt' },
		{ name: 'WebVTT', value: 'vtt' },
	],
	default: 'none',
	description: `Whether to return a subtitle file too, in the binary field "${SUBTITLES_FIELD}": a cue for each sentence, with at most two lines of ${LINE_COLUMNS} letters or ${LINE_COLUMNS / 2} Chinese characters`,
};

const cues = switchField(
	'Cues',
	'cues',
	'Whether to return when each sentence is spoken, as "cues" with text, start and end in seconds, and whether the time is measured or estimated. Not with Simplify off.',
);

const requestPerCue = switchField(
	'One Request per Cue',
	'requestPerCue',
	'Whether to send each cue in its own request, so that its time is measured. 100 sentences then take 100 requests or more instead of one or two.',
);

/** The options that both services have. */
export const sharedOptions = [
	speed,
	volume,
	pitch,
	sampleRate,
	fileName,
	outputField,
	subtitles,
	cues,
	requestPerCue,
];

/** The speech service of an item: Streaming, unless Options has another. */
export function readService({ options }: Item): 'streaming' | 'standard' {
	return asChoice(options.service ?? service.default, service.displayName, [
		'streaming',
		'standard',
	]);
}

export function readVoice(item: Item): VoiceSettings {
	const { options } = item;
	const rate = options.sampleRate ?? defaultRate;
	return {
		voice: item.requiredId('voice', 'Voice'),
		// An expression may return the rate as text.
		sampleRate: asChoice(numberOf(rate) ?? rate, 'Sample Rate', valuesOf(SAMPLE_RATES)),
		format: asChoice(item.value('format'), 'Audio Format', valuesOf(AUDIO_FORMATS)),
		speed: readNumber(options.speed, speed),
		volume: readNumber(options.volume, volume),
		pitch: readNumber(options.pitch, pitch),
	};
}

/** A file to return: its binary field and its name. */
export interface OutputFile {
	field: string;
	fileName: string;
}

/** The subtitles that an item requests, and whether each cue gets a request of its own. */
export interface SubtitleSettings {
	file?: OutputFile & { format: SubtitleFormat };
	showCues: boolean;
	requestPerCue: boolean;
}

/** The binary field of the output file, and the name of the file with its extension. */
export function readOutputFile({ options }: Item, format: AudioFormat): OutputFile {
	const field = asText(options.outputField, 'Put Output File in Field').trim() || DEFAULT_FIELD;
	const name = readFileName(options.fileName);
	return { field, fileName: withExtension(name, format) };
}

/** @throws InputError if audio and subtitles would have the same binary field */
export function readSubtitles({ options }: Item, audio: OutputFile): SubtitleSettings {
	const chosen = asChoice(options.subtitles ?? 'none', 'Subtitles', ['none', 'srt', 'vtt']);
	if (chosen !== 'none' && audio.field === SUBTITLES_FIELD)
		throw new InputError(
			`Put Output File in Field must not be "${SUBTITLES_FIELD}": the subtitles are put there`,
			'Choose another name, or set Subtitles to None.',
		);
	const settings = {
		showCues: asFlag(options.cues),
		requestPerCue: asFlag(options.requestPerCue),
	};
	if (chosen === 'none') return settings;
	const name = readFileName(options.fileName).replace(/\.(wav|mp3|pcm)$/i, '');
	const file = { field: SUBTITLES_FIELD, fileName: withExtension(name, chosen), format: chosen };
	return { ...settings, file };
}

function readFileName(value: unknown): string {
	return asText(value, 'File Name').trim() || DEFAULT_FILE_NAME;
}

function withExtension(name: string, extension: string): string {
	return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}
