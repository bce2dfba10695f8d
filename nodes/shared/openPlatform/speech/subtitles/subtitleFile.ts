import { escapedMarkup } from '../../../values';
import type { Cue } from './cues';

export type SubtitleFormat = 'srt' | 'vtt';

export const SUBTITLE_MIME_TYPES: Record<SubtitleFormat, string> = {
	srt: 'application/x-subrip',
	vtt: 'text/vtt',
};

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
