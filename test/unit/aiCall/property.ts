import * as fc from 'fast-check';

/** One seed for all properties: FC_SEED, else a fixed one, so that a failure comes from a change in the code. It is printed. */
export const seed = Number(process.env.FC_SEED ?? 20261121);

process.stdout.write(`fast-check seed ${seed}\n`);

/** Mutation tests run thousands of mutants, so each tries fewer examples, and a failing example is not made smaller. */
const forMutants = process.env.FC_RUNS;
export const numRuns = Number(forMutants ?? 100);
fc.configureGlobal({ seed, numRuns, endOnFailure: forMutants !== undefined });

export { fc };
