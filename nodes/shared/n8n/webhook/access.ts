import type { IWebhookFunctions } from 'n8n-workflow';
import { carriesSecret, SECRET_PARAMETER } from '../../aiCall/pushSecret';
import { forbiddenField } from '../../aiCall/senderIds';
import type { JsonRecord } from '../../values';
import { isListed, readAddressList } from './ipAllowlist';
import type { Refusal } from './response';
import { collectionOf, demandsSecret, entriesOf } from './parameters';
import { pushSecretOf } from './secret';
import { settle } from '../../settle';

/** Checks IP address and secret of a request, before its body is read. */
export async function checkCaller(context: IWebhookFunctions): Promise<Refusal | undefined> {
	if (!addressAllowed(context)) return { status: 403, reason: 'This IP address is not allowed.' };
	const secret = await settle(pushSecretOf(context));
	if (secret.status === 'rejected') return { status: 503, reason: 'The credential cannot be read right now. Try again.' };
	const demanded = secret.value !== '' || demandsSecret(context);
	if (!demanded || carriesSecret(secret.value, context.getRequestObject().originalUrl)) return undefined;
	return { status: 401, reason: `The secret is missing or wrong. Append it to the end of the URL as ?${SECRET_PARAMETER}=…` };
}

/** Checks the enterprise and application ids in the body of a request. */
export function checkSender(context: IWebhookFunctions, fields: JsonRecord): Refusal | undefined {
	const { businessIds, appIds } = collectionOf(context, 'options');
	const forbidden = forbiddenField(fields, { businessIds: entriesOf(businessIds), appIds: entriesOf(appIds) });
	return forbidden && { status: 403, reason: `The ${forbidden} is not allowed.` };
}

function addressAllowed(context: IWebhookFunctions): boolean {
	const entries = entriesOf(collectionOf(context, 'options').allowedIps);
	if (entries.length === 0) return true;
	const { ip, ips } = context.getRequestObject();
	return isListed(readAddressList(entries), { ip, ips });
}
