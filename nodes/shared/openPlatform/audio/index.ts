import type { AudioFormat } from '../speech';
import { joinMp3 } from './mp3';
import type { JoinedAudio } from './result';
import { joinPcm, joinWav } from './wav';

export type { JoinedAudio } from './result';

/**
 * Joins what the synthesis gave for the pieces of a text, in their order, into one file of `format`.
 * `sampleRate` is what was asked for; it is used for pieces that do not say it (bare PCM).
 * @throws PlatformError where a piece is not that kind of audio, is cut off, or differs in format
 */
export function joinAudio(format: AudioFormat, pieces: Buffer[], sampleRate: number): JoinedAudio {
	if (format === 'mp3') return joinMp3(pieces);
	return format === 'wav' ? joinWav(pieces, sampleRate) : joinPcm(pieces, sampleRate);
}
