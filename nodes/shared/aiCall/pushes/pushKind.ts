import type { JsonRecord } from '../../values';

/** Everything about one kind of push (document 2, part 6). */
export interface PushKindEntry {
	/** The `event` of the items of this kind, and part of the event ID. */
	kind: string;
	/**
	 * The module under which the console lists the callback URL for this kind (2.5), and the name of
	 * that module.
	 */
	module: string;
	moduleName: string;
	/** The name and description of this kind in the list Events. */
	name: string;
	description: string;
	/** The name of this kind in messages, and the fields that messages list to describe it. */
	noun: string;
	describedBy: string;
	/**
	 * The kinds are tried in the order of their ranks, the lowest first. If the bodies of one kind
	 * may have fields of another kind, the first kind has the lower rank.
	 */
	rank: number;
	/** Whether a body is of this kind. */
	matches(body: JsonRecord): boolean;
	/** Whether a body is of this kind if `matches` is false for all kinds. */
	matchesOtherwise?(body: JsonRecord): boolean;
	/** A part of the event ID that tells several pushes of one call apart. */
	idPart?(body: JsonRecord): string;
	/** Tells whether a body is the basic or the outbound record of a call. */
	recordOf?(body: JsonRecord): 'basic' | 'outbound';
	/**
	 * Fields added to make a body readable. `recordingBaseUrl` is the base URL of recordings, if the
	 * user knows it.
	 */
	details(body: JsonRecord, recordingBaseUrl?: string): JsonRecord;
	/** The fields of a simplified item that come first. */
	first: readonly string[];
	/** The fields of the platform that added fields replace, by the name of the added field. */
	replaces: Readonly<Record<string, string | readonly string[]>>;
}

export function isSent(value: unknown): boolean {
	return value !== undefined && value !== null;
}

export function isFilled(value: unknown): boolean {
	return isSent(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}
