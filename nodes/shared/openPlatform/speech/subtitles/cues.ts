import { at } from '../../text/at';
import type { SpokenPart } from '../audio';
import { columnWidth, cueTexts, shown } from './cueTexts';

/**
 * How exactly the times of a cue are known. They are measured where the audio of a request begins
 * and ends, and where the streaming service marks the end of a sentence. In between they are
 * estimated by the length of the text.
 */
export type Timing = 'measured' | 'estimated';

export interface Cue {
	text: string;
	/** The text as it is shown: one line or two. */
	lines: string[];
	/** In seconds. */
	start: number;
	end: number;
	timing: Timing;
}

/** A known moment of the speech: at `seconds`, the text up to `position` has been spoken. */
interface KnownTime {
	/** In UTF-16 code units. */
	position: number;
	seconds: number;
}

/** The cues of a speech, in their order; those without any sound are left out. */
export function speechCues(parts: SpokenPart[]): Cue[] {
	return parts.flatMap(partCues);
}

/** `measured` only if all cues are. */
export function overallTiming(cues: Cue[]): Timing {
	return cues.every(({ timing }) => timing === 'measured') ? 'measured' : 'estimated';
}

function partCues(part: SpokenPart): Cue[] {
	const { text } = part;
	const known = knownTimes(part);
	const cues = cueTexts(text).map(({ start, end, lines }) => {
		const [from, to] = [timeAt(text, known, start), timeAt(text, known, end)];
		return {
			text: shown(text.slice(start, end)),
			lines,
			start: from.seconds,
			end: to.seconds,
			timing: from.isKnown && to.isKnown ? ('measured' as const) : ('estimated' as const),
		};
	});
	return cues.filter(({ start, end }) => end > start);
}

/** Beginning and end of the part, and the marks between them. */
function knownTimes({ text, start, end, marks = [] }: SpokenPart): KnownTime[] {
	return [
		{ position: 0, seconds: start },
		...marks
			.filter(({ position }) => position < text.length)
			.map(({ position, share }) => ({ position, seconds: start + share * (end - start) })),
		{ position: text.length, seconds: end },
	];
}

/**
 * The time at which the text up to a position has been spoken. It is known if nothing is spoken
 * between the position and a known moment; otherwise it is estimated by the length of the text.
 */
function timeAt(
	text: string,
	known: KnownTime[],
	position: number,
): { seconds: number; isKnown: boolean } {
	const next = known.findIndex((time) => time.position >= position);
	const after = at(known, next);
	const before = at(known, Math.max(0, next - 1));
	for (const time of [after, before])
		if (isSilent(text, time.position, position)) return { seconds: time.seconds, isKnown: true };
	const share =
		columns(text.slice(before.position, position)) /
		columns(text.slice(before.position, after.position));
	return { seconds: before.seconds + share * (after.seconds - before.seconds), isKnown: false };
}

/** Whether nothing is spoken between two positions. */
function isSilent(text: string, one: number, other: number): boolean {
	return !/[\p{L}\p{N}]/u.test(text.slice(Math.min(one, other), Math.max(one, other)));
}

function columns(text: string): number {
	return [...text].reduce((sum, character) => sum + columnWidth(character), 0);
}
