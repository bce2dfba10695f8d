import { textForm } from '../../shared/openPlatform/body';
import { LIMITS } from '../../shared/openPlatform/limits';
import { ENDPOINTS } from '../../shared/openPlatform/services';
import { readSpeech, SPEECH_ENGINES, speechParam, type VoiceSettings } from '../../shared/openPlatform/speech';
import type { OpenPlatformClient } from '../client';
import { asChoice, openPlatformOptions, requestOptionsOf, type Item } from '../operation';
import { fileOptions, voiceOptions } from './options';
import type { SpeechService } from './service';

/** Speech synthesis over HTTP (document 1, 4.4), which takes no new applications. */

export const standardOptions = {
	...openPlatformOptions(
		...fileOptions,
		...voiceOptions,
		{
			displayName: 'Engine',
			name: 'engine',
			type: 'options',
			options: [
				{ name: 'Chinese', value: 'intp65', description: 'API: intp65' },
				{ name: 'English', value: 'intp65_en', description: 'API: intp65_en' },
				{ name: 'Minor Languages', value: 'mtts', description: 'Requires a voice for that language (API: mtts)' },
				{ name: 'Normal', value: 'aisound', description: 'API: aisound' },
				{ name: 'Optimized', value: 'x', description: 'API: x' },
			],
			default: 'intp65',
			description: 'Synthesis engine. If not set, the service chooses (API: engine_type).',
		},
	),
	displayOptions: { show: { service: ['standard'] } },
};

/** The service, set up for an item. */
export function standardSpeech(item: Item, settings: VoiceSettings, client: OpenPlatformClient): SpeechService {
	const { engine } = item.options;
	const param = speechParam({
		...settings,
		engine: engine === undefined ? undefined : asChoice(engine, 'Engine', SPEECH_ENGINES),
	});
	const send = client(requestOptionsOf(item));
	return {
		textBytes: LIMITS.speechTextBytes,
		encoding: 'utf8',
		speak: async (text, take) =>
			await send({ endpoint: ENDPOINTS.speech, param, body: textForm({ text }) }, (response, endpoint) => {
				const { audio, sid } = readSpeech(response, endpoint);
				take(audio, sid);
				// A success has no envelope.
				return { sid, raw: { headers: JSON.parse(JSON.stringify(response.headers)) } };
			}),
	};
}
