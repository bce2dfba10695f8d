export { AudioJoiner, maxAudioBytes, UNLIMITED, type FileLimit, type SpeechPart } from './joiner';
export { PieceMemory } from './pieceMemory';
export { SilentSpeechError } from './result';
