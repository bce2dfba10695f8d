import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import type { SpokenPart } from '../../../shared/openPlatform/speech/audioJoiner';
import { LINE_COLUMNS } from '../../../shared/openPlatform/speech/cueTexts';
import {
	overallTiming,
	speechCues,
	subtitleFile,
	type SubtitleFormat,
} from '../../../shared/openPlatform/speech/cues';
import type { AudioFormat } from '../../../shared/openPlatform/protocol/voiceSettings';
import { asChoice, asFlag, asText } from '../../../shared/n8n/parameters/coerce';
import { switchField, textField } from '../../../shared/n8n/parameters/properties';
import type { Item } from '../../../shared/n8n/parameters/item';

/** The files that a synthesis returns: the audio, and its subtitles. */

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

/** The options about files and cues. */
export const fileOptions = [fileName, outputField, subtitles, cues, requestPerCue];

const MIME_TYPES = {
	wav: 'audio/wav',
	mp3: 'audio/mpeg',
	pcm: 'application/octet-stream',
	srt: 'application/x-subrip',
	vtt: 'text/vtt',
} as const;

/** A file to return. */
interface OutputFile {
	/** The binary field that it is put in. */
	field: string;
	/** With its extension. */
	fileName: string;
	mimeType: string;
}

/** The subtitles that an item requests, and whether each cue gets a request of its own. */
interface SubtitleSettings {
	file?: OutputFile & { format: SubtitleFormat };
	showCues: boolean;
	requestPerCue: boolean;
}

/** The audio file that an item requests. */
export function readOutputFile({ options }: Item, format: AudioFormat): OutputFile {
	const field = asText(options.outputField, 'Put Output File in Field').trim() || DEFAULT_FIELD;
	return outputFile(field, readFileName(options.fileName), format);
}

/** @throws InputError if audio and subtitles would have the same binary field */
export function readSubtitles({ options }: Item, audio: OutputFile): SubtitleSettings {
	const format = asChoice(options.subtitles ?? 'none', 'Subtitles', ['none', 'srt', 'vtt']);
	if (format !== 'none' && audio.field === SUBTITLES_FIELD)
		throw new InputError(
			`Put Output File in Field must not be "${SUBTITLES_FIELD}": the subtitles are put there`,
			'Choose another name, or set Subtitles to None.',
		);
	const settings = {
		showCues: asFlag(options.cues),
		requestPerCue: asFlag(options.requestPerCue),
	};
	if (format === 'none') return settings;
	const name = readFileName(options.fileName).replace(/\.(wav|mp3|pcm)$/i, '');
	return { ...settings, file: { ...outputFile(SUBTITLES_FIELD, name, format), format } };
}

function readFileName(value: unknown): string {
	return asText(value, 'File Name').trim() || DEFAULT_FILE_NAME;
}

function outputFile(field: string, name: string, format: keyof typeof MIME_TYPES): OutputFile {
	const hasExtension = name.toLowerCase().endsWith(`.${format}`);
	const fileName = hasExtension ? name : `${name}.${format}`;
	return { field, fileName, mimeType: MIME_TYPES[format] };
}

/**
 * Stores a file as binary data.
 * @throws InputError if n8n cannot keep the file
 */
export async function storeFile(
	{ helpers }: IExecuteFunctions,
	bytes: Buffer,
	{ fileName, mimeType }: OutputFile,
): Promise<IBinaryData> {
	try {
		return await helpers.prepareBinaryData(bytes, fileName, mimeType);
	} catch (error) {
		throw notKept(error, bytes, fileName);
	}
}

function notKept(error: unknown, { length }: Buffer, fileName: string): InputError {
	const reason = error instanceof Error ? error.message : String(error);
	return new InputError(
		`n8n could not keep the file ${fileName} of ${length} bytes: ${reason}`,
		'Make the file smaller, or check where n8n keeps binary data. Or let n8n keep binary data as files (N8N_DEFAULT_BINARY_DATA_MODE=filesystem).',
	);
}

/**
 * The fields and the file that Subtitles and Cues add to a result. Empty if both are off.
 */
export async function subtitleOutput(
	context: IExecuteFunctions,
	timeline: SpokenPart[],
	{ file, showCues }: SubtitleSettings,
): Promise<IDataObject & { binary?: IBinaryKeyData }> {
	if (!file && !showCues) return {};
	const cues = speechCues(timeline);
	return {
		timing: overallTiming(cues),
		...(showCues && {
			cues: cues.map(({ text, start, end, timing }) => ({ text, start, end, timing })),
		}),
		...(file && {
			binary: {
				[file.field]: await storeFile(context, Buffer.from(subtitleFile(cues, file.format)), file),
			},
		}),
	};
}
