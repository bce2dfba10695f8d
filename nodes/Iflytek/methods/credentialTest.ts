import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { shownFailure } from '../../shared/failure';
import { openPlatformAccount } from '../../shared/openPlatform/protocol/openPlatformAccount';
import { readEnvelope } from '../../shared/openPlatform/protocol/openPlatformEnvelope';
import { signHeaders } from '../../shared/openPlatform/protocol/checksumSignature';
import {
	CONNECTED,
	failedVerdict,
	judgeProbe,
	judgeStreaming,
	probeFrame,
	testResult,
	UNTESTED,
	type Verdict,
} from './keyVerdicts';
import { testedEndpoint, testedKeys, type TestedKey } from './testedKeys';
import type { Endpoint, Probe } from '../../shared/openPlatform/protocol/endpoint';
import { TEST_TIMEOUT_MS, testRequest } from '../../shared/n8n/http/transport';
import { exchangeFrames, hasWebSocket } from '../../shared/n8n/http/webSocket';
import {
	handshakeRefusal,
	plainRequest,
	signHandshake,
	readFrame,
} from '../../shared/openPlatform/speech/streamingProtocol';
import { FRAME_CHARACTERS, MAX_FRAMES } from '../../shared/openPlatform/speech/streamingSpeech';
import { sendOnce } from '../transport/openPlatformClient';

/** Tests App ID and each key with one small call to the service that the key belongs to. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const verdicts = await Promise.all(
		testedKeys(data).map(async (key) => ({
			label: key.label,
			verdict: await verdictOn(this, key),
		})),
	);
	const { good, message } = testResult(verdicts);
	return { status: good ? 'OK' : 'Error', message };
}

async function verdictOn(context: ICredentialTestFunctions, key: TestedKey): Promise<Verdict> {
	try {
		const endpoint = testedEndpoint(key.service);
		const { probe } = endpoint.test;
		return probe === 'webSocket'
			? await testStreaming(context, key.data)
			: await testChecksum(context, key, endpoint, probe);
	} catch (error) {
		return judgeStreaming(error) ?? failedVerdict(error);
	}
}

async function testChecksum(
	context: ICredentialTestFunctions,
	{ data, advice }: TestedKey,
	endpoint: Endpoint,
	probe: Probe,
): Promise<Verdict> {
	try {
		const account = openPlatformAccount(data, endpoint);
		await sendOnce({ endpoint, ...probe }, data, probe.read ?? readEnvelope, async (request) => {
			const headers = signHeaders(request.headers, account, Date.now());
			return await testRequest(context, { ...request, headers });
		});
		return CONNECTED;
	} catch (error) {
		return judgeProbe(error, endpoint, probe, advice);
	}
}

/**
 * Tests App ID, API Key and API Secret with streaming speech. A plain GET shows whether the
 * signature is accepted, and if not, why. The service checks application and license only when it
 * gets a text.
 * @throws Failure
 */
async function testStreaming(
	context: ICredentialTestFunctions,
	data: Record<string, unknown>,
): Promise<Verdict> {
	const { appId, url, secrets } = signHandshake(data, Date.now());
	try {
		const response = await testRequest(context, { method: 'GET', ...plainRequest(url) });
		const refusal = handshakeRefusal(response, Date.now(), url);
		if (refusal) throw refusal;
		if (!hasWebSocket()) return { good: true, message: UNTESTED };
		await exchangeFrames({
			url,
			frame: probeFrame(appId),
			timeoutMs: TEST_TIMEOUT_MS,
			frameCharacters: FRAME_CHARACTERS,
			maxFrames: MAX_FRAMES,
			// The first frame already shows whether the application may use the service: `readFrame`
			// throws if it may not.
			read: (frame) => {
				readFrame(frame);
				return 'last';
			},
		});
		return CONNECTED;
	} catch (error) {
		throw shownFailure(error, secrets);
	}
}
