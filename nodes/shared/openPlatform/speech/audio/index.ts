export {
	AudioJoiner,
	maxAudioBytes,
	UNLIMITED,
	type FileLimit,
	type Mark,
	type SpeechPart,
	type SpokenPart,
} from './joiner';
export { PieceMemory } from './pieceMemory';
export { SilentSpeechError } from './result';
