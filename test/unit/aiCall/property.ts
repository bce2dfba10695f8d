import * as fc from 'fast-check';

/** One seed for all properties: FC_SEED, else always the same, so that a failure comes from a change; printed. */
export const seed = Number(process.env.FC_SEED ?? 20261121);

process.stdout.write(`fast-check seed ${seed}\n`);

/** Mutation tests try fewer examples with each of thousands of mutants, and do not look for a smaller one that fails. */
const forMutants = process.env.FC_RUNS;
export const numRuns = Number(forMutants ?? 100);
fc.configureGlobal({ seed, numRuns, endOnFailure: forMutants !== undefined });

export { fc };
