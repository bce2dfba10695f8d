import type { Settings } from '../settings';
import { copyFile, mkdtemp, rm } from 'fs/promises';
import os from 'os';
import path from 'path';
import { Worker as Thread } from 'worker_threads';
import { createWorker, OEM, type Bbox, type Line, type Page, type Worker } from 'tesseract.js';
import type { ImageInfo } from '../images';

export type OcrLanguage = 'en' | 'cn|en';

export interface OcrOptions {
	language: OcrLanguage;
	location: boolean;
	/** The answer to a page without text. */
	blankPage: Settings['blankPage'];
}

interface Point {
	x: number;
	y: number;
}

interface OcrLine {
	confidence: number;
	word: { content: string }[];
	location?: { top_left: Point; right_bottom: Point };
}

/** As document 1, 2.3, has it. */
export interface OcrBlock {
	type: 'text' | 'image';
	line: OcrLine[];
}

export interface Ocr {
	/** Blocks read from an image, or undefined if the image cannot be decoded. */
	read(image: Buffer, info: ImageInfo, options: OcrOptions): Promise<OcrBlock[] | undefined>;
}

const languages: Record<OcrLanguage, ('eng' | 'chi_sim')[]> = {
	en: ['eng'],
	'cn|en': ['chi_sim', 'eng'],
};
const packages = {
	eng: path.dirname(require.resolve('@tesseract.js-data/eng/package.json')),
	chi_sim: path.dirname(require.resolve('@tesseract.js-data/chi_sim/package.json')),
};

/** Below this confidence (percent) tesseract has seen letters where there are none. */
const LEAST_CONFIDENCE = 30;

/** chi_sim needs another language for vertical writing, which its npm package lacks. */
const ONE_LANGUAGE_FILE = 'tessedit_load_sublangs ';

/** A Han character or Chinese punctuation mark is a unit of its own; anything else extends to the next one. */
const UNITS =
	/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\p{Script=Han}\u3000-\u303f\uff00-\uffef]+/gu;

/** Tesseract, one warm worker per language, each started by the first image that needs it. */
export function createOcr(): Ocr {
	const workers = new Map<OcrLanguage, Promise<Worker>>();

	function workerFor(language: OcrLanguage): Promise<Worker> {
		let worker = workers.get(language);
		if (!worker) {
			worker = startWorker(languages[language]);
			workers.set(language, worker);
			worker.catch(() => workers.delete(language));
		}
		return worker;
	}

	return {
		async read(image, info, options) {
			const worker = await workerFor(options.language);
			let page: Page;
			try {
				({ data: page } = await worker.recognize(image, {}, { text: false, blocks: true }));
			} catch {
				return undefined;
			}
			return blocksOf(page, info, options);
		},
	};
}

/**
 * tesseract.js needs all languages in one folder, but each of its npm packages has
 * one, so they are copied into one folder at the start. Nothing is downloaded.
 */
async function startWorker(codes: (keyof typeof packages)[]): Promise<Worker> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'simulator-ocr-'));
	try {
		for (const code of codes) {
			const file = `${code}.traineddata.gz`;
			await copyFile(path.join(packages[code], '4.0.0_best_int', file), path.join(folder, file));
		}
		// createWorker itself never settles if a language cannot be loaded; only errorHandler reports it.
		const worker = await new Promise<Worker>((resolve, reject) => {
			createWorker(
				codes,
				OEM.LSTM_ONLY,
				{
					langPath: folder,
					cacheMethod: 'none',
					gzip: true,
					errorHandler: (error: unknown) =>
						reject(new Error(`tesseract could not start: ${String(error)}`)),
				},
				ONE_LANGUAGE_FILE,
			).then(resolve, reject);
		});
		const thread: unknown = Reflect.get(worker, 'worker');
		if (thread instanceof Thread) thread.unref();
		return worker;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function blocksOf(page: Page, info: ImageInfo, { location, blankPage }: OcrOptions): OcrBlock[] {
	const blocks = (page.blocks ?? [])
		.map((block): OcrBlock => ({
			type: 'text',
			line: block.paragraphs
				.flatMap(({ lines }) => lines)
				.flatMap((line) => lineOf(line, location)),
		}))
		.filter(({ line }) => line.length > 0);
	if (blocks.length > 0) return blocks;
	const whole = { x0: 0, y0: 0, x1: info.width, y1: info.height };
	const line = (word: OcrLine['word']): OcrLine => ({
		confidence: 1,
		word,
		...boxOf(whole, location),
	});
	switch (blankPage) {
		case 'noLine':
			return [{ type: 'text', line: [] }];
		case 'emptyWord':
			return [{ type: 'text', line: [line([{ content: '' }])] }];
		case 'image':
			return [{ type: 'image', line: [line([])] }];
	}
}

function lineOf(line: Line, location: boolean): OcrLine[] {
	const word = line.words
		.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
		.flatMap(({ text }) => text.trim().match(UNITS) ?? [])
		.map((content) => ({ content }));
	if (word.length === 0) return [];
	return [{ confidence: line.confidence / 100, word, ...boxOf(line.bbox, location) }];
}

function boxOf({ x0, y0, x1, y1 }: Bbox, wanted: boolean): Pick<OcrLine, 'location'> {
	if (!wanted) return {};
	return { location: { top_left: { x: x0, y: y0 }, right_bottom: { x: x1, y: y1 } } };
}
