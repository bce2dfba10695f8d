import { textForm } from '../../shared/openPlatform/protocol/requestBody';
import { ENDPOINTS } from '../../shared/openPlatform/protocol/services';
import {
	DEFAULT_ENGINE,
	readSpeech,
	SPEECH_ENGINES,
	speechParam,
} from '../../shared/openPlatform/speech/standardSpeech';
import {
	asChoice,
	given,
	requestOptions,
	requestOptionsOf,
	valuesOf,
} from '../../shared/n8n/parameters';
import { sharedOptions } from './speechParameters';
import type { SetUpService } from './service';

export const standardOptions = {
	...requestOptions(...sharedOptions, {
		displayName: 'Engine',
		name: 'engine',
		type: 'options',
		options: [...SPEECH_ENGINES],
		default: DEFAULT_ENGINE,
		description: 'Synthesis engine. If not set, the service chooses (API: engine_type).',
	}),
	displayOptions: { show: { service: ['standard'] } },
};

/** Speech synthesis over HTTP (document 1, 4.4), which takes no new applications. */
export const standardSpeech: SetUpService = (item, voice, client) => {
	const { engine } = item.options;
	const param = speechParam({
		...voice,
		engine: given(engine, (value) => asChoice(value, 'Engine', valuesOf(SPEECH_ENGINES))),
	});
	const send = client.sender(requestOptionsOf(item));
	return {
		textBytes: ENDPOINTS.speech.limits.textBytes,
		encoding: 'utf8',
		speak: async (text, take) =>
			await send(
				{ endpoint: ENDPOINTS.speech, param, body: textForm({ text }) },
				(response, endpoint) => {
					const { audio, sid } = readSpeech(response, endpoint);
					take(audio, sid);
					// A success has no envelope.
					return { sid, raw: { headers: JSON.parse(JSON.stringify(response.headers)) } };
				},
			),
	};
};
