import type { INodeProperties } from 'n8n-workflow';
import { textForm } from '../../../shared/openPlatform/protocol/requestBody';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import type { SpeechPart } from '../../../shared/openPlatform/speech/audio';
import {
	DEFAULT_ENGINE,
	readSpeech,
	SPEECH_ENGINES,
	speechParam,
	type VoiceSettings,
} from '../../../shared/openPlatform/speech/standardSpeech';
import {
	asChoice,
	given,
	readRequestOptions,
	valuesOf,
	type Item,
} from '../../../shared/n8n/parameters';
import type { OpenPlatformClient } from '../../transport/openPlatformClient';

/** The option that only this service has. */
export const engine: INodeProperties = {
	displayName: 'Engine',
	name: 'engine',
	type: 'options',
	options: [...SPEECH_ENGINES],
	default: DEFAULT_ENGINE,
	description: 'Synthesis engine. If not set, the service chooses (API: engine_type).',
	displayOptions: { show: { service: ['standard'] } },
};

/** Speech synthesis over HTTP (document 1, 4.4). New applications cannot get this service. */
export function standardService(item: Item, voice: VoiceSettings, client: OpenPlatformClient) {
	const param = speechParam({
		...voice,
		engine: given(item.options.engine, (value) =>
			asChoice(value, 'Engine', valuesOf(SPEECH_ENGINES)),
		),
	});
	const send = client.sender(readRequestOptions(item), ENDPOINTS.speech);
	return {
		textBytes: ENDPOINTS.speech.limits.textBytes,
		encoding: 'utf8' as const,
		async speak(text: string, check: (part: SpeechPart) => void) {
			const request = { endpoint: ENDPOINTS.speech, param, body: textForm({ text }) };
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
