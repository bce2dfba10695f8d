import { PINNED_N8N_VERSION } from '../lib/install';

const { IFLYTEK_N8N_VERSION = PINNED_N8N_VERSION } = process.env;

const numbersOf = (version: string) => version.split(/[.-]/).map(Number);

/** Whether the n8n of this run has this version or a newer one. */
function isAtLeast(version: string): boolean {
	const [used, least] = [numbersOf(IFLYTEK_N8N_VERSION), numbersOf(version)];
	const differing = least.findIndex((number, index) => number !== used[index]);
	return differing === -1 || (used[differing] ?? 0) > (least[differing] ?? 0);
}

const isPinned = isAtLeast(PINNED_N8N_VERSION);

/** The name of the field with the details in an item of the error output (see errorItem). */
export const ERROR_DETAILS = isAtLeast('2.39') ? 'details' : 'message';

/** Defines a test that only certain nodes may use a credential. n8n before 2.24 lets every node use it, so it is skipped. */
export const testRestriction = isAtLeast('2.24') ? test : test.skip;

/** Defines tests of the examples. They are skipped in an older n8n, because the examples need newer nodes of n8n. */
export const describeOnPinned = isPinned ? describe : describe.skip;

/** Whether n8n tells a node which execution is retried. n8n 2.0 does not. */
export const hasResumeToken = isPinned;
