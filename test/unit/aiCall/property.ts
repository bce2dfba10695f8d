import * as fc from 'fast-check';

/** One seed for all properties: FC_SEED, else always the same, so that a failure comes from a change; printed. */
export const seed = Number(process.env.FC_SEED ?? 20261121);

process.stdout.write(`fast-check seed ${seed}\n`);
// Mutation tests try fewer examples with each of thousands of mutants.
fc.configureGlobal({ seed, numRuns: Number(process.env.FC_RUNS ?? 100) });

export { fc };
