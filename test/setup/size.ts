/** `npm run test:load` sets it: the tests of many bodies, orders and inputs run in full. Otherwise it is a part of them. */
export const FULL_SIZE = process.env.TEST_SIZE === 'full';

/** A number of a load test: in full, or a tenth. */
export const sized = (full: number): number => (FULL_SIZE ? full : Math.ceil(full / 10));
