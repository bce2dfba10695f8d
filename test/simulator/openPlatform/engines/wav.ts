const HEADER_BYTES = 44;

/** A WAV file with these samples, which are 16-bit mono and little-endian. */
export function wav(pcm: Buffer, sampleRate: number): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	header.write('RIFF', 0, 'latin1');
	header.writeUInt32LE(HEADER_BYTES - 8 + pcm.length, 4);
	header.write('WAVEfmt ', 8, 'latin1');
	// The length of the format chunk, the format PCM, and one channel.
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(sampleRate, 24);
	// Bytes per second, bytes per sample, and bits per sample.
	header.writeUInt32LE(sampleRate * 2, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write('data', 36, 'latin1');
	header.writeUInt32LE(pcm.length, 40);
	return Buffer.concat([header, pcm]);
}
