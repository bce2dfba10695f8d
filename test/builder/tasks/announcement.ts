import type { Task } from '../lib/task';

export const task: Task = {
	words: '把这条通知合成语音文件，文件名为“通知”。',
	files: { Speak: ['通知.wav'] },
	outputs: { Speak: [{ format: 'wav', sampleRate: 16000 }] },
};
