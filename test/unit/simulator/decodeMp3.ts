import { spawnSync } from 'child_process';
import path from 'path';

export interface Decoded {
	sampleRate: number;
	/** Number of frames that could not be read. */
	errors: number;
	/** First channel, 16 bit. */
	samples: number[];
}

/** Decodes an MP3 file with mpg123. */
export function decodeMp3(file: Buffer): Decoded {
	const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(__dirname, 'decodeMp3.child.mjs')], {
		input: file,
		maxBuffer: 2 ** 28,
	});
	if (status !== 0) throw new Error(stderr.toString());
	return JSON.parse(stdout.toString()) as Decoded;
}
