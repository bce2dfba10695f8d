import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { AudioJoiner, mostAudioBytes } from '../../shared/openPlatform/audio';
import { textForm } from '../../shared/openPlatform/body';
import { fitsHeader } from '../../shared/openPlatform/checksum';
import { LIMITS } from '../../shared/openPlatform/limits';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import {
	AUDIO_FORMATS,
	DEFAULT_SPEECH,
	readSpeech,
	SAMPLE_RATES,
	SPEECH_ENGINES,
	speechParam,
	type AudioFormat,
	type SpeechResponse,
	type SpeechSettings,
} from '../../shared/openPlatform/speech';
import { splitText } from '../../shared/openPlatform/text/split';
import { isBlank } from '../../shared/values';
import { asChoice, asText } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import { fileLimits, storeFile } from '../../shared/n8n/binaryStorage';
import { rawResponse } from '../../shared/n8n/run/operations';
import { simplify, type NumberField } from '../../shared/n8n/parameters/properties';
import { readNumber } from '../../shared/n8n/parameters/settings';
import { openPlatformOptions, requestOptionsOf } from '../properties';
import type { IflytekOperation } from '../types';
import { voice } from './voices';

const option: INodePropertyOptions = {
	name: 'Synthesize',
	value: 'synthesize',
	action: 'Synthesize speech from text',
	description: 'Speak a text and return it as an audio file. Not for AI agents, which receive no files (API: tts).',
};

// n8n's lint rules know no default that is read from an object.
const { format: usualFormat, sampleRate: usualRate, textType: usualTextType } = DEFAULT_SPEECH;

/** One of the three scales of a voice. */
function scale(displayName: string, name: 'pitch' | 'speed' | 'volume', description: string): NumberField {
	const { min: minValue, max: maxValue } = LIMITS.speechScale;
	const usual = DEFAULT_SPEECH[name];
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue, maxValue },
		default: usual,
		description: `${description}, from ${minValue} to ${maxValue} (API: ${name})`,
	};
}

const pitch = scale('Pitch', 'pitch', 'How high the voice is');
const speed = scale('Speed', 'speed', 'How fast the voice speaks');
const volume = scale('Volume', 'volume', 'How loud the voice is');

const DEFAULT_FILE_NAME = 'speech';

const MIME_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg', pcm: 'application/octet-stream' } as const;

/** Speech synthesis (document 1, 4.4). */
export const synthesize: IflytekOperation = {
	option,
	properties: [
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. 您好，您的订单已发货。',
			description:
				'What is to be spoken. Text of 1000 bytes or more is spoken in pieces, cut at sentence ends, and returned as one file.',
		},
		voice,
		{
			displayName: 'Audio Format',
			name: 'format',
			type: 'options',
			options: [
				{ name: 'MP3', value: 'mp3' },
				{ name: 'PCM', value: 'pcm', description: 'Bare 16-bit samples without a header' },
				{ name: 'WAV', value: 'wav' },
			],
			default: usualFormat,
			description: 'The kind of file to return (API: aue)',
		},
		{
			displayName: 'Sample Rate',
			name: 'sampleRate',
			type: 'options',
			options: [
				{ name: '16000 Hz', value: 16000 },
				{ name: '8000 Hz (Telephone)', value: 8000 },
			],
			default: usualRate,
			description: 'Samples per second (API: auf)',
		},
		simplify,
		openPlatformOptions(
			{
				displayName: 'Engine',
				name: 'engine',
				type: 'options',
				options: [
					{ name: 'Chinese', value: 'intp65', description: 'API: intp65' },
					{ name: 'English', value: 'intp65_en', description: 'API: intp65_en' },
					{ name: 'Minor Languages', value: 'mtts', description: 'Together with a voice of that language (API: mtts)' },
					{ name: 'Normal', value: 'aisound', description: 'API: aisound' },
					{ name: 'Optimized', value: 'x', description: 'API: x' },
				],
				default: 'intp65',
				description: 'The synthesis engine; without this option the service chooses (API: engine_type)',
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: DEFAULT_FILE_NAME,
				description: 'The name of the output file; the extension is added where it is missing',
			},
			pitch,
			{
				displayName: 'Put Output File in Field',
				name: 'outputField',
				type: 'string',
				default: 'data',
				description: 'The name of the output binary field to put the file in',
			},
			{
				displayName: 'Real IP',
				name: 'realIp',
				type: 'string',
				default: '',
				placeholder: 'e.g. 127.0.0.1',
				description: 'The address to send as that of the caller; the platform does not document its effect (API: X-Real-Ip)',
			},
			speed,
			{
				displayName: 'Text Type',
				name: 'textType',
				type: 'options',
				options: [{ name: 'Plain Text', value: 'text' }],
				default: usualTextType,
				description: 'What kind of text is sent (API: text_type)',
			},
			volume,
		),
	],
	begin: (context, client) => {
		const limitFor = fileLimits(context);
		return async (index) => {
			const item = new Item(context, index);
			const settings = readSettings(item);
			const { format, sampleRate } = settings;
			const pieces = splitText(item.requiredText('text', 'Text'), LIMITS.speechTextBytes).filter(({ text }) => !isBlank(text));
			const texts = pieces.map(({ text }) => text);
			const field = asText(item.options.outputField, 'Put Output File in Field').trim() || 'data';
			const headers = readHeaders(item);
			const fileName = fileNameOf(item, format);
			const simplified = item.flag('simplify');
			const joiner = new AudioJoiner(format, sampleRate, texts, await limitFor(mostAudioBytes(texts, sampleRate)));
			const send = client(requestOptionsOf(item));
			const responses = await Promise.all(
				texts.map(async (text, piece) => {
					const request = { endpoint: ENDPOINTS.speech, param: speechParam(settings), headers, body: textForm({ text }) };
					return await send(request, (response) => {
						const { audio, ...rest } = readSpeech(response);
						joiner.add(piece, audio, rest.sid);
						return rest;
					});
				}),
			);
			const { bytes, ...sound } = joiner.finish();
			const binary = await storeFile(context, bytes, fileName, MIME_TYPES[format]);
			const sids = responses.flatMap(({ sid }) => sid ?? []);
			const summary = { bytes: bytes.length, durationSeconds: sound.durationSeconds, sampleRate: sound.sampleRate, format, pieces: responses.length, sids };
			return [{ json: simplified ? summary : rawResponse(responses.map(headersOf)), binary: { [field]: binary } }];
		};
	},
};

function readSettings(item: Item): SpeechSettings {
	const { options } = item;
	const rate = Number(item.value('sampleRate'));
	if (!SAMPLE_RATES.some((known) => known === rate)) {
		throw new InputError(`Sample Rate is ${rate}`, `Choose one of: ${SAMPLE_RATES.join(', ')}.`);
	}
	return {
		voice: item.requiredText('voice', 'Voice').trim(),
		sampleRate: rate,
		format: asChoice(item.value('format'), 'Audio Format', AUDIO_FORMATS),
		speed: readNumber(options.speed, speed),
		volume: readNumber(options.volume, volume),
		pitch: readNumber(options.pitch, pitch),
		engine: options.engine === undefined ? undefined : asChoice(options.engine, 'Engine', SPEECH_ENGINES),
		textType: asChoice(options.textType ?? usualTextType, 'Text Type', [usualTextType]),
	};
}

/** The file's name, with the ending of its format. */
function fileNameOf({ options }: Item, format: AudioFormat): string {
	const name = asText(options.fileName, 'File Name').trim() || DEFAULT_FILE_NAME;
	return name.toLowerCase().endsWith(`.${format}`) ? name : `${name}.${format}`;
}

function readHeaders({ options }: Item): Record<string, string> {
	const realIp = asText(options.realIp, 'Real IP').trim();
	if (!fitsHeader(realIp)) throw new InputError(`Real IP is ${JSON.stringify(realIp)}`, 'Enter an address in plain letters and digits, such as 127.0.0.1.');
	return realIp === '' ? {} : { 'X-Real-Ip': realIp };
}

/** A success has no envelope: with Simplify off the answer's headers come as they were. */
function headersOf({ headers }: Pick<SpeechResponse, 'headers'>): IDataObject {
	return { headers: JSON.parse(JSON.stringify(headers)) };
}
