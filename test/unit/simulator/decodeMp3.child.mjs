/** Decodes the MP3 file on its standard input to JSON: the decoder is an ES module only, which jest does not load. */
import { buffer } from 'node:stream/consumers';
import { MPEGDecoder } from 'mpg123-decoder';

const decoder = new MPEGDecoder();
await decoder.ready;
const { channelData, sampleRate, errors } = decoder.decode(await buffer(process.stdin));
const samples = Array.from(channelData[0] ?? [], (value) => Math.round(value * 32767));
process.stdout.write(JSON.stringify({ sampleRate, errors: errors.length, samples }));
