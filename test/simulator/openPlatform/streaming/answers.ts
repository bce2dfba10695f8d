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

/**
 * The frames of a success: audio in several, `ced` growing up to the length of the text, and the last with status 2. MP3
 * that was not asked for as a stream comes in one.
 */
export function successFrames(
	{ encoding, streamed, textBytes }: Synthesis,
	audio: Buffer,
	sid: string,
): AnswerFrame[] {
	const whole = encoding === 'lame' && !streamed;
	const size = whole
		? audio.length
		: Math.min(AUDIO_BYTES, Math.max(2, 2 * Math.floor(audio.length / 4)));
	const frames: AnswerFrame[] = [];
	for (let start = 0; start < audio.length || start === 0; start += Math.max(1, size)) {
		const end = Math.min(audio.length, start + size);
		const ced = audio.length === 0 ? textBytes : Math.floor((textBytes * end) / audio.length);
		const status = end >= audio.length ? 2 : 1;
		frames.push(
			frame(sid, { audio: audio.toString('base64', start, end), status, ced: String(ced) }),
		);
	}
	return frames;
}

/** The same frames with one that has no data among them: the second, or the first of two where there was one. */
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
