import { keptIn, nothingKept } from './kept';
import { createOcr, type Ocr } from './ocr';
import { createSpeech, type Speech } from './speech';

/** The programs that read images and speak texts. */
export interface Engines {
	ocr: Ocr;
	speech: Speech;
}

/** Tests keep what was read and spoken for their next run. The platform of users keeps nothing. */
const folder = process.env.KEPT_ENGINE_RESULTS;
const kept = folder ? keptIn(folder) : nothingKept;

/** The engines of this process. They start when they are first used, and do not keep the process alive. */
export const engines: Engines = { ocr: createOcr(kept), speech: createSpeech(kept) };
