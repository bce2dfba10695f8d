/** The output item of a push. */
import type { JsonRecord } from '../../values';
import { withExtraFields } from '../extraFields';
import { callRecordDetails } from './callRecord';
import { dialogDetails } from './dialog';
import type { Push } from './read';
import { recordingDetails } from './recording';

export interface DescribeOptions {
	/** Address under which recordings lie, where the user knows it. */
	recordingBaseAddress?: string;
}

/**
 * `event`, `eventId` (and `record`, `basic` or `outbound`, for a call record), the fields of the platform, and fields
 * added to make them readable.
 */
export function describePush({ kind, record, eventId, fields }: Push, { recordingBaseAddress }: DescribeOptions = {}): JsonRecord {
	const ours = { event: kind, eventId, ...(record === undefined ? {} : { record }) };
	return { ...ours, ...withExtraFields(fields, { ...ours, ...detailsOf(kind, fields, recordingBaseAddress) }) };
}

function detailsOf(kind: Push['kind'], fields: JsonRecord, recordingBaseAddress: string | undefined): JsonRecord {
	switch (kind) {
		case 'callRecord':
			return callRecordDetails(fields);
		case 'recording':
			return recordingDetails(fields, recordingBaseAddress);
		case 'dialog':
			return { ...dialogDetails(fields) };
	}
}
