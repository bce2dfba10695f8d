import { type JsonRecord, definedFields } from '../../values';
import { withExtraFields, withoutReplaced } from '../platformFields';
import { PUSH_KINDS } from './kinds';
import type { Push } from './readPush';

/** The fields of a simplified item that come last: ids, which people rarely read. */
const LAST = [
	'call_uuid',
	'call_relation_id',
	'eventId',
	'robot_id',
	'app_id',
	'business_id',
] as const;

/**
 * The output item of a push. It has `event` and `eventId`, for a call record also `record` (`basic`
 * or `outbound`), for a push that is not UTF-8 `notUtf8`, and the fields of the platform. If it is
 * simplified, fields are added to make these readable, a field of the platform is left out if an
 * added one says it all, and what matters most comes first, the ids of call, script and enterprise
 * last.
 * @param options.recordingBaseUrl base URL of recordings, if the user knows it
 */
export function describePush(
	{ kind, record, eventId, fields, notUtf8 }: Push,
	{ simplify = true, recordingBaseUrl }: { simplify?: boolean; recordingBaseUrl?: string } = {},
): JsonRecord {
	const own = definedFields({ event: kind, record, notUtf8, eventId });
	const entry = PUSH_KINDS.find((candidate) => candidate.kind === kind);
	if (!simplify || !entry) return { ...own, ...withExtraFields(fields, own) };
	const added = definedFields({ ...own, ...entry.details(fields, recordingBaseUrl) });
	const all = withExtraFields(withoutReplaced(fields, added, entry.replaces), added);
	const { first } = entry;
	const last = new Set<string>(LAST);
	return {
		...pickedFields(all, [...first, 'event', 'record', 'notUtf8', 'task_id']),
		...Object.fromEntries(Object.entries(all).filter(([name]) => !last.has(name))),
		...pickedFields(all, LAST),
	};
}

function pickedFields(all: JsonRecord, names: readonly string[]): JsonRecord {
	return Object.fromEntries(
		names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]),
	);
}
