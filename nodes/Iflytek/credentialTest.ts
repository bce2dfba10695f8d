import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { errorText } from '../shared/failure';
import { accountOf, encodeParam, HEADER, signHeaders } from '../shared/openPlatform/checksum';
import { judgeProbe, probeFor, type Probe, type Verdict } from '../shared/openPlatform/probe';
import { addressOf } from '../shared/openPlatform/services';
import { testRequest, type TestRequest } from '../shared/n8n/http/testRequest';
import { testStreaming } from './streamingCredentialTest';

const TIMEOUT_MS = 20_000;

/** Tests App ID and keys with one small call to the service that the credential names. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { good, message } = await (data.testService === 'streaming' ? testStreaming(this, data) : testChecksum(this, data));
	return { status: good ? 'OK' : 'Error', message };
}

async function testChecksum(context: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Promise<Verdict> {
	const probe = probeFor(data.testService);
	const request = makeRequest(probe, data);
	const response = request instanceof Error ? request : await testRequest(context, request);
	return response instanceof Error ? { good: false, message: errorText(response) } : judgeProbe(probe, response, Date.now());
}

/** The probe's request, signed; or why there can be none. */
function makeRequest({ endpoint, param, body }: Probe, data: ICredentialDataDecryptedObject): TestRequest | Error {
	const headers = { [HEADER.param]: encodeParam(param), 'Content-Type': body.contentType };
	try {
		return {
			url: addressOf(endpoint, data[endpoint.base]),
			headers: signHeaders(headers, accountOf(data), Date.now()),
			body: body.content,
			timeoutMs: TIMEOUT_MS,
		};
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error));
	}
}
