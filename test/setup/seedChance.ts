import { relative } from 'node:path';

import { chance } from '../../nodes/shared/chance';
import { random, randomUUID, seedTest } from './chance';

/** Seeds what the nodes and the tests draw. */
const { TEST_SEED = '' } = process.env;

function begin(test: string): void {
	const { testPath = '' } = expect.getState();
	seedTest([TEST_SEED, relative('', testPath), test]);
	// Each time, because the test before may have put something else there.
	Object.assign(chance, { random, randomUUID });
}

begin('');
beforeEach(() => begin(expect.getState().currentTestName ?? ''));
