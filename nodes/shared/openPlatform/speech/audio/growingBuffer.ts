/** Room beyond what is expected. Memory that is never written to takes none of the machine. */
const SPARE = 1.5;

/** Bytes that grow at their end, in one piece of memory: n8n takes a Buffer as it is, but copies a stream. */
export class GrowingBuffer {
	private memory = Buffer.alloc(0);

	length = 0;

	/** @param expected length of the whole */
	append(bytes: Buffer, expected: number): void {
		const length = this.length + bytes.length;
		if (length > this.memory.length) {
			const larger = Buffer.allocUnsafeSlow(
				Math.ceil(expected > length ? expected * SPARE : length),
			);
			this.memory.copy(larger, 0, 0, this.length);
			this.memory = larger;
		}
		bytes.copy(this.memory, this.length);
		this.length = length;
	}

	/** No copy. */
	get bytes(): Buffer {
		return this.memory.subarray(0, this.length);
	}
}
