import { createHash, randomUUID as newUUID } from 'node:crypto';

/** Chance in tests. Until it is seeded it differs from process to process, as a local platform that was started again needs. */
let seed: string = newUUID();
let drawn = 0;

/** From now on, what is drawn follows from this text alone. */
export function seedWith(text: string): void {
	seed = text;
	drawn = 0;
}

const timesBegun = new Map<string, number>();

/**
 * Seeds what a test draws. It draws the same when it runs alone, but something else when it runs again in the same
 * process, because modules keep their state.
 * @param name identifies the test, with the seed of the run
 */
export function seedTest(name: readonly string[]): void {
	const text = JSON.stringify(name);
	const times = (timesBegun.get(text) ?? 0) + 1;
	timesBegun.set(text, times);
	seedWith(JSON.stringify([...name, times]));
}

/** @param length at most 32 */
export const randomBytes = (length: number): Buffer =>
	createHash('sha256').update(`${seed} ${drawn++}`).digest().subarray(0, length);

/** A number from 0 (included) to 1 (excluded). */
export const random = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/** A random UUID (RFC 9562, version 4). */
export function randomUUID(): string {
	const bytes = randomBytes(16);
	bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
	bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
