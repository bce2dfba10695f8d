import { escapedMarkup } from '../../errorTexts';
import { at } from '../../values';
import type { SpokenPart } from './audioJoiner';
import { columnWidth, cueTexts, LETTER_OR_DIGIT, onOneLine } from './cueTexts';

/**
 * How exactly the start and the end of a cue are known. A time is measured where the audio of a
 * request begins or ends, and where the streaming service marks the end of a sentence. All other
 * times are estimated from the length of the text.
 */
type Timing = 'measured' | 'estimated';

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
interface KnownMoment {
	/** In UTF-16 code units. */
	position: number;
	seconds: number;
}

/** How much of a text is before each position, for all positions in UTF-16 code units. */
interface Amounts {
	columns: number[];
	/** Letters and digits. */
	spoken: number[];
}

/** The cues of a speech, in order. A cue without any sound is left out. */
export function speechCues(parts: SpokenPart[]): Cue[] {
	return parts.flatMap(partCues);
}

/** `measured` if all cues are `measured`, otherwise `estimated`. */
export function overallTiming(cues: Cue[]): Timing {
	return cues.every(({ timing }) => timing === 'measured') ? 'measured' : 'estimated';
}

function partCues(part: SpokenPart): Cue[] {
	const { text } = part;
	const moments = knownMoments(part);
	const amounts = amountsBefore(text);
	const cues = cueTexts(text).map(({ start, end, lines }) => {
		const [from, to] = [timeAt(amounts, moments, start), timeAt(amounts, moments, end)];
		return {
			text: onOneLine(text.slice(start, end)),
			lines,
			start: from.seconds,
			end: to.seconds,
			timing: from.isKnown && to.isKnown ? ('measured' as const) : ('estimated' as const),
		};
	});
	return cues.filter(({ start, end }) => end > start);
}

/** The known moments of a part: its start, its marks and its end. */
function knownMoments({ text, start, end, marks = [] }: SpokenPart): KnownMoment[] {
	return [
		{ position: 0, seconds: start },
		...marks
			.filter(({ position }) => position < text.length)
			.map(({ position, share }) => ({ position, seconds: start + share * (end - start) })),
		{ position: text.length, seconds: end },
	];
}

/**
 * The time at which the text up to a position has been spoken. The time is known if nothing is
 * spoken between the position and a known moment. Otherwise it is estimated from the length of the
 * text.
 */
function timeAt(
	{ columns, spoken }: Amounts,
	moments: KnownMoment[],
	position: number,
): { seconds: number; isKnown: boolean } {
	const afterIndex = moments.findIndex((moment) => moment.position >= position);
	const after = at(moments, afterIndex);
	const before = at(moments, Math.max(0, afterIndex - 1));
	for (const moment of [after, before])
		if (at(spoken, moment.position) === at(spoken, position))
			return { seconds: moment.seconds, isKnown: true };
	const share =
		(at(columns, position) - at(columns, before.position)) /
		(at(columns, after.position) - at(columns, before.position));
	return { seconds: before.seconds + share * (after.seconds - before.seconds), isKnown: false };
}

/** Counts what is before each position of a text. */
function amountsBefore(text: string): Amounts {
	const columns = [0];
	const spoken = [0];
	for (const character of text) {
		const position = columns.length - 1;
		const columnsBefore = at(columns, position) + columnWidth(character);
		const spokenBefore = at(spoken, position) + (LETTER_OR_DIGIT.test(character) ? 1 : 0);
		const units = character.split('');
		columns.push(...units.map(() => columnsBefore));
		spoken.push(...units.map(() => spokenBefore));
	}
	return { columns, spoken };
}

export type SubtitleFormat = 'srt' | 'vtt';

/** The text of a subtitle file. A blank line would end a cue, but `cue.lines` never has one. */
export function subtitleFile(cues: Cue[], format: SubtitleFormat): string {
	const blocks = cues.map((cue, index) =>
		format === 'srt'
			? [index + 1, timeLine(cue, ','), ...cue.lines.map(srtText)]
			: [timeLine(cue, '.'), ...cue.lines.map(escapedMarkup)],
	);
	const allBlocks = format === 'srt' ? blocks : [['WEBVTT'], ...blocks];
	return allBlocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** Replaces `-->`. In SRT it stands between two times, and a text cannot contain it. */
function srtText(line: string): string {
	return line.replaceAll('-->', '→');
}

function timeLine({ start, end }: Cue, decimalMark: ',' | '.'): string {
	return `${timestamp(start, decimalMark)} --> ${timestamp(end, decimalMark)}`;
}

/** A time such as `00:01:02,345`. */
function timestamp(seconds: number, decimalMark: ',' | '.'): string {
	const milliseconds = Math.round(seconds * 1000);
	const wholeSeconds = Math.floor(milliseconds / 1000);
	const hours = Math.floor(wholeSeconds / 3600);
	const minutes = Math.floor(wholeSeconds / 60) % 60;
	const parts = [hours, minutes, wholeSeconds % 60];
	const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
	return `${clock}${decimalMark}${String(milliseconds % 1000).padStart(3, '0')}`;
}
