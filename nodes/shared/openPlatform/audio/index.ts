export { AudioJoiner, UNLIMITED, type FileLimit } from './joiner';
export type { JoinedAudio } from './result';
export { mostAudioBytes } from './size';
