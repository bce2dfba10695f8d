const HEADER = 44;

/** A RIFF/WAV file that contains these 16-bit mono samples (little endian). */
export function wav(pcm: Buffer, sampleRate: number): Buffer {
	const header = Buffer.alloc(HEADER);
	header.write('RIFF', 0, 'latin1');
	header.writeUInt32LE(HEADER - 8 + pcm.length, 4);
	header.write('WAVEfmt ', 8, 'latin1');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(sampleRate, 24);
	header.writeUInt32LE(sampleRate * 2, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write('data', 36, 'latin1');
	header.writeUInt32LE(pcm.length, 40);
	return Buffer.concat([header, pcm]);
}
