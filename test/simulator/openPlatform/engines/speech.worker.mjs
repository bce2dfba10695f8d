/**
 * Speaks in a thread of its own, because espeak-ng and lamejs are ES modules only, and
 * because a long text would delay other requests. The same text must always give the same
 * samples. An instance of espeak-ng keeps state, so each sentence gets a new instance.
 * espeak-ng seeds the noise of a voice with the time, so its clock always shows 0.
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

// espeak-ng's file system throws many errors. Nobody reads where.
Error.stackTraceLimit = 0;

/** Samples that espeak-ng writes per second. */
const ESPEAK_RATE = 22050;
const MP3_KBPS = 64;
const SAMPLES_PER_MP3_FRAME = 1152;

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

/** The number of kept sentences. A kept sentence is not spoken again in another text or format. */
const KEPT_SENTENCES = 128;
const keptSentences = new Map();

/** Returns the samples of each sentence. A sentence that occurs several times is spoken only once. */
async function speakEach(sentences, espeakArguments, sampleRate) {
	const samplesOf = new Map();
	for (const sentence of new Set(sentences)) {
		const key = JSON.stringify([sentence, espeakArguments, sampleRate]);
		const samples =
			keptSentences.get(key) ?? resample(await espeak(sentence, espeakArguments), sampleRate);
		samplesOf.set(sentence, samples);
		keptSentences.set(key, samples);
		const [oldest] = keptSentences.keys();
		if (keptSentences.size > KEPT_SENTENCES) keptSentences.delete(oldest);
	}
	return sentences.map((sentence) => samplesOf.get(sentence));
}

function joined(parts) {
	const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
	let offset = 0;
	for (const part of parts) {
		all.set(part, offset);
		offset += part.length;
	}
	return all;
}

async function espeak(text, espeakArguments) {
	const { FS } = await startEspeak({
		arguments: [...espeakArguments, '-b', '1', '-f', 'text', '-w', 'speech'],
		instantiateWasm(imports, done) {
			const env = { ...imports.env, emscripten_date_now: () => 0 };
			WebAssembly.instantiate(wasm, { ...imports, env }).then(done);
			// espeak-ng waits for `done`.
			return {};
		},
		preRun: [(module) => module.FS.writeFile('text', text)],
		print() {},
		printErr() {},
	});
	// espeak-ng writes no file if the text has nothing to say.
	if (!FS.analyzePath('speech').exists) return new Int16Array(0);
	const file = Buffer.from(FS.readFile('speech'));
	// The samples follow the chunk's name and its length, which have 4 bytes each.
	const start = file.indexOf('data', 12, 'latin1') + 8;
	// A sample has 2 bytes. If there is an odd last byte, it is left out.
	const end = file.length - ((file.length - start) % 2);
	return new Int16Array(file.buffer.slice(file.byteOffset + start, file.byteOffset + end));
}

/** Changes the sample rate by windowed-sinc interpolation. Frequencies above half the new rate would be distorted, so they are filtered out. */
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
	for (let start = 0; start < samples.length; start += SAMPLES_PER_MP3_FRAME) {
		const frame = samples.subarray(start, start + SAMPLES_PER_MP3_FRAME);
		parts.push(Buffer.from(encoder.encodeBuffer(frame)));
	}
	parts.push(Buffer.from(encoder.flush()));
	return new Uint8Array(Buffer.concat(parts));
}
