export {
	AudioJoiner,
	MAX_FILE_BYTES,
	maxAudioBytes,
	type Mark,
	type SpeechPart,
	type SpokenPart,
} from './joiner';
export { SilentSpeechError } from './result';
