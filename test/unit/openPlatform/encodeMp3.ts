import { spawnSync } from 'child_process';
import path from 'path';

export interface Track {
	channels: 1 | 2;
	sampleRate: number;
	kbps: number;
	/** Samples of 16 bits, which are the same for each channel. */
	samples: number[];
}

/** Encodes tracks to MP3 with lamejs: bare frames at a constant bit rate, without tags. */
export function encodeMp3(tracks: Track[]): Buffer[] {
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[path.join(__dirname, 'encodeMp3.child.mjs')],
		{
			input: JSON.stringify(tracks),
			maxBuffer: 2 ** 28,
		},
	);
	if (status !== 0) throw new Error(stderr.toString());
	return (JSON.parse(stdout.toString()) as string[]).map((file) => Buffer.from(file, 'base64'));
}
