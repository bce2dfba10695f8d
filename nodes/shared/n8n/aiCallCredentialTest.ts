import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { configurationBody } from '../aiCall/configuration';
import { endpointUrl, REQUEST_HEADERS, TOKEN_PARAMETER, type Operation } from '../aiCall/endpoints';
import { readAnswer } from '../aiCall/envelope';
import { checkPushSecret } from '../aiCall/guards';
import { checkKeys, readToken, secretsOf, tokenBody } from '../aiCall/token';
import { Failure } from '../failure';
import type { JsonRecord } from '../values';
import { tokenSource } from './aiCallToken';
import { testRequest } from './credentialRequest';
import { pushSecretIn } from './webhookSecret';

const TIMEOUT_MS = 20_000;

/** Tests key, secret and address: fetches a token, and asks for the callback URLs with it. */
export async function iflytekAiCallApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const [outcome] = await Promise.allSettled([tryOut(this, data)]);
	if (outcome.status === 'fulfilled') return { status: 'OK', message: 'Connection successful' };
	const error: unknown = outcome.reason;
	return { status: 'Error', message: error instanceof Failure ? `${error.message}. ${error.details.advice ?? ''}`.trim() : 'The test failed' };
}

async function tryOut(context: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Promise<void> {
	const source = tokenSource(data);
	checkKeys(source);
	checkPushSecret(pushSecretIn(data));
	const askedAt = Date.now();
	const secrets = secretsOf(source);
	const { token } = readToken(await ask('token', endpointUrl(source.baseAddress, 'token'), tokenBody(source)), askedAt);
	secrets.push(token);
	await ask('queryConfiguration', `${endpointUrl(source.baseAddress, 'queryConfiguration')}?${TOKEN_PARAMETER}=${encodeURIComponent(token)}`, configurationBody('urls'));

	async function ask(operation: Operation, url: string, body: JsonRecord): Promise<JsonRecord> {
		const answer = await testRequest(context, { url, headers: { ...REQUEST_HEADERS }, body: JSON.stringify(body), timeoutMs: TIMEOUT_MS });
		if ('trouble' in answer) throw new Failure(answer.trouble);
		return readAnswer(operation, answer.body, answer.status, secrets).result;
	}
}
