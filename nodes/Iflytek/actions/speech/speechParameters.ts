import type { INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import {
	AUDIO_FORMATS,
	DEFAULT_SPEECH,
	KNOWN_VOICES,
	SAMPLE_RATES,
	type VoiceSettings,
} from '../../../shared/openPlatform/protocol/voiceSettings';
import { numberOf } from '../../../shared/values';
import { asChoice, valuesOf } from '../../../shared/n8n/parameters/coerce';
import { numberField, textField } from '../../../shared/n8n/parameters/properties';
import { readNumber, type Item } from '../../../shared/n8n/parameters/item';
import { fileOptions } from './speechFiles';
import { formatting, readings } from './spokenInput';

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
export const VOICES = KNOWN_VOICES.map(({ value, speaker, gender }) => ({
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

/** The options that both services have. */
export const sharedOptions = [
	formatting,
	readings,
	speed,
	volume,
	pitch,
	sampleRate,
	...fileOptions,
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
