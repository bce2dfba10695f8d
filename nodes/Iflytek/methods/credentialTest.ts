import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { shownText } from '../../shared/failure';
import { openPlatformAccount } from '../../shared/openPlatform/protocol/openPlatformAccount';
import { signHeaders } from '../../shared/openPlatform/protocol/checksum';
import {
	failedVerdict,
	judgeProbe,
	type Verdict,
} from '../../shared/openPlatform/credentialTest/probes';
import type { Endpoint, Probe } from '../../shared/openPlatform/protocol/endpoint';
import {
	testResult,
	testedEndpoint,
	testedKeys,
	type TestedKey,
} from '../../shared/openPlatform/credentialTest/testedKeys';
import {
	openPlatformHttpRequest,
	openPlatformSecrets,
} from '../../shared/openPlatform/protocol/openPlatformRequest';
import { judgeStreaming } from '../../shared/openPlatform/speech/streaming/streamingProbe';
import { testRequest } from '../../shared/n8n/http/transport';
import { testStreaming } from './streamingCredentialTest';

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
	const request = { endpoint, ...probe };
	const { headers, ...unsigned } = openPlatformHttpRequest(request, data);
	const signedAt = Date.now();
	const signed = signHeaders(headers, openPlatformAccount(data, endpoint), signedAt);
	const response = await testRequest(context, { ...unsigned, headers: signed });
	const verdict = judgeProbe(endpoint, probe, response, Date.now(), advice);
	const shown = (text: string) => shownText(text, openPlatformSecrets(request, data, signedAt));
	return {
		...verdict,
		message: shown(verdict.message),
		...(verdict.advice !== undefined && { advice: shown(verdict.advice) }),
	};
}
