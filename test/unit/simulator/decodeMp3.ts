import { MPEGDecoder } from 'mpg123-decoder';

export interface Decoded {
	sampleRate: number;
	/** The number of frames that could not be read. */
	errors: number;
	/** The samples of the first channel, with 16 bits each. */
	samples: number[];
}

/** Decodes an MP3 file with mpg123. */
export async function decodeMp3(file: Buffer): Promise<Decoded> {
	const decoder = new MPEGDecoder();
	await decoder.ready;
	const { channelData, sampleRate, errors } = decoder.decode(file);
	decoder.free();
	return {
		sampleRate,
		errors: errors.length,
		samples: Array.from(channelData[0] ?? [], (value) => Math.round(value * 32767)),
	};
}
