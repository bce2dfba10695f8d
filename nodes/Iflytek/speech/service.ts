import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { VoiceSettings } from '../../shared/openPlatform/speech/standardSpeech';
import type { Item } from '../../shared/n8n/parameters';
import type { OpenPlatformClient } from '../openPlatformClient';

/** A speech service as an item uses it. */
export interface SpeechService {
	/** The most bytes of text that a request takes, in this encoding. */
	textBytes: number;
	encoding: 'utf8' | 'utf16le';
	/**
	 * Speaks one piece of a text. `take` is given the audio; where it throws, no further request of the item is sent.
	 * @returns the session id, and the result with Simplify off
	 * @throws Failure
	 */
	speak(
		text: string,
		take: (audio: Buffer, sid?: string) => void,
	): Promise<{ sid?: string; raw: IDataObject }>;
}

/** Sets a service up for an item. */
export type SetUpService = (
	item: Item,
	voice: VoiceSettings,
	client: OpenPlatformClient,
	context: IExecuteFunctions,
) => SpeechService;
