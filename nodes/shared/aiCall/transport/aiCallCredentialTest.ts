import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { aiCallAccount, enteredAccount, keyLengthWarning } from '../protocol/aiCallAccount';
import { configurationBody } from '../configuration/configuration';
import { RefusalError } from '../protocol/aiCallErrors';
import { aiCallHttpRequest, readHttpResponse } from '../protocol/aiCallEnvelope';
import { TOKEN_PARAMETER } from '../protocol/apiMethods';
import { checkPushSecret, pushSecretIn } from '../configuration/pushSecret';
import { errorText } from '../../failure';
import { testRequest } from '../../n8n/http/transport';
import { requestToken } from './token';

const SUCCESS = 'Connection successful';

/**
 * Tests key, secret and address: fetches a token, and asks for the callback URLs with it. A key of
 * unusual length is tried like any other, but the message mentions its length.
 */
export async function iflytekAiCallApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const lengthWarning = keyLengthWarning(enteredAccount(data));
	try {
		await runTest(this, data);
		return {
			status: 'OK',
			message: lengthWarning === undefined ? SUCCESS : `${SUCCESS}. ${lengthWarning}`,
		};
	} catch (error) {
		const message = errorText(error);
		// An unusual length can explain a refusal, but no other failure.
		const isExplained = lengthWarning !== undefined && error instanceof RefusalError;
		return { status: 'Error', message: isExplained ? `${message} ${lengthWarning}` : message };
	}
}

async function runTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<void> {
	const account = aiCallAccount(data);
	checkPushSecret(pushSecretIn(data));
	const { token } = await requestToken(
		account,
		async (tokenRequest) => await testRequest(context, tokenRequest),
	);
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
