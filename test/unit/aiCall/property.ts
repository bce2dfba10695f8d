import * as fc from 'fast-check';

import { FULL_SIZE } from '../../setup/size';

export const seed = Number(process.env.TEST_SEED);

/** Mutation tests set FC_RUNS. They run thousands of mutants, so each property tries fewer examples and does not shrink a failing one. */
const runsForMutants = process.env.FC_RUNS;
export const numRuns = Number(runsForMutants ?? (FULL_SIZE ? 100 : 30));
fc.configureGlobal({ seed, numRuns, endOnFailure: runsForMutants !== undefined });

export { fc };
