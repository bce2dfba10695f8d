import type { AudioFormat } from '../speech';
import { joinMp3 } from './mp3';
import type { JoinedAudio, SpokenPiece } from './result';
import { joinPcm, joinWav } from './wav';

export type { JoinedAudio, SpokenPiece } from './result';

/**
 * Joins what the synthesis gave for the pieces of a text, in their order, into one file of `format`.
 * `sampleRate` is what was asked for; it is used for pieces that do not say it (bare PCM).
 * @throws PlatformError where a piece is not that kind of audio, is cut off, is silent though there is something to
 * speak, or differs in format; with the session ids of the pieces concerned
 */
export function joinAudio(format: AudioFormat, pieces: SpokenPiece[], sampleRate: number): JoinedAudio {
	if (format === 'mp3') return joinMp3(pieces);
	return format === 'wav' ? joinWav(pieces, sampleRate) : joinPcm(pieces, sampleRate);
}
