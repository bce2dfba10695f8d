import { splitText } from '../../shared/openPlatform/text/split';
import { asChoice, Item, simplify } from '../../shared/n8n/parameters';
import { rawResponse } from '../../shared/n8n/run/operations';
import type { IflytekOperation } from '../operation';
import { audioJoiners, storeFile } from './audioFile';
import {
	audioFormat,
	readFile,
	readVoice,
	sampleRate,
	service,
	text,
	voice,
} from './speechParameters';
import { SERVICES } from './services';

const MIME_TYPES = {
	wav: 'audio/wav',
	mp3: 'audio/mpeg',
	pcm: 'application/octet-stream',
} as const;

/** Speech synthesis: document 1, 4.4, and its streaming successor. */
export const synthesize: IflytekOperation = {
	option: {
		name: 'Synthesize',
		value: 'synthesize',
		action: 'Synthesize speech',
		description:
			'Convert text to speech and return an audio file (语音合成, API: tts). Not available to AI agents, which cannot receive files.',
	},
	properties: [
		service,
		text,
		voice,
		audioFormat,
		sampleRate,
		simplify,
		SERVICES.streaming.options,
		SERVICES.standard.options,
	],
	begin: (context, client) => {
		const joinerFor = audioJoiners(context);
		return async (index) => {
			const item = new Item(context, index);
			const settings = readVoice(item);
			const { format } = settings;
			const { setUp } =
				SERVICES[asChoice(item.value('service'), 'Service', ['streaming', 'standard'])];
			const { textBytes, encoding, speak } = setUp(item, settings, client, context);
			const pieces = splitText(item.requiredText('text', 'Text'), textBytes, encoding).map(
				(piece) => piece.text,
			);
			const { field, fileName } = readFile(item, format);
			const simplified = item.flag('simplify');
			const joiner = await joinerFor(pieces, settings);
			const parts = await Promise.all(
				pieces.map(
					async (piece, place) => await speak(piece, (audio, sid) => joiner.add(place, audio, sid)),
				),
			);
			const { bytes, ...sound } = joiner.finish();
			const binary = await storeFile(context, bytes, fileName, MIME_TYPES[format]);
			const sids = parts.flatMap(({ sid }) => sid ?? []);
			const summary = { bytes: bytes.length, ...sound, format, pieces: parts.length, sids };
			return [
				{
					json: simplified ? summary : rawResponse(parts.map(({ raw }) => raw)),
					binary: { [field]: binary },
				},
			];
		};
	},
};
