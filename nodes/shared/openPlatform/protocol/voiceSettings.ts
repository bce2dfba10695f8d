/** Known voices, with the speakers' names in Latin letters. Other voices are accepted too. */
export const KNOWN_VOICES: readonly {
	value: string;
	speaker: string;
	gender?: 'Female' | 'Male';
}[] = [
	{ value: 'xiaoyan', speaker: 'Xiaoyan', gender: 'Female' },
	{ value: 'aisjiuxu', speaker: 'Xujiu', gender: 'Male' },
	{ value: 'aisxping', speaker: 'Xiaoping', gender: 'Female' },
	{ value: 'x_xiaowei', speaker: 'Xiaowei' },
	{ value: 'x_xiaofeng', speaker: 'Xiaofeng', gender: 'Male' },
	{ value: 'x2_xiaoyan', speaker: 'Xiaoyan', gender: 'Female' },
];

export const SAMPLE_RATES = [
	{ name: '16000 Hz', value: 16000 },
	{ name: '8000 Hz (Telephone)', value: 8000 },
] as const;

/**
 * Formats of the audio file. The API names are `raw` for `wav` and `pcm`, `lame` for `mp3` (4.4).
 */
export const AUDIO_FORMATS = [
	{ name: 'MP3', value: 'mp3' },
	{ name: 'PCM', value: 'pcm', description: 'Raw 16-bit samples without a header' },
	{ name: 'WAV', value: 'wav' },
] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number]['value'];

/** Settings that both speech services have. Speed, volume and pitch go from 0 to 100. */
export interface VoiceSettings {
	voice: string;
	sampleRate: number;
	format: AudioFormat;
	speed: number;
	volume: number;
	pitch: number;
}

export const DEFAULT_SPEECH = {
	voice: 'xiaoyan',
	sampleRate: 16000,
	format: 'wav',
	speed: 50,
	volume: 50,
	pitch: 50,
} as const satisfies VoiceSettings;

/** Sample rate and format as both services take them. */
export function audioParam({ format, sampleRate }: Pick<VoiceSettings, 'format' | 'sampleRate'>) {
	return { auf: `audio/L16;rate=${sampleRate}`, aue: format === 'mp3' ? 'lame' : 'raw' };
}
