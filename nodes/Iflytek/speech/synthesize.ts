import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { joinAudio } from '../../shared/openPlatform/audio';
import { textForm } from '../../shared/openPlatform/body';
import { fitsHeader } from '../../shared/openPlatform/checksum';
import { LIMITS } from '../../shared/openPlatform/limits';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import {
	AUDIO_FORMATS,
	readSpeech,
	SAMPLE_RATES,
	SPEECH_ENGINES,
	speechParam,
	type SpeechAnswer,
	type SpeechSettings,
} from '../../shared/openPlatform/speech';
import { cutText } from '../../shared/openPlatform/text/cut';
import { isBlank } from '../../shared/values';
import { asChoice, asInteger, asText, Item } from '../../shared/n8n/item';
import { asTheyCame } from '../../shared/n8n/operations';
import { optionsOf, simplify } from '../../shared/n8n/properties';
import { patienceOf } from '../settings';
import type { IflytekOperation } from '../types';
import { voice } from './voices';

const option: INodePropertyOptions = {
	name: 'Synthesize',
	value: 'synthesize',
	action: 'Synthesize speech from text',
	description: 'Speak a text and return it as an audio file (API: tts)',
};

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
			default: 'wav',
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
			default: 16000,
			description: 'Samples per second (API: auf)',
		},
		simplify,
		optionsOf(
			{
				displayName: 'Engine',
				name: 'engine',
				type: 'options',
				options: [
					{ name: 'Chinese (Intp65)', value: 'intp65' },
					{ name: 'English (Intp65_en)', value: 'intp65_en' },
					{ name: 'Minor Languages (Mtts)', value: 'mtts', description: 'Together with a voice of that language' },
					{ name: 'Normal (Aisound)', value: 'aisound' },
					{ name: 'Optimized (X)', value: 'x' },
				],
				default: 'intp65',
				description: 'The synthesis engine; without this option the service chooses (API: engine_type)',
			},
			{
				displayName: 'Pitch',
				name: 'pitch',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 100 },
				default: 50,
				description: 'How high the voice is, from 0 to 100 (API: pitch)',
			},
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
			{
				displayName: 'Speed',
				name: 'speed',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 100 },
				default: 50,
				description: 'How fast the voice speaks, from 0 to 100 (API: speed)',
			},
			{
				displayName: 'Text Type',
				name: 'textType',
				type: 'options',
				options: [{ name: 'Plain Text', value: 'text' }],
				default: 'text',
				description: 'What kind of text is sent (API: text_type)',
			},
			{
				displayName: 'Volume',
				name: 'volume',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 100 },
				default: 50,
				description: 'How loud the voice is, from 0 to 100 (API: volume)',
			},
		),
	],
	begin: (context, door) => async (index) => {
		const item = new Item(context, index);
		const settings = readSettings(item);
		const pieces = cutText(item.requiredText('text', 'Text'), LIMITS.speechTextBytes).filter(({ text }) => !isBlank(text));
		const field = asText(item.options.outputField, 'Put Output File in Field').trim() || 'data';
		const headers = readHeaders(item);
		const ask = door(patienceOf(item));
		const answers = await Promise.all(
			pieces.map(async ({ text }) => {
				const answer = await ask({ endpoint: ENDPOINTS.speech, param: speechParam(settings), headers, body: textForm({ text }) }, readSpeech);
				return { text, ...answer };
			}),
		);
		const { format, sampleRate } = settings;
		const audio = joinAudio(format, answers, sampleRate);
		const binary = await context.helpers.prepareBinaryData(audio.bytes, `speech.${format}`, MIME_TYPES[format]);
		const simplified = {
			bytes: audio.bytes.length,
			durationSeconds: audio.durationSeconds,
			sampleRate: audio.sampleRate,
			format,
			pieces: answers.length,
			sids: answers.flatMap(({ sid }) => sid ?? []),
		};
		return [{ json: item.flag('simplify') ? simplified : asTheyCame(answers.map(headersOf)), binary: { [field]: binary } }];
	},
};

function readSettings(item: Item): SpeechSettings {
	const { options } = item;
	const scale = (value: unknown, label: string) => asInteger(value ?? 50, label, LIMITS.speechScale);
	const rate = Number(item.value('sampleRate'));
	if (!SAMPLE_RATES.some((known) => known === rate)) {
		throw new InputError(`Sample Rate is ${rate}`, `Choose one of: ${SAMPLE_RATES.join(', ')}.`);
	}
	return {
		voice: item.requiredText('voice', 'Voice').trim(),
		sampleRate: rate,
		format: asChoice(item.value('format'), 'Audio Format', AUDIO_FORMATS),
		speed: scale(options.speed, 'Speed'),
		volume: scale(options.volume, 'Volume'),
		pitch: scale(options.pitch, 'Pitch'),
		engine: options.engine === undefined ? undefined : asChoice(options.engine, 'Engine', SPEECH_ENGINES),
		textType: asChoice(options.textType ?? 'text', 'Text Type', ['text']),
	};
}

function readHeaders({ options }: Item): Record<string, string> {
	const realIp = asText(options.realIp, 'Real IP').trim();
	if (!fitsHeader(realIp)) throw new InputError(`Real IP is ${JSON.stringify(realIp)}`, 'Enter an address in plain letters and digits, such as 127.0.0.1.');
	return realIp === '' ? {} : { 'X-Real-Ip': realIp };
}

/** A success has no envelope: with Simplify off the answer's headers come as they were. */
function headersOf({ headers }: SpeechAnswer): IDataObject {
	return { headers: JSON.parse(JSON.stringify(headers)) };
}
