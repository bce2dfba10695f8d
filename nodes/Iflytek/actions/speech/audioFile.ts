import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import {
	AudioJoiner,
	maxAudioBytes,
	UNLIMITED,
	type FileLimit,
} from '../../../shared/openPlatform/speech/audio';
import type { VoiceSettings } from '../../../shared/openPlatform/speech/standardSpeech';

const KEEP_FILES =
	'Or let n8n keep binary data as files (N8N_DEFAULT_BINARY_DATA_MODE=filesystem).';

/**
 * If n8n keeps binary data in memory, a file is one Base64 text, and a text in Node.js has at most
 * 2^29 - 24 characters.
 */
const IN_MEMORY: FileLimit = {
	bytes: Math.floor((2 ** 29 - 24) / 4) * 3,
	sentenceStart: 'n8n, which keeps binary data in memory here, takes',
	advice: KEEP_FILES,
};

/**
 * The highest value of n8n's setting N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE. A node cannot see the
 * actual value (512 MB by default).
 */
const IN_DATABASE: FileLimit = {
	bytes: 1024 ** 3,
	sentenceStart: 'n8n, which keeps binary data in its database here, takes',
	advice: KEEP_FILES,
};

/**
 * Returns a function that creates the joiner for a text. The joiner makes no file larger than n8n
 * can keep. A node must store a file to find out where n8n keeps binary data. So one empty file is
 * stored, and only if the audio may become too large.
 */
export function audioJoiners(
	context: IExecuteFunctions,
): (pieces: string[], voice: VoiceSettings) => Promise<AudioJoiner> {
	let limit: Promise<FileLimit> | undefined;
	return async (pieces, { format, sampleRate }) => {
		const surelyFits = maxAudioBytes(pieces, sampleRate) < IN_MEMORY.bytes;
		return new AudioJoiner(
			format,
			sampleRate,
			pieces,
			surelyFits ? UNLIMITED : await (limit ??= findLimit(context)),
		);
	};
}

async function findLimit({ helpers }: IExecuteFunctions): Promise<FileLimit> {
	const { id } = await helpers.prepareBinaryData(
		Buffer.alloc(0),
		'empty',
		'application/octet-stream',
	);
	// Only a file in memory has no id.
	if (!id) return IN_MEMORY;
	return id.startsWith('database:') ? IN_DATABASE : UNLIMITED;
}

/**
 * Stores a file as binary data.
 * @throws InputError if n8n cannot keep the file
 */
export async function storeFile(
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
		`Make the file smaller, or check where n8n keeps binary data. ${KEEP_FILES}`,
	);
}
