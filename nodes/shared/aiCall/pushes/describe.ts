/** The output item of a push. */
import { definedFields, type JsonRecord } from '../../values';
import { withExtraFields } from '../extraFields';
import { PUSH_KINDS } from './kinds';
import type { Push } from './readPush';

/**
 * The item has `event` and `eventId`, for a call record also `record` (`basic` or `outbound`), for
 * a push with damaged text `notUtf8`, then the fields of the platform, and fields added to make these readable.
 * @param recordingBaseUrl base URL of recordings, if the user knows it
 */
export function describePush(
	{ kind, record, eventId, fields, notUtf8 }: Push,
	recordingBaseUrl?: string,
): JsonRecord {
	const entry = PUSH_KINDS.find((candidate) => candidate.kind === kind);
	const added = definedFields({ event: kind, eventId, record, notUtf8 });
	return {
		// First, so that these fields are at the top of the item.
		...added,
		...withExtraFields(fields, { ...added, ...entry?.details(fields, recordingBaseUrl) }),
	};
}
