/** The list of the kinds of pushes, and the names and error texts that are made from it. */
import { enumeration, type JsonRecord } from '../../values';
import { CONTEXT_MODULE, type Labels } from '../aiCallLabels';
import { callRecord } from './callRecord';
import { dialog } from './dialog';
import type { PushKindEntry } from './pushKind';
import { recording } from './recording';

const KINDS = [callRecord, recording, dialog] as const;
export const PUSH_KINDS: readonly PushKindEntry[] = KINDS;
export type PushKind = (typeof KINDS)[number]['kind'];

/** The modules of these kinds. */
export function modulesOf(kinds: readonly PushKind[]): string[] {
	return KINDS.filter(({ kind }) => kinds.includes(kind)).map(({ module }) => module);
}

export const ALL_KINDS: readonly PushKind[] = KINDS.map(({ kind }) => kind);

/** All modules, and the names of all kinds, listed as in a sentence. */
export const MODULES_OF_PUSHES = enumeration(
	KINDS.map(({ module }) => module),
	'and',
);
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

const RANKED = [...KINDS].sort((a, b) => a.rank - b.rank);

/** The kind of push that a body contains; undefined if it contains none. */
export function kindOf(body: JsonRecord) {
	return (
		RANKED.find((entry) => entry.matches(body)) ??
		RANKED.find((entry: PushKindEntry) => entry.matchesOtherwise?.(body))
	);
}
