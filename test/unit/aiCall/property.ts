import * as fc from 'fast-check';

/** One seed for all properties of a file: given by FC_SEED, else by the clock; printed, so that a run can be repeated. */
export const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);

process.stdout.write(`fast-check seed ${seed}\n`);
fc.configureGlobal({ seed });

export { fc };
