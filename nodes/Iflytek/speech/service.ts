import type { IDataObject } from 'n8n-workflow';

/** What came for one piece of a text, but for its audio. */
export interface SpokenPart {
	/** The session id. */
	sid?: string;
	/** What Simplify off gives. */
	raw: IDataObject;
}

/** A speech service as an item uses it. */
export interface SpeechService {
	/** The most bytes of text that a request takes, in this encoding. */
	textBytes: number;
	encoding: 'utf8' | 'utf16le';
	/**
	 * Speaks one piece of a text. `take` is given the audio; where it throws, no further request of the item is sent.
	 * @throws Failure
	 */
	speak(text: string, take: (audio: Buffer, sid?: string) => void): Promise<SpokenPart>;
}
