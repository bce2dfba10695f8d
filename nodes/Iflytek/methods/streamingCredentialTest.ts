import type { ICredentialTestFunctions } from 'n8n-workflow';
import { shownFailure } from '../../shared/failure';
import { TEST_TIMEOUT_MS, testRequest } from '../../shared/n8n/http/transport';
import { exchangeFrames, hasWebSocket } from '../../shared/n8n/http/webSocket';
import { CONNECTED, type Verdict } from '../../shared/openPlatform/credentialTest/probes';
import {
	signHandshake,
	handshakeRefusal,
	plainRequest,
} from '../../shared/openPlatform/speech/streaming/handshake';
import { probeFrame, UNTESTED } from '../../shared/openPlatform/speech/streaming/streamingProbe';
import { readFrame } from '../../shared/openPlatform/speech/streaming/frames';
import {
	FRAME_CHARACTERS,
	MAX_FRAMES,
} from '../../shared/openPlatform/speech/streaming/streamingSpeech';

/**
 * Tests App ID, API Key and API Secret with streaming speech. A plain GET shows whether the
 * signature is accepted, and if not, why. The service checks application and license only when it
 * gets a text.
 * @throws Failure
 */
export async function testStreaming(
	context: ICredentialTestFunctions,
	data: Record<string, unknown>,
): Promise<Verdict> {
	const { appId, url, secrets } = signHandshake(data, Date.now());
	try {
		return await verdictOn(context, appId, url);
	} catch (error) {
		throw shownFailure(error, secrets);
	}
}

async function verdictOn(
	context: ICredentialTestFunctions,
	appId: string,
	url: string,
): Promise<Verdict> {
	const refusal = handshakeRefusal(
		await testRequest(context, { method: 'GET', ...plainRequest(url) }),
		Date.now(),
		url,
	);
	if (refusal) throw refusal;
	if (!hasWebSocket()) return { good: true, message: UNTESTED };
	// The first frame already shows whether the application may use the service: `readFrame` throws
	// if it may not.
	const read = (frame: string) => {
		readFrame(frame);
		return 'last' as const;
	};
	await exchangeFrames({
		url,
		frame: probeFrame(appId),
		timeoutMs: TEST_TIMEOUT_MS,
		frameCharacters: FRAME_CHARACTERS,
		maxFrames: MAX_FRAMES,
		read,
	});
	return CONNECTED;
}
