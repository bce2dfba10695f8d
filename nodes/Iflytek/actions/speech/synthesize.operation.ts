import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { textForm } from '../../../shared/openPlatform/protocol/requestBody';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import { AudioJoiner, type SpeechPart } from '../../../shared/openPlatform/speech/audioJoiner';
import { spokenCues } from '../../../shared/openPlatform/speech/cueTexts';
import {
	DEFAULT_ENGINE,
	readSpeech,
	realIpHeader,
	SPEECH_ENGINES,
	speechParam,
} from '../../../shared/openPlatform/protocol/standardSpeech';
import { shownParts } from '../../../shared/openPlatform/speech/readings';
import type { VoiceSettings } from '../../../shared/openPlatform/protocol/voiceSettings';
import { splitText } from '../../../shared/openPlatform/text/sentences';
import { asChoice, asFlag, asText, given, valuesOf } from '../../../shared/n8n/parameters/coerce';
import { Item, readConcurrency, readRequestOptions } from '../../../shared/n8n/parameters/item';
import {
	includeInputFields,
	requestOptions,
	simplify,
	textField,
} from '../../../shared/n8n/parameters/properties';
import { mapConcurrently } from '../../../shared/n8n/run/items';
import { rawResponse } from '../../../shared/n8n/run/operations';
import type { IflytekOperation, OpenPlatformClient } from '../../transport/openPlatformClient';
import { readOutputFile, readSubtitles, storeFile, subtitleOutput } from './speechFiles';
import { readSpokenInput } from './spokenInput';
import {
	audioFormat,
	readService,
	readVoice,
	service,
	sharedOptions,
	text,
	voice,
} from './speechParameters';
import { streamingOptions, streamingService } from './streamingService';

/** A speech service with the settings of an item. */
interface SpeechService {
	/** The most bytes of text that one request takes. The bytes are counted in `encoding`. */
	textBytes: number;
	encoding: 'utf8' | 'utf16le';
	/**
	 * Synthesizes one piece of a text. `check` is called with the audio of the piece, or of a part of
	 * it. If `check` throws, the request may be sent again.
	 * @returns the parts in order, each with the value that is output with Simplify off
	 * @throws Failure
	 */
	speak(
		text: string,
		check: (part: SpeechPart) => void,
	): Promise<{ part: SpeechPart; raw: IDataObject }[]>;
}

/** The options that only Standard (HTTP) has: Engine and X-Real-Ip. */
const engine: INodeProperties = {
	displayName: 'Engine',
	name: 'engine',
	type: 'options',
	options: [...SPEECH_ENGINES],
	default: DEFAULT_ENGINE,
	description: 'Synthesis engine. If not set, the service chooses (API: engine_type).',
	displayOptions: { show: { service: ['standard'] } },
};

const realIp = textField(
	'X-Real-Ip',
	'realIp',
	'IP address to send in the header X-Real-Ip. What the service does with it is not documented (API: X-Real-Ip).',
	{ placeholder: 'e.g. 127.0.0.1', displayOptions: { show: { service: ['standard'] } } },
);

/** Speech synthesis over HTTP (document 1, 4.4). New applications cannot get this service. */
function standardService(item: Item, voice: VoiceSettings, client: OpenPlatformClient) {
	const param = speechParam({
		...voice,
		engine: given(item.options.engine, (value) =>
			asChoice(value, 'Engine', valuesOf(SPEECH_ENGINES)),
		),
	});
	const headers = realIpHeader(asText(item.options.realIp ?? '', 'X-Real-Ip').trim());
	const send = client.sender(readRequestOptions(item), ENDPOINTS.speech);
	return {
		textBytes: ENDPOINTS.speech.limits.textBytes,
		encoding: 'utf8' as const,
		async speak(text: string, check: (part: SpeechPart) => void) {
			const request = { endpoint: ENDPOINTS.speech, param, body: textForm({ text }), headers };
			return await send(request, (response, endpoint) => {
				const { audio, sid } = readSpeech(response, endpoint);
				const part = { text, audio, sid };
				check(part);
				// A successful response has no envelope. The output with Simplify off has its headers
				// instead, as plain JSON.
				return [{ part, raw: { headers: JSON.parse(JSON.stringify(response.headers)) } }];
			});
		},
	};
}

/** For each value of the parameter Service a function that prepares this service for an item. */
const SERVICES: Record<
	'streaming' | 'standard',
	(
		item: Item,
		voice: VoiceSettings,
		client: OpenPlatformClient,
		context: IExecuteFunctions,
	) => SpeechService
> = { streaming: streamingService, standard: standardService };

/** Speech synthesis, by the service of the open platform (document 1, 4.4) or by its streaming successor. */
export const synthesize: IflytekOperation = {
	option: {
		name: 'Synthesize',
		value: 'synthesize',
		action: 'Synthesize speech',
		description:
			'Convert text to speech and return an audio file (API: tts). Not available to AI agents, which cannot receive files.',
	},
	properties: [
		text,
		voice,
		audioFormat,
		requestOptions(
			service,
			...sharedOptions,
			...streamingOptions,
			engine,
			realIp,
			simplify,
			includeInputFields,
		),
	],
	execute: async (context, client, index) => {
		const atOnce = readConcurrency(context);
		const item = new Item(context, index);
		const settings = readVoice(item);
		const { format } = settings;
		const setUp = SERVICES[readService(item)];
		const { textBytes, encoding, speak } = setUp(item, settings, client, context);
		const audioFile = readOutputFile(item, format);
		const subtitles = readSubtitles(item, audioFile);
		const { sent, fields: textFields } = readSpokenInput(item, context);
		const pieces = splitText(sent.text, textBytes, encoding).flatMap((piece) =>
			subtitles.requestPerCue ? spokenCues(piece.text) : [piece.text],
		);
		const simplified = asFlag(item.options.simplify ?? true);
		const joiner = new AudioJoiner(format, settings.sampleRate, pieces);
		const spoken = await mapConcurrently(pieces, atOnce, async (piece, pieceIndex) => {
			joiner.begin();
			const parts = await speak(piece, (part) => joiner.check(part));
			joiner.add(pieceIndex, ...parts.map(({ part }) => part));
			return parts.map(({ part: { sid }, raw }) => ({ sid, raw }));
		});
		const responses = spoken.flat();
		const { bytes, timeline, ...sound } = joiner.finish();
		const { binary, ...fields } = await subtitleOutput(
			context,
			shownParts(timeline, sent),
			subtitles,
		);
		const audio = await storeFile(context, bytes, audioFile);
		const sids = responses.map(({ sid }) => sid).filter((sid) => sid !== undefined);
		const summary = { bytes: bytes.length, ...sound, format, pieces: responses.length, sids };
		return [
			{
				json: simplified
					? { ...summary, ...textFields, ...fields }
					: rawResponse(responses.map(({ raw }) => raw)),
				binary: { [audioFile.field]: audio, ...binary },
			},
		];
	},
};
