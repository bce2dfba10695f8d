import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../shared/openPlatform/limits';
import { ENGLISH_READINGS, NUMBER_READINGS, streamingBusiness, type StreamingSettings } from '../../shared/openPlatform/streaming/speech';
import type { VoiceSettings } from '../../shared/openPlatform/speech';
import type { OpenPlatformClient } from '../client';
import { speakOverWebSocket } from '../streamingClient';
import { asChoice, asFlag, openPlatformOptions, requestOptionsOf, type Item } from '../operation';
import { fileOptions, voiceOptions } from './options';
import type { SpeechService } from './service';

/** Speech synthesis over a WebSocket: the service that new applications have. */

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Background Sound',
		name: 'backgroundSound',
		type: 'boolean',
		default: false,
		description: 'Whether to play a background sound (API: bgs)',
	},
	{
		displayName: 'English',
		name: 'english',
		type: 'options',
		options: [
			{ name: 'As Words If Unclear', value: '0', description: 'As words or letters, whichever fits; as words if unclear' },
			{ name: 'As Letters If Unclear', value: '2', description: 'As words or letters, whichever fits; as letters if unclear' },
			{ name: 'Always As Letters', value: '1', description: 'Letter by letter' },
		],
		default: '0',
		description: 'How English in a Chinese text is read (API: reg)',
	},
	{
		displayName: 'Minor Language',
		name: 'minorLanguage',
		type: 'boolean',
		default: false,
		description: 'Whether the voice speaks a language other than Chinese or English, such as Thai or Russian. The text is then sent as UTF-16 (API: ent mtts, tte unicode).',
	},
	{
		displayName: 'Numbers',
		name: 'numbers',
		type: 'options',
		options: [
			{ name: 'Automatic', value: '0', description: 'As a value or digit by digit, whichever fits' },
			{ name: 'As Values', value: '1', description: '110 as one hundred and ten' },
			{ name: 'As Digits', value: '2', description: '110 as one, one, zero' },
			{ name: 'As Digits If Unclear', value: '3', description: 'As a value or digit by digit, whichever fits; digit by digit if unclear' },
		],
		default: '0',
		description: 'How numbers are read (API: rdn)',
	},
];

export const streamingOptions = {
	...openPlatformOptions(...fileOptions, ...voiceOptions, ...ownOptions),
	displayOptions: { show: { service: ['streaming'] } },
};

/** The service, set up for an item. */
export function streamingSpeech(context: IExecuteFunctions, item: Item, voice: VoiceSettings, client: OpenPlatformClient): SpeechService {
	const settings = readSettings(item, voice);
	const business = streamingBusiness(settings);
	const options = requestOptionsOf(item);
	const attempts = client.attempts(options);
	return {
		textBytes: LIMITS.streamingTextBytes,
		encoding: settings.minorLanguage === true ? 'utf16le' : 'utf8',
		speak: async (text, take) =>
			await attempts(async () => {
				const { audio, sid, lastFrame } = await speakOverWebSocket(context, client.credential, { text, business, sampleRate: voice.sampleRate, timeoutMs: options.timeoutMs });
				take(audio, sid);
				return { sid, raw: lastFrame as IDataObject };
			}),
	};
}

function readSettings({ options }: Item, voice: VoiceSettings): StreamingSettings {
	const { backgroundSound, english, minorLanguage, numbers } = options;
	return {
		...voice,
		...(backgroundSound !== undefined && { backgroundSound: asFlag(backgroundSound) }),
		...(english !== undefined && { englishReading: asChoice(String(english), 'English', ENGLISH_READINGS) }),
		...(numbers !== undefined && { numberReading: asChoice(String(numbers), 'Numbers', NUMBER_READINGS) }),
		...(minorLanguage !== undefined && { minorLanguage: asFlag(minorLanguage) }),
	};
}
