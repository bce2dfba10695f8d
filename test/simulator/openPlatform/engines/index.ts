import { createOcr, type Ocr } from './ocr';
import { createSpeech, type Speech } from './speech';

/** The engines that really read and speak. */
export interface Engines {
	ocr: Ocr;
	speech: Speech;
}

/** The engines of this process. They start on first use, and do not keep the process from ending. */
export const engines: Engines = { ocr: createOcr(), speech: createSpeech() };
