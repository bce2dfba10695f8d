import * as fc from 'fast-check';

import { FULL_SIZE } from '../../setup/size';

/** The seed of all properties, which is printed. Without FC_SEED it is always the same, so that only a change in the code makes a test fail. */
export const seed = Number(process.env.FC_SEED ?? 20261121);

process.stdout.write(`fast-check seed ${seed}\n`);

/** Mutation tests set FC_RUNS. They run thousands of mutants, so each property tries fewer examples and does not shrink a failing one. */
const runsForMutants = process.env.FC_RUNS;
export const numRuns = Number(runsForMutants ?? (FULL_SIZE ? 100 : 30));
fc.configureGlobal({ seed, numRuns, endOnFailure: runsForMutants !== undefined });

export { fc };
