/** Encodes tracks, which come as JSON on standard input, to MP3 in Base64. Jest cannot load the encoder, which is only an ES module. */
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
