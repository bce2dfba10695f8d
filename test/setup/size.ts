/** `npm run test:load` sets this variable; then the tests of many bodies, orders and inputs run in full. Otherwise they run in part. */
export const FULL_SIZE = process.env.TEST_SIZE === 'full';

/** A number of a load test: in full, or a tenth of it. */
export const sized = (full: number): number => (FULL_SIZE ? full : Math.ceil(full / 10));
