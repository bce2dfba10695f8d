import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binaryToBuffer } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { useBinaryMode } from '../../engine/harness';
import { provideWebSocket } from '../../setup/webSocket';
import { collectGarbage } from '../measure';
import { reportOf } from '../ownProcess';
import { runIflytek } from './node';
import type { SpeechMemoryUse } from './speechMemory';

const [url = '', mode = '', service = '', characters = '', format = ''] = process.argv.slice(2);

provideWebSocket();

/**
 * The text is this sentence again and again. The node splits it into pieces of 17 sentences, or 105 with the streaming
 * service. As all pieces are equal, the platform needs to make their speech only once.
 */
const SENTENCE = '今天的天气非常好，我们一起去公园散步。';

/**
 * The text of the warm-up is shorter than the measured text by this factor. After the warm-up, V8's young generation has
 * its full size: up to 96 MB on Node.js 24, however long the text is.
 */
const WARM_UP_DIVISOR = 10;

type Manager = Parameters<BinaryDataService['setManager']>[1];

/** Works like n8n's manager for binary data in the database, but writes to a file where n8n calls the database driver. */
function managerWithFile(file: string): Manager {
	const unused = () => Promise.reject(new Error('Not part of the bench'));
	return {
		init: async () => undefined,
		async store(_location, bufferOrStream) {
			const buffer = await binaryToBuffer(bufferOrStream);
			await fs.writeFile(file, buffer);
			return { fileId: 'file', fileSize: buffer.length };
		},
		getPath: () => file,
		getAsBuffer: unused,
		getAsStream: unused,
		getMetadata: unused,
		copyByFileId: unused,
		copyByFilePath: unused,
		rename: unused,
	};
}

reportOf(async (): Promise<SpeechMemoryUse> => {
	const folder = await fs.mkdtemp(path.join(tmpdir(), 'iflytek-speech-memory-'));
	await useBinaryMode('filesystem');
	if (mode === 'database') {
		const binaryData = Container.get(BinaryDataService);
		Container.get(BinaryDataConfig).mode = mode;
		await binaryData.init();
		binaryData.setManager(mode, managerWithFile(path.join(folder, 'file')));
	}
	await speak(Number(characters) / WARM_UP_DIVISOR);
	collectGarbage();
	const idle = process.memoryUsage.rss();
	const audio = await speak(Number(characters));
	await useBinaryMode('default');
	await fs.rm(folder, { recursive: true });
	const { version } = process;
	return { idle, peak: process.resourceUsage().maxRSS * 1024, audio, version };
});

/** Speaks a text with about this many characters. Returns the size of the audio in bytes. */
async function speak(textLength: number): Promise<number> {
	const parameters = {
		resource: 'speech',
		operation: 'synthesize',
		text: SENTENCE.repeat(Math.ceil(textLength / SENTENCE.length)),
		voice: 'xiaoyan',
		format,
		options: { service, sampleRate: 16000 },
	};
	const { items } = await runIflytek(
		url,
		{ name: 'Synthesize', parameters, items: () => [{}], isRight: (json) => bytesIn(json) > 0 },
		1,
		5,
	);
	return bytesIn(items[0]?.json);
}

function bytesIn(json: unknown): number {
	return typeof json === 'object' && json !== null && 'bytes' in json ? Number(json.bytes) : 0;
}
