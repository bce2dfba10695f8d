import type { Settings } from '../settings';
import { copyFile, mkdtemp, rm } from 'fs/promises';
import os from 'os';
import path from 'path';
import { Worker as Thread } from 'worker_threads';
import { createWorker, OEM, type Bbox, type Line, type Page, type Worker } from 'tesseract.js';
import type { ImageInfo } from '../images';
import { nothingKept } from './kept';

export type OcrLanguage = 'en' | 'cn|en';

export interface OcrOptions {
	language: OcrLanguage;
	location: boolean;
	/** The form of the answer for a page without text. */
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

/** A block in the form of document 1, 2.3. */
export interface OcrBlock {
	type: 'text' | 'image';
	line: OcrLine[];
}

export interface Ocr {
	/** Returns the blocks of an image. Undefined if the image cannot be decoded. */
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

/** Words with less confidence (in percent) are left out, because tesseract mistakes other marks for letters. */
const LEAST_CONFIDENCE = 30;

/** Keeps tesseract from loading the language for vertical Chinese, which the npm package of chi_sim lacks. */
const ONE_LANGUAGE_FILE = 'tessedit_load_sublangs ';

/** Divides a word into units. Each Han character and each Chinese punctuation mark is a unit. All text between two of them is one unit, too. */
const UNITS =
	/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\p{Script=Han}\u3000-\u303f\uff00-\uffef]+/gu;

/** Tesseract, with one worker per language. The first image in a language whose result is not kept starts its worker. */
export function createOcr(kept = nothingKept): Ocr {
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
			return await kept.keep(['read', image, info, options], async () => {
				const worker = await workerFor(options.language);
				let page: Page;
				try {
					({ data: page } = await worker.recognize(image, {}, { text: false, blocks: true }));
				} catch {
					return undefined;
				}
				return blocksOf(page, info, options);
			});
		},
	};
}

/**
 * Starts a worker. tesseract.js needs all languages in one folder, but each language has its
 * own npm package. So this function copies the languages into one folder. Nothing is downloaded.
 */
async function startWorker(codes: (keyof typeof packages)[]): Promise<Worker> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'simulator-ocr-'));
	try {
		for (const code of codes) {
			const file = `${code}.traineddata.gz`;
			await copyFile(path.join(packages[code], '4.0.0_best_int', file), path.join(folder, file));
		}
		// If a language cannot be loaded, the promise of createWorker never settles. Only errorHandler reports the failure.
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
		// Without `unref`, the worker's thread would keep the process alive. tesseract.js has no public access to the thread.
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
	const wholeImage = { x0: 0, y0: 0, x1: info.width, y1: info.height };
	const lineOfWholeImage = (word: OcrLine['word']): OcrLine => ({
		confidence: 1,
		word,
		...boxOf(wholeImage, location),
	});
	switch (blankPage) {
		case 'noLine':
			return [{ type: 'text', line: [] }];
		case 'emptyWord':
			return [{ type: 'text', line: [lineOfWholeImage([{ content: '' }])] }];
		case 'image':
			return [{ type: 'image', line: [lineOfWholeImage([])] }];
	}
}

/** A line of the answer as an array. The array is empty if tesseract is not sure of any word. */
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
