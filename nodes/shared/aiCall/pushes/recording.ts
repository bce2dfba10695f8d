import { createHash } from 'crypto';
import { type JsonRecord, textOf, withoutEnd } from '../../values';
import { isSent } from '../platformFields';
import { durationsInSeconds } from './callRecord';

export const recording = {
	kind: 'recording',
	module: 'receiveVoice',
	moduleName: 'Recordings',
	name: 'Recording Ready',
	description: 'Path, size and length of the recording',
	noun: 'a recording',
	describedBy: 'url',
	rank: 3,
	matches: ({ url, size, duration }: JsonRecord) =>
		(typeof url === 'string' && url !== '') || isSent(size) || isSent(duration),
	details: recordingDetails,
	first: ['fileName', 'fullUrl', 'url', 'durationSeconds', 'size', 'task_data_id'],
	replaces: { durationSeconds: 'duration' },
} as const;

/**
 * Fields added to a recording: `durationSeconds`, `fileName`, and `fullUrl` if a base URL is given,
 * because `url` is a relative path.
 */
function recordingDetails(recording: JsonRecord, baseUrl = ''): JsonRecord {
	return {
		...durationsInSeconds(recording, ['duration']),
		fileName: fileNameOf(recording),
		fullUrl: typeof recording.url === 'string' ? fullUrl(recording.url, baseUrl) : undefined,
	};
}

/**
 * A name for the file of a recording, safe in every file system: the call, a part that tells several
 * recordings of a call apart, and the ending of the path. Each repetition of a push has the same.
 */
function fileNameOf({ call_uuid, url }: JsonRecord): string {
	const [call, path] = [textOf(call_uuid)?.trim() ?? '', textOf(url) ?? ''];
	const name = call.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 64);
	const part = createHash('sha256').update(`${call} ${path}`).digest('hex').slice(0, 8);
	const ending = /\.(wav|mp3|amr|m4a|ogg)(?:[?#]|$)/i.exec(path)?.[1] ?? 'wav';
	return `${name}-${part}.${ending.toLowerCase()}`;
}

/**
 * The full URL of a path. A push may come from anybody: with a base URL, undefined for what is not
 * below it. Without one, undefined for a path, and a complete URL unchanged.
 */
function fullUrl(url: string, baseUrl: string): string | undefined {
	const isComplete = /^https?:\/\//i.test(url);
	const base = withoutEnd(baseUrl.trim(), /\//);
	if (base === '') return isComplete ? url : undefined;
	const full = isComplete ? url : `${base}/${url.replace(/^\/+/, '')}`;
	// Read as a browser reads it, `..` and all.
	return URL.canParse(full) && isBelow(new URL(full), base) ? full : undefined;
}

function isBelow(full: URL, base: string): boolean {
	return URL.canParse(base) && full.href.startsWith(withoutEnd(new URL(base).href, /\//) + '/');
}
