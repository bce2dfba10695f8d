import type { IBinaryData, IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import {
	AudioJoiner,
	type SpeechPart,
	type SpokenPart,
} from '../../../shared/openPlatform/speech/audio';
import type { VoiceSettings } from '../../../shared/openPlatform/speech/standardSpeech';
import { spokenCues } from '../../../shared/openPlatform/speech/subtitles/cueTexts';
import {
	overallTiming,
	speechCues,
	SUBTITLE_MIME_TYPES,
	subtitleFile,
} from '../../../shared/openPlatform/speech/subtitles/cues';
import { splitText } from '../../../shared/openPlatform/text/sentences';
import {
	asFlag,
	Item,
	readConcurrency,
	requestOptions,
	simplify,
} from '../../../shared/n8n/parameters';
import { mapConcurrently } from '../../../shared/n8n/run/items';
import { rawResponse } from '../../../shared/n8n/run/operations';
import type { IflytekOperation } from '../operation';
import type { OpenPlatformClient } from '../../transport/openPlatformClient';
import {
	audioFormat,
	readOutputFile,
	readSubtitles,
	readVoice,
	readService,
	service,
	sharedOptions,
	text,
	voice,
	type SubtitleSettings,
} from './speechParameters';
import { engine, standardService } from './standardService';
import { streamingOptions, streamingService } from './streamingService';

/** A speech service with the settings of an item. */
interface SpeechService {
	/** The most bytes of text that one request takes. The bytes are counted in `encoding`. */
	textBytes: number;
	encoding: 'utf8' | 'utf16le';
	/**
	 * Synthesizes one piece of a text. `check` is called with the audio of the piece, or of a part of
	 * it. If `check` throws, the request may be sent again.
	 * @returns the parts in order, each with the value that is output with Simplify off
	 * @throws Failure
	 */
	speak(
		text: string,
		check: (part: SpeechPart) => void,
	): Promise<{ part: SpeechPart; raw: IDataObject }[]>;
}

/** For each value of the parameter Service a function that prepares this service for an item. */
const SERVICES: Record<
	'streaming' | 'standard',
	(
		item: Item,
		voice: VoiceSettings,
		client: OpenPlatformClient,
		context: IExecuteFunctions,
	) => SpeechService
> = { streaming: streamingService, standard: standardService };

const MIME_TYPES = {
	wav: 'audio/wav',
	mp3: 'audio/mpeg',
	pcm: 'application/octet-stream',
} as const;

/** Speech synthesis, by the service of document 1 (4.4) or by its streaming successor. */
export const synthesize: IflytekOperation = {
	option: {
		name: 'Synthesize',
		value: 'synthesize',
		action: 'Synthesize speech',
		description:
			'Convert text to speech and return an audio file (API: tts). Not available to AI agents, which cannot receive files.',
	},
	properties: [
		text,
		voice,
		audioFormat,
		requestOptions(service, ...sharedOptions, ...streamingOptions, engine, simplify),
	],
	execute: async (context, client, index) => {
		const atOnce = readConcurrency(context);
		const item = new Item(context, index);
		const settings = readVoice(item);
		const { format } = settings;
		const setUp = SERVICES[readService(item)];
		const { textBytes, encoding, speak } = setUp(item, settings, client, context);
		const audioFile = readOutputFile(item, format);
		const subtitles = readSubtitles(item, audioFile);
		const pieces = splitText(item.requiredText('text', 'Text'), textBytes, encoding).flatMap(
			(piece) => (subtitles.requestPerCue ? spokenCues(piece.text) : [piece.text]),
		);
		const simplified = asFlag(item.options.simplify ?? true);
		const joiner = new AudioJoiner(format, settings.sampleRate, pieces);
		const spoken = await mapConcurrently(pieces, atOnce, async (piece, pieceIndex) => {
			const parts = await speak(piece, (part) => joiner.check(part));
			joiner.add(pieceIndex, ...parts.map(({ part }) => part));
			return parts.map(({ part: { sid }, raw }) => ({ sid, raw }));
		});
		const responses = spoken.flat();
		const { bytes, timeline, ...sound } = joiner.finish();
		const { binary, ...fields } = await subtitleOutput(context, timeline, subtitles);
		const audio = await storeFile(context, bytes, audioFile.fileName, MIME_TYPES[format]);
		const sids = responses.map(({ sid }) => sid).filter((sid) => sid !== undefined);
		const summary = { bytes: bytes.length, ...sound, format, pieces: responses.length, sids };
		return [
			{
				json: simplified ? { ...summary, ...fields } : rawResponse(responses.map(({ raw }) => raw)),
				binary: { [audioFile.field]: audio, ...binary },
			},
		];
	},
};

/**
 * Stores a file as binary data.
 * @throws InputError if n8n cannot keep the file
 */
async function storeFile(
	{ helpers }: IExecuteFunctions,
	bytes: Buffer,
	fileName: string,
	mimeType: string,
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
async function subtitleOutput(
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
				[file.field]: await storeFile(
					context,
					Buffer.from(subtitleFile(cues, file.format)),
					file.fileName,
					SUBTITLE_MIME_TYPES[file.format],
				),
			},
		}),
	};
}
