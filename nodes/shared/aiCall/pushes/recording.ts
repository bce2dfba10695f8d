/** Makes a recording readable (document 2, 6.2). */
import { withoutEnd, type JsonRecord } from '../../values';
import { durationsInSeconds } from './callRecord';
import { isSent, type PushKindEntry } from './pushKind';

export const recording = {
	kind: 'recording',
	module: 'receiveVoice',
	moduleName: 'Recordings',
	name: 'Recording',
	description: 'Path, size and length of the recording',
	noun: 'a recording',
	describedBy: 'url',
	rank: 3,
	matches: ({ url, size, duration }) =>
		(typeof url === 'string' && url !== '') || isSent(size) || isSent(duration),
	details: recordingDetails,
} as const satisfies PushKindEntry;

/**
 * Fields added to a recording: `durationSeconds`, and `fullUrl` if a base URL is given, because
 * `url` is a relative path.
 */
function recordingDetails(recording: JsonRecord, baseUrl = ''): JsonRecord {
	return {
		...durationsInSeconds(recording, ['duration']),
		fullUrl: typeof recording.url === 'string' ? fullUrl(recording.url, baseUrl) : undefined,
	};
}

/** The full URL of a path; undefined without a base URL. A complete URL is returned unchanged. */
function fullUrl(url: string, baseUrl: string): string | undefined {
	if (/^https?:\/\//i.test(url)) return url;
	const base = withoutEnd(baseUrl.trim(), /\//);
	return base === '' ? undefined : `${base}/${url.replace(/^\/+/, '')}`;
}
