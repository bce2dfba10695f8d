import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { VoiceSettings } from '../../shared/openPlatform/speech';
import type { OpenPlatformClient } from '../client';
import type { Item } from '../operation';

/** What came for one piece of a text, but for its audio: the session id, and what Simplify off gives. */
interface SpeechPart {
	sid?: string;
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
	speak(text: string, take: (audio: Buffer, sid?: string) => void): Promise<SpeechPart>;
}

/** Sets a service up for an item. */
export type SetUpService = (item: Item, voice: VoiceSettings, client: OpenPlatformClient, context: IExecuteFunctions) => SpeechService;
