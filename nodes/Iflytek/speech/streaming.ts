import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../shared/openPlatform/protocol/services';
import {
	ENGLISH_READINGS,
	NUMBER_READINGS,
	streamingBusiness,
} from '../../shared/openPlatform/speech/streaming/streamingSpeech';
import {
	asChoice,
	asFlag,
	given,
	requestOptions,
	requestOptionsOf,
	switchField,
	valuesOf,
} from '../../shared/n8n/parameters';
import { speakOverWebSocket } from '../streamingClient';
import { sharedOptions } from './speechParameters';
import type { SetUpService } from './service';

const ownOptions: INodeProperties[] = [
	switchField(
		'Background Sound',
		'backgroundSound',
		'Whether to play a background sound (API: bgs)',
	),
	{
		displayName: 'English',
		name: 'english',
		type: 'options',
		options: [...ENGLISH_READINGS],
		default: '0',
		description: 'How English in a Chinese text is read (API: reg)',
	},
	switchField(
		'Minor Language',
		'minorLanguage',
		'Whether the voice speaks a language other than Chinese or English, such as Thai or Russian. The text is then sent as UTF-16 (API: ent mtts, tte unicode).',
	),
	{
		displayName: 'Numbers',
		name: 'numbers',
		type: 'options',
		options: [...NUMBER_READINGS],
		default: '0',
		description: 'How numbers are read (API: rdn)',
	},
];

export const streamingOptions = {
	...requestOptions(...sharedOptions, ...ownOptions),
	displayOptions: { show: { service: ['streaming'] } },
};

/** Speech synthesis over a WebSocket: the service that new applications have. */
export const streamingSpeech: SetUpService = (item, voice, client, context) => {
	const { backgroundSound, english, minorLanguage, numbers } = item.options;
	const isMinorLanguage = asFlag(minorLanguage);
	const business = streamingBusiness({
		...voice,
		backgroundSound: given(backgroundSound, asFlag),
		englishReading: given(english, (value) =>
			asChoice(String(value), 'English', valuesOf(ENGLISH_READINGS)),
		),
		numberReading: given(numbers, (value) =>
			asChoice(String(value), 'Numbers', valuesOf(NUMBER_READINGS)),
		),
		minorLanguage: isMinorLanguage,
	});
	const options = requestOptionsOf(item);
	const attempts = client.attempts(options);
	return {
		textBytes: ENDPOINTS.streaming.limits.textBytes,
		encoding: isMinorLanguage ? 'utf16le' : 'utf8',
		speak: async (text, take) =>
			await attempts(async () => {
				const { audio, sid, lastFrame } = await speakOverWebSocket(context, client.credential, {
					text,
					business,
					sampleRate: voice.sampleRate,
					timeoutMs: options.timeoutMs,
				});
				take(audio, sid);
				return { sid, raw: lastFrame as IDataObject };
			}),
	};
};
