import { PINNED_N8N_VERSION } from '../lib/install';

const { IFLYTEK_N8N_VERSION = PINNED_N8N_VERSION } = process.env;

const numbersOf = (version: string) => version.split(/[.-]/).map(Number);

/** Whether this n8n is the given version or a newer one. */
function isAtLeast(version: string): boolean {
	const here = numbersOf(IFLYTEK_N8N_VERSION);
	const differing = numbersOf(version).findIndex((number, at) => number !== here[at]);
	return differing === -1 || (here[differing] ?? 0) > (numbersOf(version)[differing] ?? 0);
}

const isPinned = isAtLeast(PINNED_N8N_VERSION);

/** The field with the details in an item of the error output: see errorItem. */
export const ERROR_DETAILS = isAtLeast('2.39') ? 'details' : 'message';

/** For tests of credentials that belong to certain nodes: n8n before 2.24 lets every node use them. */
export const testRestriction = isAtLeast('2.24') ? test : test.skip;

/** For tests of the examples, which use newer versions of n8n's own nodes than older n8n have. */
export const describeOnPinned = isPinned ? describe : describe.skip;

/** Whether n8n tells a node which execution it retries; n8n 2.0 does not. */
export const hasResumeToken = isPinned;
