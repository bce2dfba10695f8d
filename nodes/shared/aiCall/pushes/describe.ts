/** The output item of a push. */
import { definedFields, type JsonRecord } from '../../values';
import { withExtraFields } from '../extraFields';
import { callRecordDetails } from './callRecord';
import { dialogDetails } from './dialog';
import type { Push } from './readPush';
import { recordingDetails } from './recording';

/**
 * `event`, `eventId` (and `record`, `basic` or `outbound`, for a call record), the fields of the platform, and fields
 * added to make them readable.
 * @param recordingBaseUrl base URL of recordings, where the user knows it
 */
export function describePush(
	{ kind, record, eventId, fields }: Push,
	recordingBaseUrl?: string,
): JsonRecord {
	const added = definedFields({ event: kind, eventId, record });
	return {
		...added,
		...withExtraFields(fields, { ...added, ...detailsOf(kind, fields, recordingBaseUrl) }),
	};
}

function detailsOf(
	kind: Push['kind'],
	fields: JsonRecord,
	recordingBaseUrl: string | undefined,
): JsonRecord {
	switch (kind) {
		case 'callRecord':
			return callRecordDetails(fields);
		case 'recording':
			return recordingDetails(fields, recordingBaseUrl);
		case 'dialog':
			return dialogDetails(fields);
	}
}
