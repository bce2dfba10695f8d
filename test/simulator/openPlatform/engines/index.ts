import { createOcr, type Ocr } from './ocr';
import { createSpeech, type Speech } from './speech';

/** What really works: reading and speaking. */
export interface Engines {
	ocr: Ocr;
	speech: Speech;
}

/** Those of this process. They start when first asked, and do not keep the process from ending. */
export const engines: Engines = { ocr: createOcr(), speech: createSpeech() };
