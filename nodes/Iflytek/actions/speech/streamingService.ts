import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import type { SpeechPart } from '../../../shared/openPlatform/speech/audioJoiner';
import type { VoiceSettings } from '../../../shared/openPlatform/protocol/voiceSettings';
import {
	TEXT_ENCODINGS,
	requestFrame,
	signHandshake,
	handshakeRefusal,
	plainRequest,
} from '../../../shared/openPlatform/speech/streamingProtocol';
import {
	adviseMinorLanguage,
	ENGLISH_READINGS,
	isTooLong,
	MINOR_LANGUAGE_VOICES,
	MINOR_LANGUAGES,
	NUMBER_READINGS,
	streamingBusiness,
	FRAME_CHARACTERS,
	MAX_FRAMES,
	SpeechCollector,
} from '../../../shared/openPlatform/speech/streamingSpeech';
import { isBlank } from '../../../shared/values';
import { splitInTwo } from '../../../shared/openPlatform/text/sentences';
import { asChoice, asFlag, given, valuesOf } from '../../../shared/n8n/parameters/coerce';
import { readRequestOptions, type Item } from '../../../shared/n8n/parameters/item';
import { switchField } from '../../../shared/n8n/parameters/properties';
import type { OpenPlatformClient } from '../../transport/openPlatformClient';
import { shownFailure, TransportError } from '../../../shared/failure';
import { sendPlain } from '../../../shared/n8n/http/transport';
import { exchangeFrames, requireAllowedAddress } from '../../../shared/n8n/http/webSocket';

const minorLanguageVoices = Object.entries(MINOR_LANGUAGE_VOICES)
	.map(([voice, language]) => (language === '' ? voice : `${voice} (${language})`))
	.join(', ');

const ownOptions: INodeProperties[] = [
	switchField(
		'Background Sound',
		'backgroundSound',
		'Whether to play a background sound (API: bgs)',
	),
	{
		displayName: 'Reading of English',
		name: 'english',
		type: 'options',
		options: [...ENGLISH_READINGS],
		default: '0',
		description:
			'Whether an English word in a Chinese text is read as a word or letter by letter, where both are possible (API: reg)',
	},
	{
		displayName: 'Minor Language',
		name: 'minorLanguage',
		type: 'options',
		options: [...MINOR_LANGUAGES],
		default: 'utf8',
		description: `Encoding for voices that speak neither Chinese nor English: ${minorLanguageVoices}. If one stays silent or is refused, try the other.`,
	},
	{
		displayName: 'Reading of Numbers',
		name: 'numbers',
		type: 'options',
		options: [...NUMBER_READINGS],
		default: '0',
		description:
			'Whether 110 in the text is read as a value (one hundred and ten) or digit by digit (one, one, zero) (API: rdn)',
	},
];

/** The options that only this service has. It is the default, also while Service is not set. */
export const streamingOptions: INodeProperties[] = ownOptions.map((option) => ({
	...option,
	displayOptions: { hide: { service: ['standard'] } },
}));

/**
 * A text with fewer bytes than this is never too long for the service, so it is not cut in two if
 * the service refuses it.
 */
const SHORT_TEXT_BYTES = 1000;

const WITHOUT_SECRET =
	'If the application only has the older speech service, choose Standard (HTTP) under Service in the node.';

interface Spoken {
	part: SpeechPart;
	/** The last frame. */
	raw: IDataObject;
}

/** Speech synthesis over a WebSocket: the service that new applications have. */
export function streamingService(
	item: Item,
	voice: VoiceSettings,
	client: OpenPlatformClient,
	context: IExecuteFunctions,
) {
	const { backgroundSound, english, numbers } = item.options;
	const minorLanguage = given(item.options.minorLanguage, (value) =>
		asChoice(value, 'Minor Language', valuesOf(MINOR_LANGUAGES)),
	);
	const business = streamingBusiness({
		...voice,
		backgroundSound: given(backgroundSound, asFlag),
		englishReading: given(english, (value) =>
			asChoice(String(value), 'Reading of English', valuesOf(ENGLISH_READINGS)),
		),
		numberReading: given(numbers, (value) =>
			asChoice(String(value), 'Reading of Numbers', valuesOf(NUMBER_READINGS)),
		),
		minorLanguage,
	});
	const options = readRequestOptions(item);
	const { timeoutMs } = options;
	const retry = client.retrier(options);
	const encoding = TEXT_ENCODINGS[business.tte];
	/** Becomes lower when the service refuses a text as too long. */
	let maxBytes: number = ENDPOINTS.streaming.limits.textBytes;

	/**
	 * Synthesizes one text over a connection of its own, without retries.
	 * @throws InputError if the credential cannot be right, Node has no WebSocket, or n8n does not
	 * allow the address
	 * @throws PlatformError if the handshake is refused, if a frame has a code other than 0, or if
	 * the frames cannot be used
	 * @throws TransportError if no complete response came
	 */
	async function request(text: string, check: (part: SpeechPart) => void): Promise<Spoken[]> {
		const { appId, address, url, secrets } = signHandshake(
			client.credential,
			Date.now(),
			WITHOUT_SECRET,
		);
		await requireAllowedAddress(context, address);
		const collector = new SpeechCollector(text, voice.sampleRate, encoding);
		try {
			await exchangeFrames({
				url,
				frame: requestFrame(appId, business, text),
				timeoutMs,
				frameCharacters: FRAME_CHARACTERS,
				maxFrames: MAX_FRAMES,
				stopped: context.getExecutionCancelSignal(),
				read: (frame) => collector.read(frame),
			});
		} catch (error) {
			throw shownFailure(await explained(context, error, url, timeoutMs), secrets);
		}
		const { lastFrame, ...speech } = collector.finish();
		const part = { text, ...speech };
		check(part);
		return [{ part, raw: lastFrame as IDataObject }];
	}

	/**
	 * Returns undefined if the service refuses the text as too long although the documented limit
	 * allows it. The caller then cuts the text in two.
	 * @param mayCut whether the caller can do this; if not, the refusal is thrown
	 */
	async function tryToSpeak(text: string, check: (part: SpeechPart) => void, mayCut: boolean) {
		const bytes = Buffer.byteLength(text, encoding);
		return await retry(async () => {
			// If the service has refused another text of this length in the meantime, this text is not
			// sent.
			if (mayCut && bytes > maxBytes) return undefined;
			try {
				return await request(text, check);
			} catch (error) {
				if (!mayCut || !isTooLong(error))
					throw adviseMinorLanguage(error, voice.voice, minorLanguage);
				maxBytes = Math.min(maxBytes, bytes - 1);
				return undefined;
			}
		});
	}

	async function speak(text: string, check: (part: SpeechPart) => void): Promise<Spoken[]> {
		const isShort = Buffer.byteLength(text, encoding) < SHORT_TEXT_BYTES;
		const pieces = isShort ? [text] : splitInTwo(text);
		const spoken = await tryToSpeak(text, check, pieces.length > 1);
		if (spoken) return spoken;
		const parts: Spoken[] = [];
		for (const piece of pieces) if (!isBlank(piece)) parts.push(...(await speak(piece, check)));
		return parts;
	}

	return { textBytes: maxBytes, encoding, speak };
}

/**
 * The error to throw instead of `error`. If no connection was made, a plain GET of the same address
 * may show the reason.
 */
async function explained(
	context: IExecuteFunctions,
	error: unknown,
	url: string,
	timeoutMs: number,
): Promise<unknown> {
	if (!(error instanceof TransportError) || error.kind !== 'notConnected') return error;
	try {
		const response = await sendPlain(context, 'GET', { ...plainRequest(url), timeoutMs });
		return handshakeRefusal(response, Date.now(), url) ?? error;
	} catch (unreachable) {
		return unreachable;
	}
}
