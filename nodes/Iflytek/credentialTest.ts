import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { inWords } from '../shared/failure';
import { accountOf, encodeParam, HEADER, signHeaders } from '../shared/openPlatform/checksum';
import { judgeProbe, probeFor, type Probe } from '../shared/openPlatform/probe';
import { addressOf } from '../shared/openPlatform/services';
import { testRequest, type TestRequest } from '../shared/n8n/credentialRequest';

const TIMEOUT_MS = 20_000;

/** Tests app id and key with one small call to the service that the credential names. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const probe = probeFor(data.testService);
	const made = makeRequest(probe, data);
	const answer = 'trouble' in made ? made : await testRequest(this, made);
	const { good, message } = 'trouble' in answer ? { good: false, message: answer.trouble } : judgeProbe(probe, answer, Date.now());
	return { status: good ? 'OK' : 'Error', message };
}

/** The probe's request, signed; or why there can be none. */
function makeRequest({ endpoint, param, body }: Probe, data: ICredentialDataDecryptedObject): TestRequest | { trouble: string } {
	const headers = { [HEADER.param]: encodeParam(param), 'Content-Type': body.contentType };
	try {
		return {
			url: addressOf(endpoint, data[endpoint.base]),
			headers: signHeaders(headers, accountOf(data), Date.now()),
			body: body.content,
			timeoutMs: TIMEOUT_MS,
		};
	} catch (error) {
		return { trouble: inWords(error) };
	}
}
