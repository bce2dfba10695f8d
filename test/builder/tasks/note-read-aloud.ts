import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Read a handwritten note aloud as an MP3.',
	files: { Speak: ['speech.mp3'] },
	gives: { Speak: [{ format: 'mp3' }] },
};
