import * as fc from 'fast-check';

/** The seed of all properties, which is printed: FC_SEED, or a fixed number, so that only a change in the code makes a test fail. */
export const seed = Number(process.env.FC_SEED ?? 20261121);

process.stdout.write(`fast-check seed ${seed}\n`);

/** Mutation tests set FC_RUNS. They run thousands of mutants, so each tries fewer examples, and does not shrink a failing one. */
const forMutants = process.env.FC_RUNS;
export const numRuns = Number(forMutants ?? 100);
fc.configureGlobal({ seed, numRuns, endOnFailure: forMutants !== undefined });

export { fc };
