import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Read a handwritten note aloud as an MP3.',
	files: { Speak: ['speech.mp3'] },
	outputs: { Speak: [{ format: 'mp3' }] },
};
