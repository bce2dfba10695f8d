import * as fc from 'fast-check';

/** One seed for all properties: FC_SEED, else always the same, so that a failure comes from a change; printed. */
export const seed = Number(process.env.FC_SEED ?? 20261121);

process.stdout.write(`fast-check seed ${seed}\n`);
fc.configureGlobal({ seed });

export { fc };
