import type { IHookFunctions } from 'n8n-workflow';
import { configurationBody } from '../aiCall/configuration';
import { endpointUrl, REQUEST_HEADERS } from '../aiCall/endpoints';
import { readAnswer } from '../aiCall/envelope';
import { isRecord, textOf, type JsonRecord } from '../values';
import { toBuffer, transportError } from './transport';
import { AI_CALL_CREDENTIAL } from './webhookSecret';

const TIMEOUT_MS = 10_000;

/**
 * The callback URLs that the platform has, as in the result of a configuration query (document 2, 4.2).
 *
 * @throws Failure where the platform does not tell them
 */
export async function registeredUrls(context: IHookFunctions): Promise<JsonRecord> {
	const { baseUrl } = await context.getCredentials(AI_CALL_CREDENTIAL);
	return await query(context, endpointUrl(textOf(baseUrl) ?? '', 'queryConfiguration'));
}

async function query(context: IHookFunctions, url: string): Promise<JsonRecord> {
	const [outcome] = await Promise.allSettled([
		context.helpers.httpRequestWithAuthentication.call(context, AI_CALL_CREDENTIAL, {
			url,
			method: 'POST',
			headers: REQUEST_HEADERS,
			body: JSON.stringify(configurationBody('urls')),
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: TIMEOUT_MS,
		}),
	]);
	const answer: unknown = outcome.status === 'fulfilled' ? outcome.value : undefined;
	if (!isRecord(answer)) throw transportError(outcome.status === 'rejected' ? outcome.reason : undefined, url, TIMEOUT_MS);
	return readAnswer('queryConfiguration', toBuffer(answer.body), Number(answer.statusCode)).result;
}
