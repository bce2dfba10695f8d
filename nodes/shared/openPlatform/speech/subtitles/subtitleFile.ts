import type { Cue } from './cues';

export type SubtitleFormat = 'srt' | 'vtt';

export const SUBTITLE_MIME_TYPES: Record<SubtitleFormat, string> = {
	srt: 'application/x-subrip',
	vtt: 'text/vtt',
};

/** The text of a subtitle file. A line of a cue is never blank, so that no cue ends early. */
export function subtitleFile(cues: Cue[], format: SubtitleFormat): string {
	const blocks = cues.map((cue, index) =>
		format === 'srt'
			? [index + 1, times(cue, ','), ...cue.lines.map(srtText)]
			: [times(cue, '.'), ...cue.lines.map(vttText)],
	);
	const all = format === 'srt' ? blocks : [['WEBVTT'], ...blocks];
	return all.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** SRT cannot contain as text the arrow that it writes between two times. */
function srtText(line: string): string {
	return line.replaceAll('-->', '→');
}

/** In WebVTT `<` begins a tag, `&` an entity, and `-->` a line of times. */
function vttText(line: string): string {
	return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function times({ start, end }: Cue, point: ',' | '.'): string {
	return `${time(start, point)} --> ${time(end, point)}`;
}

/** A time such as `00:01:02,345`. */
function time(seconds: number, point: ',' | '.'): string {
	const milliseconds = Math.round(seconds * 1000);
	const parts = [3_600_000, 60_000, 1000].map(
		(unit, index) => Math.floor(milliseconds / unit) % (index === 0 ? Infinity : 60),
	);
	const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
	return `${clock}${point}${String(milliseconds % 1000).padStart(3, '0')}`;
}
