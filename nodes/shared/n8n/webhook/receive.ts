import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { carriesSecret, SECRET_PARAMETER } from '../../aiCall/pushes/pushSecret';
import { forbiddenField } from '../../aiCall/pushes/senderIds';
import { settle } from '../../settle';
import type { JsonRecord } from '../../values';
import { collectionOf, splitList } from '../parameters';
import { MAX_BODY_MEGABYTES, receiveBody } from './webhookBody';
import { isListed, readAddressList } from './ipAllowlist';
import { demandsSecret, pushSecretOf } from './webhookParameters';
import { refuse, type Refusal } from './response';

/**
 * Receives a request: one that is not allowed, or that `read` cannot read, is refused.
 * @param fieldsOf the fields of the body, which tell who has sent it
 * @param start what an allowed request does
 */
export async function receive<T extends { ok: true }>(
	context: IWebhookFunctions,
	read: (body: Buffer) => T | { ok: false; reason: string },
	fieldsOf: (reading: T) => JsonRecord,
	start: (reading: T) => IWebhookResponseData,
): Promise<IWebhookResponseData> {
	const ofCaller = await checkCaller(context);
	if (ofCaller) return refuse(context, ofCaller);
	const body = await receiveBody(context);
	if (!body)
		return refuse(context, {
			status: 413,
			reason: `The body is larger than ${MAX_BODY_MEGABYTES} MB. Real pushes and requests have a few kilobytes.`,
		});
	const reading = read(body);
	if (!reading.ok) return refuse(context, { status: 400, reason: reading.reason });
	const ofSender = checkSender(context, fieldsOf(reading));
	return ofSender ? refuse(context, ofSender) : start(reading);
}

/** Checks IP address and secret of a request, before its body is read. */
async function checkCaller(context: IWebhookFunctions): Promise<Refusal | undefined> {
	const addresses = splitList(collectionOf(context, 'options').allowedIps);
	const { ip, ips, originalUrl } = context.getRequestObject();
	if (addresses.length > 0 && !isListed(readAddressList(addresses), { ip, ips }))
		return { status: 403, reason: 'This IP address is not allowed.' };
	const secret = await settle(pushSecretOf(context));
	if (secret.status === 'rejected')
		return { status: 503, reason: 'The credential cannot be read right now. Try again.' };
	const demanded = secret.value !== '' || demandsSecret(context);
	if (!demanded || carriesSecret(secret.value, originalUrl)) return undefined;
	return {
		status: 401,
		reason: `The secret is missing or wrong. Append it to the end of the URL as ?${SECRET_PARAMETER}=…`,
	};
}

/** Checks the enterprise and application ids in the body of a request. */
function checkSender(context: IWebhookFunctions, fields: JsonRecord): Refusal | undefined {
	const { businessIds, appIds } = collectionOf(context, 'options');
	const forbidden = forbiddenField(fields, {
		businessIds: splitList(businessIds),
		appIds: splitList(appIds),
	});
	return forbidden && { status: 403, reason: `The ${forbidden} is not allowed.` };
}
