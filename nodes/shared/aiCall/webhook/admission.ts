/** Which requests the webhook triggers accept, by IP address, secret, size and sender. */
import type { IWebhookFunctions } from 'n8n-workflow';
import { carriesSecret, SECRET_PARAMETER } from '../pushes/pushSecret';
import { forbiddenField } from '../pushes/senderIds';
import { asFailure, errorText, InputError } from '../../failure';
import type { JsonRecord } from '../../values';
import { asIds, splitList } from '../../n8n/parameters';
import { isListed, readAddressList } from './ipAllowlist';
import type { Refusal } from './response';
import { MAX_BODY_MEGABYTES, receiveBody } from './webhookBody';
import { demandsSecret, readPushSecret } from './webhookParameters';

const TOO_LARGE: Refusal = {
	status: 413,
	reason: `The body is larger than ${MAX_BODY_MEGABYTES} MB. Real pushes and requests have a few kilobytes.`,
};

/**
 * The raw body of a request, or why it is refused. IP address and secret are checked before the
 * body, which n8n has read by then for most content types.
 * @param options the trigger's collection `options`
 */
export async function admitBody(
	context: IWebhookFunctions,
	options: JsonRecord,
): Promise<{ body: Buffer } | { refusal: Refusal }> {
	const refusal = refusedAddress(context, options) ?? (await refusedSecret(context));
	if (refusal) return { refusal };
	const body = await receiveBody(context);
	return body ? { body } : { refusal: TOO_LARGE };
}

function refusedAddress(context: IWebhookFunctions, options: JsonRecord): Refusal | undefined {
	const addresses = splitList(options.allowedIps);
	const { ip, ips } = context.getRequestObject();
	if (addresses.length === 0 || isListed(readAddressList(addresses), { ip, ips })) return undefined;
	return { status: 403, reason: 'This IP address is not allowed.' };
}

async function refusedSecret(context: IWebhookFunctions): Promise<Refusal | undefined> {
	let secret: string;
	try {
		secret = await readPushSecret(context);
	} catch (error) {
		if (error instanceof InputError) return { status: 401, reason: errorText(error) };
		return { status: 503, reason: 'The credential cannot be read right now. Try again.' };
	}
	const isDemanded = secret !== '' || demandsSecret(context);
	if (!isDemanded || carriesSecret(secret, context.getRequestObject().originalUrl))
		return undefined;
	return {
		status: 401,
		reason: `The secret is missing or wrong. Append it to the end of the URL as ?${SECRET_PARAMETER}=…`,
	};
}

/**
 * The refusal of a request whose enterprise or application is not allowed; undefined if both are
 * allowed.
 * @param options the trigger's collection `options`
 * @param fields the fields of the body
 */
export function refusedSender(options: JsonRecord, fields: JsonRecord): Refusal | undefined {
	try {
		const field = forbiddenField(fields, allowedSenders(options));
		return field && { status: 403, reason: `The ${field} is not allowed.` };
	} catch (error) {
		return unusable(error);
	}
}

/**
 * The ids that the user allows.
 * @throws InputError for a number that has lost digits
 */
export function allowedSenders({ businessIds, appIds }: JsonRecord) {
	return {
		businessIds: asIds(businessIds, 'Allowed Enterprise IDs'),
		appIds: asIds(appIds, 'Allowed Application IDs'),
	};
}

/**
 * The refusal of a request for which the settings of the trigger cannot be read. It must not be
 * acknowledged, because the platform would not repeat it.
 */
export function unusable(error: unknown): Refusal {
	return { status: 503, reason: errorText(asFailure(error)) };
}
