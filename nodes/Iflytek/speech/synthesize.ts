import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AudioJoiner, mostAudioBytes } from '../../shared/openPlatform/audio';
import { DEFAULT_SPEECH } from '../../shared/openPlatform/speech';
import { splitText } from '../../shared/openPlatform/text/split';
import { fileLimits, storeFile } from '../../shared/n8n/run/binaryStorage';
import { asChoice, Item, rawResponse, simplify, type IflytekOperation } from '../operation';
import { readFile, readVoice } from './options';
import { standardOptions, standardSpeech } from './standard';
import { streamingOptions, streamingSpeech } from './streaming';
import { voice } from './voices';

const option: INodePropertyOptions = {
	name: 'Synthesize',
	value: 'synthesize',
	action: 'Synthesize speech',
	description: 'Convert text to speech and return an audio file (语音合成, API: tts). Not available to AI agents, which cannot receive files.',
};

// n8n's lint rules know no default that is read from an object.
const { format: usualFormat, sampleRate: usualRate } = DEFAULT_SPEECH;

const MIME_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg', pcm: 'application/octet-stream' } as const;

const SERVICES = ['streaming', 'standard'] as const;

const service: INodeProperties = {
	displayName: 'Service',
	name: 'service',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Standard (HTTP)', value: 'standard', description: 'In the console: 语音合成. For applications that have it already.' },
		{ name: 'Streaming', value: 'streaming', description: 'In the console: 语音合成（流式版）. Needs the API Secret in the credential.' },
	],
	default: 'streaming',
	description: 'Streaming is for new applications. Standard (HTTP) is the older service, only available to applications that already have it.',
};

/** Speech synthesis: document 1, 4.4, and its streaming successor. */
export const synthesize: IflytekOperation = {
	option,
	properties: [
		service,
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. 您好，您的订单已发货。',
			description:
				'Text to convert to speech. Longer text (8,000 bytes or more for Streaming, 1,000 for Standard) is split at sentence ends and returned as one file.',
		},
		voice,
		{
			displayName: 'Audio Format',
			name: 'format',
			type: 'options',
			options: [
				{ name: 'MP3', value: 'mp3' },
				{ name: 'PCM', value: 'pcm', description: 'Raw 16-bit samples without a header' },
				{ name: 'WAV', value: 'wav' },
			],
			default: usualFormat,
			description: 'Format of the audio file to return (API: aue)',
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
		streamingOptions,
		standardOptions,
	],
	begin: (context, client) => {
		const limitFor = fileLimits(context);
		return async (index) => {
			const item = new Item(context, index);
			const settings = readVoice(item);
			const { format, sampleRate } = settings;
			const isStreaming = asChoice(item.value('service'), 'Service', SERVICES) === 'streaming';
			const { textBytes, encoding, speak } = isStreaming ? streamingSpeech(context, item, settings, client) : standardSpeech(item, settings, client);
			const pieces = splitText(item.requiredText('text', 'Text'), textBytes, encoding);
			const texts = pieces.map(({ text }) => text);
			const { field, fileName } = readFile(item, format);
			const simplified = item.flag('simplify');
			const joiner = new AudioJoiner(format, sampleRate, texts, await limitFor(mostAudioBytes(texts, sampleRate)));
			const parts = await Promise.all(texts.map(async (text, piece) => await speak(text, (audio, sid) => joiner.add(piece, audio, sid))));
			const { bytes, ...sound } = joiner.finish();
			const binary = await storeFile(context, bytes, fileName, MIME_TYPES[format]);
			const summary = {
				bytes: bytes.length,
				durationSeconds: sound.durationSeconds,
				sampleRate: sound.sampleRate,
				format,
				pieces: parts.length,
				sids: parts.flatMap(({ sid }) => sid ?? []),
			};
			return [{ json: simplified ? summary : rawResponse(parts.map(({ raw }) => raw)), binary: { [field]: binary } }];
		};
	},
};
