import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { errorText } from '../shared/failure';
import { testRequest } from '../shared/n8n/http/testRequest';
import { exchangeFrames, hasWebSocket } from '../shared/n8n/http/webSocket';
import { hmacAccountOf, signAddress } from '../shared/openPlatform/hmacSignature';
import type { Verdict } from '../shared/openPlatform/probe';
import { addressOf, STREAMING_SPEECH } from '../shared/openPlatform/services';
import { handshakeRefusal } from '../shared/openPlatform/streaming/handshake';
import { judgeStreaming, probeFrame, readProbe, UNTESTED } from '../shared/openPlatform/streaming/probe';

const TIMEOUT_MS = 20_000;
const FRAME_CHARACTERS = 1024 * 1024;

/**
 * Tests App ID, API Key and API Secret with streaming speech. A plain GET shows whether the signature is accepted, and if not,
 * why, which a WebSocket does not show. Application and license are only checked when a text is sent.
 */
export async function testStreaming(context: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Promise<Verdict> {
	try {
		const account = hmacAccountOf(data);
		const address = addressOf(STREAMING_SPEECH, data.streamingBaseUrl);
		const signed = () => signAddress(address, 'GET', account, Date.now());
		const response = await testRequest(context, { method: 'GET', url: signed().replace(/^ws/i, 'http'), timeoutMs: TIMEOUT_MS });
		if (response instanceof Error) return { good: false, message: errorText(response) };
		const refusal = handshakeRefusal(response, Date.now());
		if (refusal) throw refusal;
		if (!hasWebSocket()) return { good: true, message: UNTESTED };
		await exchangeFrames({ url: signed(), frame: probeFrame(account.appId), timeoutMs: TIMEOUT_MS, frameCharacters: FRAME_CHARACTERS, read: readProbe });
		return { good: true, message: 'Connection successful' };
	} catch (error) {
		return judgeStreaming(error) ?? { good: false, message: errorText(error) };
	}
}
