import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	aiCallAccount,
	enteredAccount,
	keyLengthWarning,
} from '../../aiCall/protocol/aiCallAccount';
import { configurationBody } from '../../aiCall/configuration';
import { RefusalError } from '../../aiCall/protocol/aiCallErrors';
import { aiCallHttpRequest, readHttpResponse } from '../../aiCall/protocol/aiCallHttp';
import { TOKEN_PARAMETER } from '../../aiCall/protocol/methods';
import { checkPushSecret, pushSecretIn } from '../../aiCall/pushes/pushSecret';
import { readToken, tokenBody } from '../../aiCall/protocol/token';
import { Failure } from '../../failure';
import { testRequest } from '../http/transport';

const SUCCESS = 'Connection successful';

/**
 * Tests key, secret and address: fetches a token, and asks for the callback URLs with it. Keys of
 * unusual lengths are tried like any others; the message mentions their lengths.
 */
export async function iflytekAiCallApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const warning = keyLengthWarning(enteredAccount(data));
	try {
		await runTest(this, data);
		return { status: 'OK', message: warning === undefined ? SUCCESS : `${SUCCESS}. ${warning}` };
	} catch (error) {
		if (!(error instanceof Failure)) return { status: 'Error', message: 'The test failed' };
		const aboutKeys = error instanceof RefusalError ? warning : undefined;
		return {
			status: 'Error',
			message: [`${error.message}.`, error.details.advice, aboutKeys].filter(Boolean).join(' '),
		};
	}
}

async function runTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<void> {
	const account = aiCallAccount(data);
	checkPushSecret(pushSecretIn(data));
	const askedAt = Date.now();
	const issued = await testRequest(
		context,
		aiCallHttpRequest(account, 'token', tokenBody(account)),
	);
	const { token } = readToken(readHttpResponse(account, 'token', issued).result, askedAt);
	const { url, ...request } = aiCallHttpRequest(
		account,
		'queryConfiguration',
		configurationBody('urls'),
	);
	const response = await testRequest(context, {
		...request,
		url: `${url}?${TOKEN_PARAMETER}=${encodeURIComponent(token)}`,
	});
	readHttpResponse(account, 'queryConfiguration', response, token);
}
