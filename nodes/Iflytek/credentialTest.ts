import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { encodeParam, HEADER, signHeaders } from '../shared/openPlatform/checksum';
import { judgeProbe, probeFor } from '../shared/openPlatform/probe';
import { DEFAULT_BASE_URLS } from '../shared/openPlatform/services';
import { contentType, encodeBody } from '../shared/openPlatform/body';
import { testRequest } from '../shared/n8n/credentialRequest';

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
	const { base, path } = probe.endpoint;
	const headers = { [HEADER.param]: encodeParam(probe.param), 'Content-Type': contentType(probe.body) };
	const answer = await testRequest(this, {
		url: String(data[base] || DEFAULT_BASE_URLS[base]).replace(/\/+$/, '') + path,
		headers: signHeaders(headers, account, Date.now()),
		body: encodeBody(probe.body),
		timeoutMs: TIMEOUT_MS,
	});
	const trouble = 'trouble' in answer ? answer.trouble : judgeProbe(probe, answer, Date.now());
	return trouble === undefined ? { status: 'OK', message: 'Connection successful' } : refuse(trouble);
}

const refuse = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
