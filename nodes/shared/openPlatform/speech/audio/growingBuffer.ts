/**
 * This many times the expected length is reserved. Memory that is never written to costs the
 * machine nothing.
 */
const SPARE_FACTOR = 1.5;
/**
 * The expected length is relied on if at most this many times the bytes so far are reserved for it.
 * After a short first piece such as "1. " it can be far too much.
 */
const TRUSTED_FACTOR = 32;
/** Otherwise, this many times the bytes so far are reserved. */
const GROWTH_FACTOR = 2;
/** The most bytes that a Buffer can have in Node.js 20. */
const BUFFER_BYTES = 2 ** 32;

/**
 * Bytes that grow at the end, in one piece of memory: n8n uses a Buffer as it is, but would copy a
 * stream.
 */
export class GrowingBuffer {
	private memory = Buffer.alloc(0);

	length = 0;

	/** @param maxBytes the most bytes that will be appended */
	constructor(private readonly maxBytes: number) {}

	/** @param expected the expected length when everything has been appended */
	append(bytes: Buffer, expected: number): void {
		const length = this.length + bytes.length;
		if (length > this.memory.length) {
			const larger = Buffer.allocUnsafeSlow(bytesToReserve(length, expected, this.maxBytes));
			this.memory.copy(larger, 0, 0, this.length);
			this.memory = larger;
		}
		bytes.copy(this.memory, this.length);
		this.length = length;
	}

	/** The bytes so far, not copied. */
	get bytes(): Buffer {
		return this.memory.subarray(0, this.length);
	}
}

/**
 * How many bytes are reserved when `length` bytes no longer fit. They are always a multiple of
 * `length`, so that all the copying takes linear time; only where nothing more is expected, nothing
 * is to spare.
 */
export function bytesToReserve(length: number, expected: number, maxBytes: number): number {
	if (expected <= length) return length;
	const spacious = expected * SPARE_FACTOR;
	const reserved = spacious <= length * TRUSTED_FACTOR ? spacious : length * GROWTH_FACTOR;
	const most = length < BUFFER_BYTES ? Math.min(maxBytes, BUFFER_BYTES) : maxBytes;
	return Math.floor(Math.min(reserved, most));
}
