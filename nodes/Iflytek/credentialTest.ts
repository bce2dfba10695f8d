import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { errorText, shownText } from '../shared/failure';
import { openPlatformAccount } from '../shared/openPlatform/protocol/openPlatformAccount';
import { signHeaders } from '../shared/openPlatform/protocol/checksum';
import { judgeProbe, testedEndpoint, type Verdict } from '../shared/openPlatform/protocol/probes';
import type { Endpoint, Probe } from '../shared/openPlatform/protocol/services';
import {
	openPlatformHttpRequest,
	openPlatformSecrets,
} from '../shared/openPlatform/protocol/openPlatformRequest';
import { judgeStreaming } from '../shared/openPlatform/speech/streaming/streamingProbe';
import { testRequest } from '../shared/n8n/http/transport';
import { testStreaming } from './streamingCredentialTest';

/** Tests App ID and keys with one small call to the service that the credential names. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { good, message } = await verdictOn(this, data);
	return { status: good ? 'OK' : 'Error', message };
}

async function verdictOn(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<Verdict> {
	try {
		const endpoint = testedEndpoint(data.testService);
		const { probe } = endpoint.test;
		return probe === 'webSocket'
			? await testStreaming(context, data)
			: await testChecksum(context, data, endpoint, probe);
	} catch (error) {
		return judgeStreaming(error) ?? { good: false, message: errorText(error) };
	}
}

async function testChecksum(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	endpoint: Endpoint,
	probe: Probe,
): Promise<Verdict> {
	const request = { endpoint, ...probe };
	const { headers, ...unsigned } = openPlatformHttpRequest(request, data);
	const signedAt = Date.now();
	const signed = signHeaders(headers, openPlatformAccount(data), signedAt);
	const response = await testRequest(context, { ...unsigned, headers: signed });
	const { good, message } = judgeProbe(endpoint, probe, response, Date.now());
	return { good, message: shownText(message, openPlatformSecrets(request, data, signedAt)) };
}
