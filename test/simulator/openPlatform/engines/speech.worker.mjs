/**
 * Speaks in a thread of its own, because espeak-ng and lamejs are ES modules only, and
 * because a long text would delay other requests. The same text must always give the same
 * samples. So each sentence gets a new instance of espeak-ng, because an instance keeps
 * state. Its clock stands still, because espeak-ng seeds the noise of a voice with the time.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Mp3Encoder } from '@breezystack/lamejs';
import startEspeak from 'espeak-ng';

const wasmPath = createRequire(import.meta.url)
	.resolve('espeak-ng')
	.replace(/\.js$/, '.wasm');
const wasm = await WebAssembly.compile(await readFile(wasmPath));

/** Samples that espeak-ng writes per second. */
const ESPEAK_RATE = 22050;
const MP3_KBPS = 64;

parentPort.on('message', async ({ id, sentences, espeakArguments, sampleRate, format }) => {
	try {
		const spoken = await speakEach(sentences, espeakArguments, sampleRate);
		const samples = joined(spoken);
		const audio = format === 'mp3' ? mp3(samples, sampleRate) : samples;
		const lengths = spoken.map(({ length }) => length);
		parentPort.postMessage({ id, audio, lengths }, [audio.buffer]);
	} catch (error) {
		parentPort.postMessage({ id, error: String(error) });
	}
});

/** Returns the samples of each sentence. A sentence that occurs several times is spoken only once. */
async function speakEach(sentences, espeakArguments, sampleRate) {
	const known = new Map();
	for (const sentence of new Set(sentences))
		known.set(sentence, resample(await espeak(sentence, espeakArguments), sampleRate));
	return sentences.map((sentence) => known.get(sentence));
}

function joined(parts) {
	const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
	let length = 0;
	for (const part of parts) {
		all.set(part, length);
		length += part.length;
	}
	return all;
}

async function espeak(text, espeakArguments) {
	const { FS } = await startEspeak({
		arguments: [...espeakArguments, '-b', '1', '-f', 'text', '-w', 'speech'],
		instantiateWasm(imports, done) {
			const env = { ...imports.env, emscripten_date_now: () => 0 };
			WebAssembly.instantiate(wasm, { ...imports, env }).then(done);
			return {};
		},
		preRun: [(module) => module.FS.writeFile('text', text)],
		print() {},
		printErr() {},
	});
	// espeak-ng writes no file if the text has nothing to say.
	if (!FS.analyzePath('speech').exists) return new Int16Array(0);
	const file = Buffer.from(FS.readFile('speech'));
	const start = file.indexOf('data', 12, 'latin1') + 8;
	return new Int16Array(
		file.buffer.slice(
			file.byteOffset + start,
			file.byteOffset + file.length - ((file.length - start) % 2),
		),
	);
}

/** Changes the sample rate by windowed-sinc interpolation. Filters out frequencies above half the new rate, which would be distorted. */
function resample(samples, rate) {
	const ratio = ESPEAK_RATE / rate;
	const cutoff = Math.min(1, 1 / ratio) * 0.95;
	const reach = Math.ceil(16 / cutoff);
	const out = new Int16Array(Math.floor(samples.length / ratio));
	for (let i = 0; i < out.length; i += 1) {
		const centre = i * ratio;
		const first = Math.max(0, Math.ceil(centre - reach));
		const last = Math.min(samples.length - 1, Math.floor(centre + reach));
		let sum = 0;
		for (let j = first; j <= last; j += 1) {
			const x = j - centre;
			const sinc = x === 0 ? cutoff : Math.sin(Math.PI * cutoff * x) / (Math.PI * x);
			sum += samples[j] * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / reach));
		}
		out[i] = Math.max(-32768, Math.min(32767, Math.round(sum)));
	}
	return out;
}

function mp3(samples, rate) {
	const encoder = new Mp3Encoder(1, rate, MP3_KBPS);
	const parts = [];
	for (let i = 0; i < samples.length; i += 1152)
		parts.push(Buffer.from(encoder.encodeBuffer(samples.subarray(i, i + 1152))));
	parts.push(Buffer.from(encoder.flush()));
	return new Uint8Array(Buffer.concat(parts));
}
