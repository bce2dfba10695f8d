import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { configurationBody } from '../../aiCall/configuration';
import { methodUrl, REQUEST_HEADERS, TOKEN_PARAMETER, type ApiMethod } from '../../aiCall/methods';
import { readResponse } from '../../aiCall/envelope';
import { RefusalError } from '../../aiCall/errors';
import { checkPushSecret } from '../../aiCall/pushSecret';
import { checkKeys, keyLengthWarning, readToken, secretsOf, tokenBody } from '../../aiCall/token';
import { Failure } from '../../failure';
import type { JsonRecord } from '../../values';
import { tokenSource } from './token';
import { testRequest } from '../http/testRequest';
import { pushSecretIn } from '../webhook/secret';
import { settle } from '../../settle';

const SUCCESS = 'Connection successful';

/**
 * Tests key, secret and address: fetches a token, and asks for the callback URLs with it. Keys of unusual lengths are
 * tried like any others; the message says so.
 */
export async function iflytekAiCallApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const outcome = await settle(runTest(this, data));
	const warning = keyLengthWarning(tokenSource(data));
	if (outcome.status === 'fulfilled') return { status: 'OK', message: warning === undefined ? SUCCESS : `${SUCCESS}. ${warning}` };
	const error: unknown = outcome.reason;
	if (!(error instanceof Failure)) return { status: 'Error', message: 'The test failed' };
	const aboutKeys = error instanceof RefusalError ? warning : undefined;
	return { status: 'Error', message: [`${error.message}.`, error.details.advice, aboutKeys].filter(Boolean).join(' ') };
}

async function runTest(context: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Promise<void> {
	const source = tokenSource(data);
	checkKeys(source);
	checkPushSecret(pushSecretIn(data));
	const askedAt = Date.now();
	const secrets = secretsOf(source);
	const { token } = readToken(await send('token', methodUrl(source.baseUrl, 'token'), tokenBody(source)), askedAt);
	secrets.push(token);
	await send('queryConfiguration', `${methodUrl(source.baseUrl, 'queryConfiguration')}?${TOKEN_PARAMETER}=${encodeURIComponent(token)}`, configurationBody('urls'));

	async function send(method: ApiMethod, url: string, body: JsonRecord): Promise<JsonRecord> {
		const response = await testRequest(context, { url, headers: { ...REQUEST_HEADERS }, body: JSON.stringify(body) });
		return readResponse(method, response.body, response.status, secrets).result;
	}
}
