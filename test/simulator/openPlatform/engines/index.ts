import { createOcr, type Ocr } from './ocr';
import { createSpeech, type Speech } from './speech';

/** What really works: reading and speaking. Started when first asked, ended by `close`. */
export interface Engines {
	ocr: Ocr;
	speech: Speech;
	close(): Promise<void>;
}

export function createEngines(): Engines {
	const ocr = createOcr();
	const speech = createSpeech();
	return {
		ocr,
		speech,
		async close() {
			await Promise.all([ocr.close(), speech.close()]);
		},
	};
}
