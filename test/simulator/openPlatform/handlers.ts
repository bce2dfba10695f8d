import type { EndpointName } from './endpoints';
import { readHandwriting } from './handwriting';
import type { PlatformRequest, Result } from './request';
import { synthesize } from './speech';
import { analyseText } from './text';
import { filterViolence } from './violence';
import { recognizeImage } from './vision';

/** The work behind each endpoint. */
export function handle(name: EndpointName, request: PlatformRequest): Promise<Result> | Result {
	switch (name) {
		case 'handwriting':
			return readHandwriting(request);
		case 'speech':
			return synthesize(request);
		case 'violence':
			return filterViolence(request);
		case 'expression':
		case 'scene':
		case 'object':
			return recognizeImage(name, request);
		default:
			return analyseText(name, request);
	}
}
