export { AudioJoiner, UNLIMITED, type FileLimit } from './joiner';
export { mostAudioBytes } from './size';
