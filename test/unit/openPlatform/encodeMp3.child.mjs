/** Encodes the tracks that come as JSON on standard input to MP3, as Base64: the encoder is an ES module only, which jest does not load. */
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
