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

/** A piece is 17 of these (105 with the streaming service), so all pieces are equal and the platform speaks only one of them. */
const SENTENCE = '今天的天气非常好，我们一起去公园散步。';

/**
 * This part of the text comes first. After it V8's young generation has its full size: up to 96 MB on Node.js 24,
 * whatever the text.
 */
const WARM_UP_PART = 10;

type Manager = Parameters<BinaryDataService['setManager']>[1];

/** n8n's manager for binary data in the database, with a file in place of the database's driver. */
function databaseUpToItsDriver(file: string): Manager {
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
		const service = Container.get(BinaryDataService);
		Container.get(BinaryDataConfig).mode = mode;
		await service.init();
		service.setManager(mode, databaseUpToItsDriver(path.join(folder, 'file')));
	}
	await speak(Number(characters) / WARM_UP_PART);
	collectGarbage();
	const idle = process.memoryUsage.rss();
	const audio = await speak(Number(characters));
	await useBinaryMode('default');
	await fs.rm(folder, { recursive: true });
	const { version } = process;
	return { idle, peak: process.resourceUsage().maxRSS * 1024, audio, version };
});

/** Bytes of the speech of a text with this many characters. */
async function speak(length: number): Promise<number> {
	const parameters = {
		resource: 'speech',
		operation: 'synthesize',
		service,
		text: SENTENCE.repeat(Math.ceil(length / SENTENCE.length)),
		voice: 'xiaoyan',
		format,
		sampleRate: 16000,
		simplify: true,
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
