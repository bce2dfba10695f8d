import { promises as fs } from 'node:fs';
import path from 'node:path';

import { speak } from '../../simulator';
import { REPOSITORY } from './pack';
import type { RestClient } from './rest';

const IMAGE_FOLDER = path.join(REPOSITORY, 'test', 'fixtures', 'images');
const IMAGE = 'handwriting-to-speech.png';

/** The result of one run of examples/handwriting-to-speech.json. */
export interface SpokenNote {
	text: string;
	audio: Buffer;
	fileName: string;
}

/** Runs the imported example once. @throws Error with n8n's message if the run fails. */
export async function runHandwritingToSpeech(
	rest: RestClient,
	workflowId: string,
): Promise<SpokenNote> {
	const execution = await rest.run(workflowId);
	if (execution.status !== 'success') {
		throw new Error(
			`"handwriting-to-speech" ended with ${execution.status}: ${execution.error?.message ?? 'no message'}`,
		);
	}
	const [read] = execution.items('Read the Words');
	const [speechItem] = execution.items('Speak Them');
	const field = speechItem?.binary?.data;
	if (typeof read?.json.text !== 'string' || field === undefined) {
		throw new Error('"handwriting-to-speech" gave no text or no audio');
	}
	return {
		text: read.json.text,
		audio: await rest.binary(field),
		fileName: field.fileName ?? 'speech',
	};
}

/** The words that the example's image shows. */
export async function expectedText(): Promise<string> {
	const expected = JSON.parse(
		await fs.readFile(path.join(IMAGE_FOLDER, 'expected.json'), 'utf8'),
	) as Record<string, { lines: string[] }>;
	const text = expected[IMAGE]?.lines.join('\n');
	if (text === undefined) throw new Error(`expected.json does not know ${IMAGE}`);
	return text;
}

/** The samples of a WAV file with 16-bit mono PCM. @throws Error for anything else. */
export function wavSamples(file: Buffer): { sampleRate: number; samples: Int16Array } {
	if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
		throw new Error('Not a WAV file');
	let sampleRate = 0;
	// A WAV file has a header of 12 bytes, and then chunks. Each chunk has an id, its size, and its content.
	for (let at = 12; at + 8 <= file.length;) {
		const id = file.toString('latin1', at, at + 4);
		const size = file.readUInt32LE(at + 4);
		const body = file.subarray(at + 8, at + 8 + size);
		if (id === 'fmt ') {
			const [format, channels, bits] = [
				body.readUInt16LE(0),
				body.readUInt16LE(2),
				body.readUInt16LE(14),
			];
			if (format !== 1 || channels !== 1 || bits !== 16)
				throw new Error(`WAV of format ${format}, ${channels} channels, ${bits} bits`);
			sampleRate = body.readUInt32LE(4);
		}
		if (id === 'data') {
			if (body.length !== size)
				throw new Error(`WAV with ${body.length} of ${size} bytes of sound`);
			return {
				sampleRate,
				samples: Int16Array.from({ length: size / 2 }, (_, i) => body.readInt16LE(i * 2)),
			};
		}
		// A content of odd size is followed by one more byte.
		at += 8 + size + (size % 2);
	}
	throw new Error('WAV without sound');
}

/**
 * Compares a run with the text of the image, and with the samples that the speech engine makes of this text. Returns one
 * sentence for each difference.
 */
export async function faultsOf(note: SpokenNote): Promise<string[]> {
	const faults: string[] = [];
	const text = await expectedText();
	if (note.text !== text)
		faults.push(`The image says ${JSON.stringify(text)}, read was ${JSON.stringify(note.text)}`);
	const { sampleRate, samples } = wavSamples(note.audio);
	const expected = await speak(text, { sampleRate: 16000 });
	if (sampleRate !== 16000)
		faults.push(`The audio has ${sampleRate} samples a second instead of 16000`);
	if (samples.length !== expected.length)
		faults.push(
			`The audio has ${samples.length} samples, the speech engine made ${expected.length}`,
		);
	const different = samples.findIndex((sample, i) => sample !== expected[i]);
	if (different !== -1)
		faults.push(
			`Sample ${different} of the audio is ${samples[different]}, the speech engine made ${expected[different] ?? 'none'}`,
		);
	return faults;
}
