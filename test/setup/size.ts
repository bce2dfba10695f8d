/** Whether the tests of many bodies, orders and inputs run in full. `npm run test:load` sets this variable. */
export const FULL_SIZE = process.env.TEST_SIZE === 'full';

/** A number of bodies, orders or inputs: the full number, or a tenth of it if the tests do not run in full. */
export const sized = (full: number): number => (FULL_SIZE ? full : Math.ceil(full / 10));
