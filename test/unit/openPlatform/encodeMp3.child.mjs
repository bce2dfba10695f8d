/**
 * Reads tracks as JSON from standard input, encodes them to MP3, and prints the files in Base64. This is a process of its own
 * because Jest cannot load the encoder, which is only an ES module.
 */
import { text } from 'node:stream/consumers';
import { Mp3Encoder } from '@breezystack/lamejs';

const tracks = JSON.parse(await text(process.stdin));
const files = tracks.map(({ channels, sampleRate, kbps, samples }) => {
	const encoder = new Mp3Encoder(channels, sampleRate, kbps);
	const channel = Int16Array.from(samples);
	const parts = [
		encoder.encodeBuffer(channel, channels === 2 ? channel : undefined),
		encoder.flush(),
	];
	return Buffer.concat(parts.map((part) => Buffer.from(part))).toString('base64');
});
process.stdout.write(JSON.stringify(files));
