import { relative } from 'node:path';

import { chance } from '../../nodes/shared/chance';
import { random, randomUUID, seedWith } from './chance';

/**
 * Seeds what the nodes and the tests draw. The seed of each test has its name, so that it draws the same when it runs alone.
 */
const { TEST_SEED = '' } = process.env;
const timesRun = new Map<string, number>();

function begin(test: string): void {
	const { testPath = '' } = expect.getState();
	const times = (timesRun.get(test) ?? 0) + 1;
	timesRun.set(test, times);
	seedWith(JSON.stringify([TEST_SEED, relative('', testPath), test, times]));
	// Each time, because the test before may have put something else there.
	Object.assign(chance, { random, randomUUID });
}

begin('');
beforeEach(() => begin(expect.getState().currentTestName ?? ''));
