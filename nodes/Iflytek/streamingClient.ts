import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { TransportError } from '../shared/failure';
import {
	requestFrame,
	type StreamingBusiness,
} from '../shared/openPlatform/speech/streaming/frames';
import {
	handshakeOf,
	handshakeRefusal,
	plainAddress,
} from '../shared/openPlatform/speech/streaming/handshake';
import {
	FRAME_CHARACTERS,
	SpeechCollector,
} from '../shared/openPlatform/speech/streaming/streamingSpeech';
import { getPlain } from '../shared/n8n/http/transport';
import { exchangeFrames, requireAllowedAddress } from '../shared/n8n/http/webSocket';
import { settle } from '../shared/settle';

const WITHOUT_SECRET =
	'If the application only has the older speech service (语音合成), choose Standard (HTTP) under Service in the node.';

interface StreamingRequest {
	text: string;
	business: StreamingBusiness;
	sampleRate: number;
	timeoutMs: number;
}

/**
 * Synthesizes one text over its own connection; once, without retries.
 * @throws InputError where the credential cannot be right, Node has no WebSocket, or n8n does not allow the address
 * @throws PlatformError for a refused handshake, a code other than 0, and frames that cannot be used
 * @throws TransportError without a complete response
 */
export async function speakOverWebSocket(
	context: IExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
	request: StreamingRequest,
) {
	const { text, business, sampleRate, timeoutMs } = request;
	const { appId, address, url } = handshakeOf(credential, Date.now(), WITHOUT_SECRET);
	await requireAllowedAddress(context, address);
	const collector = new SpeechCollector(text, sampleRate);
	const outcome = await settle(
		exchangeFrames({
			url,
			frame: requestFrame(appId, business, text),
			timeoutMs,
			frameCharacters: FRAME_CHARACTERS,
			stopped: context.getExecutionCancelSignal(),
			read: (frame) => collector.read(frame),
		}),
	);
	if (outcome.status === 'rejected') throw await explained(context, outcome.reason, url, timeoutMs);
	return collector.finish();
}

/** Why there was no connection, if a plain GET shows it. */
async function explained(
	context: IExecuteFunctions,
	error: unknown,
	url: string,
	timeoutMs: number,
): Promise<unknown> {
	if (!(error instanceof TransportError) || error.kind !== 'notConnected') return error;
	const outcome = await settle(getPlain(context, { url: plainAddress(url), timeoutMs }));
	if (outcome.status === 'rejected') return outcome.reason;
	return handshakeRefusal(outcome.value, Date.now()) ?? error;
}
