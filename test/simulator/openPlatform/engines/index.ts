import { createOcr, type Ocr } from './ocr';
import { createSpeech, type Speech } from './speech';

/** The programs that read images and speak texts. */
export interface Engines {
	ocr: Ocr;
	speech: Speech;
}

/** The engines of this process. They start when they are first used, and do not keep the process alive. */
export const engines: Engines = { ocr: createOcr(), speech: createSpeech() };
