/** Whether the tests of many bodies, orders and inputs run in full. `npm run test:load` sets this variable. */
export const FULL_SIZE = process.env.TEST_SIZE === 'full';

/** A number of bodies, orders or inputs: the full number, or a tenth of it if the tests do not run in full. */
export const sized = (full: number): number => (FULL_SIZE ? full : Math.ceil(full / 10));

/** A test that takes a second of processor time. `npm test` skips it; `.ci/run` runs it with `npm run test:load`. */
export const testInFull = FULL_SIZE ? test : test.skip;
