import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { shownFailure, TransportError } from '../../shared/failure';
import {
	requestFrame,
	TEXT_ENCODINGS,
	type StreamingBusiness,
} from '../../shared/openPlatform/speech/streaming/frames';
import {
	signHandshake,
	handshakeRefusal,
	plainRequest,
} from '../../shared/openPlatform/speech/streaming/handshake';
import {
	FRAME_CHARACTERS,
	MAX_FRAMES,
	SpeechCollector,
} from '../../shared/openPlatform/speech/streaming/streamingSpeech';
import { getPlain } from '../../shared/n8n/http/transport';
import { exchangeFrames, requireAllowedAddress } from '../../shared/n8n/http/webSocket';

const WITHOUT_SECRET =
	'If the application only has the older speech service, choose Standard (HTTP) under Service in the node.';

interface StreamingRequest {
	text: string;
	business: StreamingBusiness;
	sampleRate: number;
	timeoutMs: number;
}

/**
 * Synthesizes one text over a connection of its own, without retries.
 * @throws InputError if the credential cannot be right, Node has no WebSocket, or n8n does not
 * allow the address
 * @throws PlatformError if the handshake is refused, if a frame has a code other than 0, or if the
 * frames cannot be used
 * @throws TransportError if no complete response came
 */
export async function speakOverWebSocket(
	context: IExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
	request: StreamingRequest,
) {
	const { text, business, sampleRate, timeoutMs } = request;
	const { appId, address, url, secrets } = signHandshake(credential, Date.now(), WITHOUT_SECRET);
	await requireAllowedAddress(context, address);
	const collector = new SpeechCollector(text, sampleRate, TEXT_ENCODINGS[business.tte]);
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
	return collector.finish();
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
		const response = await getPlain(context, { ...plainRequest(url), timeoutMs });
		return handshakeRefusal(response, Date.now(), url) ?? error;
	} catch (unreachable) {
		return unreachable;
	}
}
