import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { LIMITS } from '../../shared/openPlatform/limits';
import { AUDIO_FORMATS, DEFAULT_SPEECH, SAMPLE_RATES, type AudioFormat, type VoiceSettings } from '../../shared/openPlatform/speech';
import { asChoice, asText, readNumber, type Item, type NumberField } from '../operation';

/** Options that both speech services have. */

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

export const voiceOptions: INodeProperties[] = [pitch, speed, volume];

const DEFAULT_FILE_NAME = 'speech';
const DEFAULT_FIELD = 'data';

export const fileOptions: INodeProperties[] = [
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: DEFAULT_FILE_NAME,
		description: 'Name of the output file. The extension is added if missing.',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputField',
		type: 'string',
		default: DEFAULT_FIELD,
		description: 'The name of the output binary field to put the file in',
	},
];

/** What an item says of the voice and the audio. */
export function readVoice(item: Item): VoiceSettings {
	const { options } = item;
	const rate = Number(item.value('sampleRate'));
	if (!SAMPLE_RATES.some((known) => known === rate)) {
		throw new InputError(`Sample Rate must be one of: ${SAMPLE_RATES.join(', ')}, but is ${rate}`, 'Check the value, or the expression that provides it.');
	}
	return {
		voice: item.requiredText('voice', 'Voice').trim(),
		sampleRate: rate,
		format: asChoice(item.value('format'), 'Audio Format', AUDIO_FORMATS),
		speed: readNumber(options.speed, speed),
		volume: readNumber(options.volume, volume),
		pitch: readNumber(options.pitch, pitch),
	};
}

/** What an item says of the output file: its field, and its name with the extension of the format. */
export function readFile({ options }: Item, format: AudioFormat): { field: string; fileName: string } {
	const field = asText(options.outputField, 'Put Output File in Field').trim() || DEFAULT_FIELD;
	const name = asText(options.fileName, 'File Name').trim() || DEFAULT_FILE_NAME;
	return { field, fileName: name.toLowerCase().endsWith(`.${format}`) ? name : `${name}.${format}` };
}
