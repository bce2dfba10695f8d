import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../shared/openPlatform/protocol/services';
import {
	AUDIO_FORMATS,
	DEFAULT_SPEECH,
	KNOWN_VOICES,
	SAMPLE_RATES,
	type AudioFormat,
	type VoiceSettings,
} from '../../shared/openPlatform/speech/standardSpeech';
import { numberOf } from '../../shared/values';
import {
	asChoice,
	asText,
	numberField,
	readNumber,
	textField,
	valuesOf,
	type Item,
} from '../../shared/n8n/parameters';

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

/** From how many bytes on a text is too long for one request. */
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

/** As the lists of AI Call show theirs: `Xiaoyan (Female, xiaoyan)`. */
const VOICES = KNOWN_VOICES.map(({ value, speaker, gender }) => ({
	name: `${speaker} (${[gender, value].filter(Boolean).join(', ')})`,
	value,
}));

/** A known voice, or any other by name. */
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

/** The known voices; others are entered by name. */
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

export const sampleRate: INodeProperties = {
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

/** The options that both services have. */
export const sharedOptions = [fileName, outputField, pitch, speed, volume];

export function readVoice(item: Item): VoiceSettings {
	const { options } = item;
	const rate = item.value('sampleRate');
	return {
		voice: item.requiredText('voice', 'Voice').trim(),
		sampleRate: asChoice(numberOf(rate) ?? rate, 'Sample Rate', valuesOf(SAMPLE_RATES)),
		format: asChoice(item.value('format'), 'Audio Format', valuesOf(AUDIO_FORMATS)),
		speed: readNumber(options.speed, speed),
		volume: readNumber(options.volume, volume),
		pitch: readNumber(options.pitch, pitch),
	};
}

/** The binary field for the output file, and its name with the extension of the format. */
export function readFile(
	{ options }: Item,
	format: AudioFormat,
): { field: string; fileName: string } {
	const field = asText(options.outputField, 'Put Output File in Field').trim() || DEFAULT_FIELD;
	const name = asText(options.fileName, 'File Name').trim() || DEFAULT_FILE_NAME;
	return {
		field,
		fileName: name.toLowerCase().endsWith(`.${format}`) ? name : `${name}.${format}`,
	};
}
