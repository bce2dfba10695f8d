import { standardOptions, standardSpeech } from './standard';
import { streamingOptions, streamingSpeech } from './streaming';

/** The speech services by the value of Service: their Options, and how an item uses them. */
export const SERVICES = {
	streaming: { options: streamingOptions, setUp: streamingSpeech },
	standard: { options: standardOptions, setUp: standardSpeech },
};
