import type { JsonRecord } from '../../values';

/** Everything about one kind of push (document 2, part 6). */
export interface PushKindEntry {
	/** The `event` of its items, and part of the event ID. */
	kind: string;
	/** The module under which the console has its URL (2.5), and what that URL is for. */
	module: string;
	moduleName: string;
	/** Its entry in Events. */
	name: string;
	description: string;
	/** What messages call it, and the fields by which they describe it. */
	noun: string;
	describedBy: string;
	/** The kinds are tried in this order: one that shares fields with another comes before it. */
	rank: number;
	/** Whether a body is of this kind. */
	matches(body: JsonRecord): boolean;
	/** The same for a body that matches no kind this way. */
	matchesOtherwise?(body: JsonRecord): boolean;
	/** Distinguishes several pushes of one call; part of the event ID. */
	partOf?(body: JsonRecord): string;
	/** Which of the records of a call it is. */
	recordOf?(body: JsonRecord): 'basic' | 'outbound';
	/**
	 * Fields added to make it readable. `recordingBaseUrl`: of recordings, where the user knows it.
	 */
	details(body: JsonRecord, recordingBaseUrl?: string): JsonRecord;
}

export function isSent(value: unknown): boolean {
	return value !== undefined && value !== null;
}

export function isFilled(value: unknown): boolean {
	return isSent(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}
