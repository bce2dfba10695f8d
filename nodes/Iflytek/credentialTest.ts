import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { inWords } from '../shared/failure';
import { encodeParam, HEADER, signHeaders, type Account } from '../shared/openPlatform/checksum';
import { judgeProbe, probeFor, type Probe } from '../shared/openPlatform/probe';
import { addressOf } from '../shared/openPlatform/services';
import { testRequest, type TestRequest } from '../shared/n8n/credentialRequest';

const TIMEOUT_MS = 20_000;

/** Tests app id and key with one small call to the service that the credential names. */
export async function iflytekApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const account = { appId: String(data.appId ?? '').trim(), apiKey: String(data.apiKey ?? '').trim() };
	if (!account.appId) return refuse('The App ID is empty. Enter the APPID of the application from the iFLYTEK console.');
	if (!account.apiKey) return refuse('The API key is empty. Enter the APIKey of the service from the iFLYTEK console.');
	const probe = probeFor(data.testService);
	const made = makeRequest(probe, account, data[probe.endpoint.base]);
	const answer = 'trouble' in made ? made : await testRequest(this, made);
	const trouble = 'trouble' in answer ? answer.trouble : judgeProbe(probe, answer, Date.now());
	return trouble === undefined ? { status: 'OK', message: 'Connection successful' } : refuse(trouble);
}

/** The probe's request, signed; or why there can be none. */
function makeRequest({ endpoint, param, body }: Probe, account: Account, baseUrl: unknown): TestRequest | { trouble: string } {
	const headers = { [HEADER.param]: encodeParam(param), 'Content-Type': body.contentType };
	try {
		return {
			url: addressOf(endpoint, baseUrl),
			headers: signHeaders(headers, account, Date.now()),
			body: body.content,
			timeoutMs: TIMEOUT_MS,
		};
	} catch (error) {
		return { trouble: inWords(error) };
	}
}

const refuse = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
