export { AudioJoiner, UNLIMITED, type FileLimit } from './joiner';
export { maxAudioBytes } from './size';
