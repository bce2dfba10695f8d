import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { errorText } from '../shared/failure';
import { accountOf, encodeParam, HEADER, signHeaders } from '../shared/openPlatform/checksum';
import { judgeProbe, probeFor, type Probe } from '../shared/openPlatform/probe';
import { addressOf } from '../shared/openPlatform/services';
import { testRequest, type TestRequest } from '../shared/n8n/http/testRequest';

const TIMEOUT_MS = 20_000;

/** Tests app id and key with one small call to the service that the credential names. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const probe = probeFor(data.testService);
	const request = makeRequest(probe, data);
	const response = 'problem' in request ? request : await testRequest(this, request);
	const { good, message } = 'problem' in response ? { good: false, message: response.problem } : judgeProbe(probe, response, Date.now());
	return { status: good ? 'OK' : 'Error', message };
}

/** The probe's request, signed; or why there can be none. */
function makeRequest({ endpoint, param, body }: Probe, data: ICredentialDataDecryptedObject): TestRequest | { problem: string } {
	const headers = { [HEADER.param]: encodeParam(param), 'Content-Type': body.contentType };
	try {
		return {
			url: addressOf(endpoint, data[endpoint.base]),
			headers: signHeaders(headers, accountOf(data), Date.now()),
			body: body.content,
			timeoutMs: TIMEOUT_MS,
		};
	} catch (error) {
		return { problem: errorText(error) };
	}
}
