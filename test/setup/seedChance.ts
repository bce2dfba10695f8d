import { relative } from 'node:path';

import { chance } from '../../nodes/shared/chance';
import { random, randomUUID, seedWith } from './chance';

/** Seeds what the nodes and the tests draw. The seed of a test has its name, so that it draws the same if it runs alone. */
const { TEST_SEED = '' } = process.env;
const timesRun = new Map<string, number>();

function begin(test: string): void {
	const { testPath = '' } = expect.getState();
	const times = (timesRun.get(test) ?? 0) + 1;
	timesRun.set(test, times);
	seedWith(JSON.stringify([TEST_SEED, relative('', testPath), test, times]));
}

begin('');
beforeEach(() => begin(expect.getState().currentTestName ?? ''));

Object.assign(chance, { random, randomUUID });
