import type { SpokenSentence } from '../engines/speech';
import type { Synthesis } from './frame';

/** One answer frame, before it is written as JSON. */
export interface AnswerFrame {
	code: number;
	message: string;
	sid: string;
	data: { audio: string; status: 1 | 2; ced: string } | null;
}

/** The most bytes of audio in one frame: half a second of PCM at 16 kHz. */
const MAX_AUDIO_BYTES = 16_000;

/** What the engine has spoken. */
export interface Spoken {
	audio: Buffer;
	sentences: SpokenSentence[];
}

/**
 * The frames of a success. The audio is spread over several frames, of which the last has status 2. MP3 without
 * streaming comes in a single frame. Like the service, this begins a new frame with each sentence. The `ced` of a frame
 * is the number of bytes of the text up to the end of its sentence.
 */
export function successFrames(
	{ encoding, streamed, unicode, textBytes }: Synthesis,
	{ audio, sentences }: Spoken,
	sid: string,
): AnswerFrame[] {
	const inOneFrame = encoding === 'lame' && !streamed;
	const allSamples = sentences.reduce((sum, sentence) => sum + sentence.samples, 0);
	const frames: AnswerFrame[] = [];
	let ced = 0;
	let spokenSamples = 0;
	let start = 0;
	for (const sentence of inOneFrame ? [] : audible(sentences)) {
		ced += Buffer.byteLength(sentence.text, unicode ? 'utf16le' : 'utf8');
		spokenSamples += sentence.samples;
		// The sentences share the bytes in proportion to their samples. A PCM sample has two bytes, so the cut is at an even byte.
		const end =
			spokenSamples === allSamples
				? audio.length
				: 2 * Math.round((audio.length * spokenSamples) / allSamples / 2);
		// A frame has at most half of its sentence, so a sentence has at least two frames.
		const size = Math.min(MAX_AUDIO_BYTES, Math.max(2, 2 * Math.floor((end - start) / 4)));
		for (; start < end; start += size) {
			const part = audio.toString('base64', start, Math.min(end, start + size));
			frames.push(frame(sid, { audio: part, status: 1, ced: String(ced) }));
		}
		// The loop can go past the end of the sentence.
		start = end;
	}
	// With a single frame, this is the whole audio.
	const rest = audio.toString('base64', start);
	if (frames.length === 0 || rest !== '')
		frames.push(frame(sid, { audio: rest, status: 1, ced: String(textBytes) }));
	const last = frames.at(-1);
	if (last?.data) last.data = { ...last.data, status: 2, ced: String(textBytes) };
	return frames;
}

/** Joins a sentence without sound with its neighbors, so that every part has sound. */
function audible(sentences: SpokenSentence[]): SpokenSentence[] {
	const parts: SpokenSentence[] = [];
	for (const { text, samples } of sentences) {
		const last = parts.at(-1);
		if (last && (samples === 0 || last.samples === 0))
			parts[parts.length - 1] = { text: last.text + text, samples: last.samples + samples };
		else parts.push({ text, samples });
	}
	return parts;
}

/** The same frames with an additional frame without data. It is the second frame, or the first if there is only one other. */
export function withFrameWithoutData(frames: AnswerFrame[], sid: string): AnswerFrame[] {
	const index = frames.length > 1 ? 1 : 0;
	return [...frames.slice(0, index), frame(sid, null), ...frames.slice(index)];
}

export function frame(sid: string, data: AnswerFrame['data']): AnswerFrame {
	return { code: 0, message: 'success', sid, data };
}

export function failureFrame(code: number, message: string, sid: string): AnswerFrame {
	return { code, message, sid, data: null };
}
