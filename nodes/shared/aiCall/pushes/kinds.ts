/** The list of the kinds of pushes, and the names and error texts that are made from it. */
import type { JsonRecord } from '../../values';
import { enumeration } from '../../errorTexts';
import { CONTEXT_MODULE, type Labels } from '../aiCallLabels';
import { callRecord } from './callRecord';
import { recording } from './recording';
import { dialog } from './dialog';

/** Everything about one kind of push (document 2, part 6). */
interface PushKindEntry {
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

const KINDS = [callRecord, recording, dialog] as const satisfies readonly PushKindEntry[];
export type PushKind = (typeof KINDS)[number]['kind'];
export const PUSH_KINDS: readonly (PushKindEntry & { kind: PushKind })[] = KINDS;

export function modulesOf(kinds: readonly PushKind[]): string[] {
	return KINDS.filter(({ kind }) => kinds.includes(kind)).map(({ module }) => module);
}

export const ALL_KINDS: readonly PushKind[] = KINDS.map(({ kind }) => kind);

/** The names of all kinds, listed as in a sentence. */
export const NAMES_OF_PUSHES = enumeration(
	KINDS.map(({ noun }) => noun.replace(/^an? /, '')),
	'or',
);

/** The names of the values of `url_module` (2.5). */
export const URL_MODULE: Labels = {
	...Object.fromEntries(KINDS.map(({ module, moduleName }) => [module, moduleName])),
	[CONTEXT_MODULE]: 'Inbound dynamic context',
};

const EXPECTED = `Expected a JSON object with call_uuid and what belongs to ${enumeration(
	KINDS.map(({ noun, describedBy }) => `${noun} (${describedBy})`),
	'or',
)}.`;

/** Why a body is not a push. These texts quote nothing of the body. */
export const NOT_A_PUSH = {
	expected: EXPECTED,
	noCallUuid: `The body has no call_uuid. ${EXPECTED}`,
	unknownKind: `The body is neither ${KINDS.map(({ noun }) => noun).join(' nor ')}. ${EXPECTED}`,
};

const RANKED = [...PUSH_KINDS].sort((a, b) => a.rank - b.rank);

/** The kind of push that a body contains; undefined if it contains none. */
export function kindOf(body: JsonRecord) {
	return (
		RANKED.find((entry) => entry.matches(body)) ??
		RANKED.find((entry) => entry.matchesOtherwise?.(body))
	);
}
