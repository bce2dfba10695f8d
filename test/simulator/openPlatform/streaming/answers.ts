import type { SpokenSentence } from '../engines/speech';
import type { Synthesis } from './frame';

/** One answer frame, before it is written as JSON. */
export interface AnswerFrame {
	code: number;
	message: string;
	sid: string;
	data: { audio: string; status: 1 | 2; ced: string } | null;
}

/** Bytes of audio in one frame: half a second of 16 kHz PCM. */
const AUDIO_BYTES = 16_000;

/** The speech of the engine. */
export interface Spoken {
	audio: Buffer;
	sentences: SpokenSentence[];
}

/**
 * The frames of a success: audio in several of them, and the last with status 2. MP3 without streaming comes in one.
 * The service cuts a text at sentences: every frame of a sentence has the bytes of the text up to its end as `ced`.
 */
export function successFrames(
	{ encoding, streamed, unicode, textBytes }: Synthesis,
	{ audio, sentences }: Spoken,
	sid: string,
): AnswerFrame[] {
	const whole = encoding === 'lame' && !streamed;
	const samples = sentences.reduce((sum, sentence) => sum + sentence.samples, 0);
	const frames: AnswerFrame[] = [];
	let [ced, spoken, start] = [0, 0, 0];
	for (const sentence of whole ? [] : audible(sentences)) {
		ced += Buffer.byteLength(sentence.text, unicode ? 'utf16le' : 'utf8');
		spoken += sentence.samples;
		// Bare samples are two bytes each; MP3 of one bit rate is as long as it sounds.
		const end =
			spoken === samples ? audio.length : 2 * Math.round((audio.length * spoken) / samples / 2);
		const size = Math.min(AUDIO_BYTES, Math.max(2, 2 * Math.floor((end - start) / 4)));
		for (; start < end; start += size) {
			const part = audio.toString('base64', start, Math.min(end, start + size));
			frames.push(frame(sid, { audio: part, status: 1, ced: String(ced) }));
		}
		start = end;
	}
	const rest = audio.toString('base64', start);
	if (frames.length === 0 || rest !== '')
		frames.push(frame(sid, { audio: rest, status: 1, ced: String(textBytes) }));
	const last = frames.at(-1);
	if (last?.data) last.data = { ...last.data, status: 2, ced: String(textBytes) };
	return frames;
}

/** The sentences with sound, each with the silent ones after it. */
function audible(sentences: SpokenSentence[]): SpokenSentence[] {
	const all: SpokenSentence[] = [];
	for (const { text, samples } of sentences) {
		const last = all.at(-1);
		if (last && (samples === 0 || last.samples === 0))
			all[all.length - 1] = { text: last.text + text, samples: last.samples + samples };
		else all.push({ text, samples });
	}
	return all;
}

/** The same frames with one without data among them: the second, or the first of two if there was only one. */
export function withFrameWithoutData(frames: AnswerFrame[], sid: string): AnswerFrame[] {
	const before = frames.length > 1 ? 1 : 0;
	return [...frames.slice(0, before), frame(sid, null), ...frames.slice(before)];
}

export function frame(sid: string, data: AnswerFrame['data']): AnswerFrame {
	return { code: 0, message: 'success', sid, data };
}

export function failureFrame(code: number, message: string, sid: string): AnswerFrame {
	return { code, message, sid, data: null };
}
