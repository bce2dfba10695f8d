import type { ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { configurationBody } from '../../aiCall/configuration';
import { RefusalError } from '../../aiCall/errors';
import { TOKEN_PARAMETER } from '../../aiCall/methods';
import { checkPushSecret } from '../../aiCall/pushSecret';
import { keyLengthWarning } from '../../aiCall/keys';
import { readToken, tokenBody } from '../../aiCall/token';
import { Failure } from '../../failure';
import { settle } from '../../settle';
import { testRequest } from '../http/transport';
import { pushSecretIn } from '../webhook/parameters';
import { exchange } from './exchange';
import { enteredSource, tokenSource } from './token';

const SUCCESS = 'Connection successful';

/**
 * Tests key, secret and address: fetches a token, and asks for the callback URLs with it. Keys of unusual lengths are
 * tried like any others; the message says so.
 */
export async function iflytekAiCallApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const outcome = await settle(runTest(this, data));
	const warning = keyLengthWarning(enteredSource(data));
	if (outcome.status === 'fulfilled') return { status: 'OK', message: warning === undefined ? SUCCESS : `${SUCCESS}. ${warning}` };
	const error: unknown = outcome.reason;
	if (!(error instanceof Failure)) return { status: 'Error', message: 'The test failed' };
	const aboutKeys = error instanceof RefusalError ? warning : undefined;
	return { status: 'Error', message: [`${error.message}.`, error.details.advice, aboutKeys].filter(Boolean).join(' ') };
}

async function runTest(context: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Promise<void> {
	const source = tokenSource(data);
	checkPushSecret(pushSecretIn(data));
	const askedAt = Date.now();
	const { result } = await exchange(source, 'token', tokenBody(source), async (request) => await testRequest(context, request));
	const { token } = readToken(result, askedAt);
	const query = `?${TOKEN_PARAMETER}=${encodeURIComponent(token)}`;
	await exchange(source, 'queryConfiguration', configurationBody('urls'), async (request) => await testRequest(context, { ...request, url: request.url + query }), () => token);
}
