import { randomUUID } from 'crypto';

/** All chance in this package comes from here, so that tests can seed it. */
export const chance = {
	/** A number from 0 (included) to 1 (excluded). */
	random: (): number => Math.random(),
	/** A random UUID (RFC 9562, version 4). */
	randomUUID: (): string => randomUUID(),
};
