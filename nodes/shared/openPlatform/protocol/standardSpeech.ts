import { ipaddr } from '../../bundled';
import { InputError, PlatformError } from '../../failure';
import type { HttpResponse } from '../../httpResponse';
import { textOf } from '../../values';
import { isWhitelistRejection } from './openPlatformCodes';
import { envelopeIn, readEnvelope, sidOf } from './openPlatformEnvelope';
import type { Endpoint } from './endpoint';
import { type VoiceSettings, audioParam } from './voiceSettings';

/** Engines of speech synthesis (document 1, 4.4). */
export const SPEECH_ENGINES = [
	{ name: 'Chinese', value: 'intp65', description: 'API: intp65' },
	{ name: 'English', value: 'intp65_en', description: 'API: intp65_en' },
	{
		name: 'Minor Languages',
		value: 'mtts',
		description: 'Requires a voice for that language (API: mtts)',
	},
	{ name: 'Normal', value: 'aisound', description: 'API: aisound' },
	{ name: 'Optimized', value: 'x', description: 'API: x' },
] as const;
export const DEFAULT_ENGINE = 'intp65';

/**
 * The business parameters of a synthesis (document 1, 4.4), which are all text. Without an engine
 * the service chooses an engine.
 */
export function speechParam(settings: VoiceSettings & { engine?: string }): Record<string, string> {
	return {
		...audioParam(settings),
		voice_name: settings.voice,
		speed: String(settings.speed),
		volume: String(settings.volume),
		pitch: String(settings.pitch),
		...(settings.engine ? { engine_type: settings.engine } : {}),
		text_type: 'text',
	};
}

/**
 * The header X-Real-Ip (document 1, 4.4), whose effect is not documented; none for an empty address.
 * @throws InputError for a text that is no IP address
 */
export function realIpHeader(address: string): Record<string, string> {
	if (address === '') return {};
	if (ipaddr.isValid(address)) return { 'X-Real-Ip': address };
	throw new InputError(
		'X-Real-Ip is not an IP address',
		'Enter an address such as 127.0.0.1, or remove the option.',
	);
}

/** Audio as the service sent it, with its session id. */
interface SpeechResponse {
	audio: Buffer;
	sid?: string;
	headers: Record<string, unknown>;
}

/**
 * Returns the audio in a response. The Content-Type distinguishes audio from a failure (document 1,
 * 4.4), except that an envelope is never audio.
 * @throws PlatformError for a failed request, and for a response without audio
 */
export function readSpeech(response: HttpResponse, endpoint?: Endpoint): SpeechResponse {
	const { headers, body } = response;
	const sid = textOf(headers.sid);
	const advice = 'Try again. If it keeps happening with this text, report the sid to iFLYTEK.';
	const isAudio =
		response.status < 300 && String(headers['content-type']).toLowerCase().startsWith('audio/');
	if (isAudio && body.length === 0)
		throw new PlatformError('The iFLYTEK platform sent no audio', 'interrupted', { sid, advice });
	if (isAudio && !envelopeIn(body)) return { audio: body, sid, headers };
	const envelope = readEnvelope(response, endpoint, (code, desc) =>
		NOT_OPENED.includes(code) && !isWhitelistRejection(code, desc) ? USE_STREAMING : undefined,
	);
	throw new PlatformError('The iFLYTEK platform reported success but sent no audio', 'unreadable', {
		sid: sidOf(envelope) ?? sid,
		advice,
	});
}

/**
 * Codes that this service can return if it was never opened for the application. From other
 * services these codes mean something else.
 */
const NOT_OPENED = ['10105', '10110', '11200'];

/** Advice for a new application, because iFLYTEK no longer opens this service to those. */
export const USE_STREAMING =
	'Standard (HTTP) is not available to new applications. If yours is new, set Service to Streaming.';
