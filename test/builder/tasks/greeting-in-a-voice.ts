import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Say "欢迎光临" in the voice aisjiuxu, a bit slower, at 8 kHz.',
	files: { Speak: ['speech.wav'] },
	outputs: { Speak: [{ format: 'wav', sampleRate: 8000 }] },
};
