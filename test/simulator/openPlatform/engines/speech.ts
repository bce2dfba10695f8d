import path from 'path';
import { Worker } from 'worker_threads';
import { nothingKept } from './kept';

/** Settings of the voice. `speed`, `volume` and `pitch` are the levels of document 1, 4.4. Each is 50 by default. */
export interface SpeechOptions {
	/** `xiaoyan` by default. */
	voice?: string;
	/** 0 (half the usual speed) to 100 (twice the usual speed). */
	speed?: number;
	/** 0 (silence) to 100. */
	volume?: number;
	/** 0 to 100. */
	pitch?: number;
	/** Samples per second, 16000 by default. */
	sampleRate?: 8000 | 16000;
}

/** A spoken sentence. */
export interface SpokenSentence {
	/** The sentence, with the white space after it. */
	text: string;
	/** The number of samples of the spoken sentence. */
	samples: number;
}

export interface Speech {
	/** Returns 16-bit mono samples. The same text and options give the same samples in every process. */
	speak(text: string, options?: SpeechOptions): Promise<Int16Array>;
	/** Returns the same speech as an MP3 file. */
	mp3(text: string, options?: SpeechOptions): Promise<Buffer>;
	/** Returns the same speech in the given format, and the sentences of the text. */
	sentences(
		text: string,
		options: SpeechOptions,
		format: 'pcm' | 'mp3',
	): Promise<{ audio: Buffer; sentences: SpokenSentence[] }>;
	close(): Promise<void>;
}

/** For each voice name, a variant of espeak-ng's voice. Each variant sounds different. */
const variants: Record<string, string> = {
	xiaoyan: 'f2',
	aisjiuxu: 'm3',
	aisxping: 'f3',
	x_xiaowei: 'm1',
	x_xiaofeng: 'm7',
	x2_xiaoyan: 'f4',
	x4_yezi: 'f1',
	x4_xiaoyan: 'f5',
	x4_lingxiaoxuan_en: 'm2',
	aisjinger: 'm4',
	aisbabyxu: 'm5',
	qianhui: 'm6',
};

const HAN = /\p{Script=Han}/u;
/** espeak-ng's words per minute at speed 50. */
const USUAL_SPEED = 175;
/** The number of kept results. A text whose result is kept is not spoken again when a test repeats or compares it. */
const KEPT_RESULTS = 64;

function espeakArguments(text: string, options: SpeechOptions): string[] {
	const { voice = 'xiaoyan', speed = 50, volume = 50, pitch = 50 } = options;
	const language = HAN.test(text) ? 'cmn' : 'en';
	const wordsPerMinute = Math.round(USUAL_SPEED * 2 ** ((speed - 50) / 50));
	return [
		['-v', `${language}+${variants[voice] ?? 'f2'}`],
		['-s', String(wordsPerMinute)],
		['-a', String(volume * 2)],
		['-p', String(Math.min(99, pitch))],
	].flat();
}

/** Matches a sentence and the white space after it. The engine speaks each sentence separately. */
const SENTENCES =
	/[^。！？!?；;\n.]*(?:\.(?!\s|$)[^。！？!?；;\n.]*)*(?:[。！？!?；;\n.]+["”’」』）)]*\s*|$)/gu;

interface Answer {
	audio: Uint8Array | Int16Array;
	/** The number of samples of each sentence. */
	lengths: number[];
}

interface WorkerAnswer extends Partial<Answer> {
	id: number;
	error?: string;
}

interface Job {
	resolve(answer: Answer): void;
	reject(error: Error): void;
}

function sentencesOf(text: string): string[] {
	return (text.match(SENTENCES) ?? []).filter((sentence) => sentence !== '');
}

/** An engine with a worker thread. The thread starts when the engine gets its first text whose speech is not kept. */
export function createSpeech(kept = nothingKept): Speech {
	let worker: Worker | undefined;
	let serial = 0;
	const jobs = new Map<number, Job>();
	const keptAnswers = new Map<string, Promise<Answer>>();

	/** Removes and returns a finished job. If no job is left, the worker no longer keeps the process alive. */
	function settle(id: number): Job | undefined {
		const job = jobs.get(id);
		jobs.delete(id);
		if (jobs.size === 0) worker?.unref();
		return job;
	}

	/** Fails all jobs of a worker that ended. If a new worker has already replaced it, there are no such jobs. */
	function failAll(ended: Worker, error: Error): void {
		if (worker !== ended) return;
		worker = undefined;
		for (const job of jobs.values()) job.reject(error);
		jobs.clear();
	}

	function start(): Worker {
		const started = new Worker(path.join(__dirname, 'speech.worker.mjs'));
		started.on('message', ({ id, audio, lengths, error }: WorkerAnswer) => {
			const job = settle(id);
			if (audio && lengths) job?.resolve({ audio, lengths });
			else job?.reject(new Error(`espeak-ng could not speak: ${error ?? 'no audio'}`));
		});
		started.on('error', (error) => failAll(started, error));
		started.on('exit', () => failAll(started, new Error('The speech engine was closed.')));
		return started;
	}

	function ask(text: string, options: SpeechOptions, format: 'pcm' | 'mp3') {
		const key = JSON.stringify([text, options, format]);
		const known = keptAnswers.get(key);
		if (known) return known;
		const answer = kept.keep(['speak', key], async () => await make(text, options, format));
		keptAnswers.set(key, answer);
		answer.catch(() => keptAnswers.delete(key));
		const oldest = keptAnswers.keys().next().value;
		if (keptAnswers.size > KEPT_RESULTS && oldest !== undefined) keptAnswers.delete(oldest);
		return answer;
	}

	function make(text: string, options: SpeechOptions, format: 'pcm' | 'mp3'): Promise<Answer> {
		worker ??= start();
		worker.ref();
		serial += 1;
		const id = serial;
		const answer = new Promise<Answer>((resolve, reject) => {
			jobs.set(id, { resolve, reject });
		});
		worker.postMessage({
			id,
			// Without the space, `[[` would start espeak-ng's own phoneme notation.
			sentences: sentencesOf(text).map((sentence) => sentence.replaceAll('[[', '[ [')),
			espeakArguments: espeakArguments(text, options),
			sampleRate: options.sampleRate ?? 16000,
			format,
		});
		return answer;
	}

	return {
		async speak(text, options = {}) {
			const { audio } = await ask(text, options, 'pcm');
			return new Int16Array(audio.buffer, audio.byteOffset, audio.byteLength / 2);
		},
		async mp3(text, options = {}) {
			const { audio } = await ask(text, options, 'mp3');
			return Buffer.from(audio);
		},
		async sentences(text, options, format) {
			const { audio, lengths } = await ask(text, options, format);
			const sentences = sentencesOf(text);
			return {
				audio: Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength),
				sentences: sentences.map((sentence, index) => ({
					text: sentence,
					samples: lengths[index] ?? 0,
				})),
			};
		},
		async close() {
			await worker?.terminate();
		},
	};
}

/** Speaks one text with a new engine. Tests compare the platform's audio with these samples. */
export async function speak(text: string, options: SpeechOptions = {}): Promise<Int16Array> {
	const engine = createSpeech();
	try {
		return await engine.speak(text, options);
	} finally {
		await engine.close();
	}
}
