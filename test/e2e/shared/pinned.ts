import { PINNED_N8N_VERSION } from '../lib/install';

const { IFLYTEK_N8N_VERSION = PINNED_N8N_VERSION } = process.env;

const numbersOf = (version: string) => version.split(/[.-]/).map(Number);

/** Whether the n8n of this run has this version or a newer one. */
function isAtLeast(version: string): boolean {
	const [used, needed] = [numbersOf(IFLYTEK_N8N_VERSION), numbersOf(version)];
	const firstDifference = needed.findIndex((number, index) => number !== used[index]);
	return firstDifference === -1 || (used[firstDifference] ?? 0) > (needed[firstDifference] ?? 0);
}

const isPinnedOrNewer = isAtLeast(PINNED_N8N_VERSION);

/** Defines a test that only certain nodes may use a credential. It is skipped in an n8n before 2.24, where every node may. */
export const testRestriction = isAtLeast('2.24') ? test : test.skip;

/** Defines tests of the examples. They are skipped in an older n8n, because the examples need newer nodes of n8n. */
export const describeOnPinned = isPinnedOrNewer ? describe : describe.skip;
