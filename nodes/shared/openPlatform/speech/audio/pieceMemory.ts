/** By how much the memory grows at a time. */
const STEP_BYTES = 256 * 1024;

/**
 * The memory of one piece of audio. It grows in place, and `release` frees it immediately. Buffers
 * would wait for the garbage collector, which does not see how much memory they use outside of its
 * heap.
 */
export class PieceMemory {
	private readonly memory: ArrayBuffer;

	length = 0;

	/**
	 * @param maxBytes the most bytes that can be appended. Memory is only taken when bytes are
	 * appended.
	 */
	constructor(private readonly maxBytes: number) {
		this.memory = new ArrayBuffer(0, { maxByteLength: maxBytes });
	}

	/**
	 * Appends the bytes of a Base64 text.
	 * @param bytes how many bytes the Base64 has when decoded
	 * @throws RangeError if there would be more than `maxBytes`
	 */
	appendBase64(base64: string, bytes: number): void {
		const length = this.length + bytes;
		if (length > this.memory.byteLength)
			this.memory.resize(Math.max(length, Math.min(length + STEP_BYTES, this.maxBytes)));
		// This Buffer is not a copy: it writes into the memory.
		Buffer.from(this.memory).write(base64, this.length, 'base64');
		this.length = length;
	}

	/** The bytes so far, in the same memory. Empty after `release`. */
	get bytes(): Buffer {
		return Buffer.from(this.memory, 0, this.length);
	}

	release(): void {
		this.length = 0;
		this.memory.resize(0);
	}
}
