import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { carriesSecret, SECRET_PARAMETER } from '../configuration/pushSecret';
import { asFailure, errorText, InputError, type FailureKind } from '../../failure';
import { textOf, type JsonRecord } from '../../values';
import { asIds, splitList } from '../../n8n/parameters/coerce';
import { demandsSecret, readPushSecret } from './webhookParameters';
import { enteredId } from '../../entered';
import { logFailure } from '../../n8n/run/nodeErrors';
import { isListed, readAddressList } from './addressList';

/** Which requests the webhook triggers accept, by IP address, secret, size and sender. */

/**
 * Why a request is rejected, as the sender reads it. The text contains neither the word `success`
 * nor anything from the request.
 */
export interface Refusal {
	/**
	 * 400: not a push; 401: wrong secret; 403: sender not allowed; 413: too large; 503: try again
	 * later.
	 */
	status: 400 | 401 | 403 | 413 | 503;
	reason: string;
}

function kindOfAnswer(status: Refusal['status']): FailureKind {
	if (status === 401 || status === 403) return 'refused';
	return status === 503 ? 'unavailable' : 'invalidInput';
}

/**
 * Rejects a request and logs it, so that no execution starts.
 * @param level `debug` for a refusal that is not unusual
 */
export function refuse(
	context: IWebhookFunctions,
	{ status, reason }: Refusal,
	level: 'warn' | 'debug' = 'warn',
): IWebhookResponseData {
	logFailure(
		context,
		kindOfAnswer(status),
		` refused a request with HTTP ${status}: ${reason}`,
		level,
	);
	context.getResponseObject().status(status).type('text/plain').send(reason);
	return { noWebhookResponse: true };
}

/**
 * The largest body that is accepted. Real pushes and requests have a few kilobytes. n8n itself
 * accepts 16 MB from anybody who knows the URL.
 */
export const MAX_BODY_MEGABYTES = 2;
const MAX_BODY_BYTES = MAX_BODY_MEGABYTES * 1024 ** 2;

/**
 * The raw body, because the body that n8n parses has lost the last digits of long ids. Empty if the
 * raw body cannot be read, undefined if it is too large.
 */
export async function receiveBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	if (Number(request.headers['content-length']) > MAX_BODY_BYTES) return undefined;
	const body = await rawBodyOf(request);
	return body && body.length <= MAX_BODY_BYTES ? body : undefined;
}

/**
 * The body as n8n has read it, or reads it now; empty if that fails. Undefined if n8n stopped
 * reading because the body is larger than n8n itself accepts.
 */
async function rawBodyOf(request: object): Promise<Buffer | undefined> {
	if (
		!('rawBody' in request) &&
		'readRawBody' in request &&
		typeof request.readRawBody === 'function'
	) {
		try {
			await request.readRawBody();
		} catch (error) {
			if (isTooLarge(error)) return undefined;
		}
	}
	return 'rawBody' in request && Buffer.isBuffer(request.rawBody)
		? request.rawBody
		: Buffer.alloc(0);
}

function isTooLarge(error: unknown): boolean {
	return error instanceof Error && 'type' in error && error.type === 'entity.too.large';
}

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
	const needsNone = secret === '' && !demandsSecret(context);
	if (needsNone || carriesSecret(secret, context.getRequestObject().originalUrl)) return undefined;
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

/**
 * The field whose value is not allowed, if any (document 2, part 5). An empty list allows all. Only
 * fields that were sent are checked: real pushes may lack `app_id`.
 */
export function forbiddenField(
	fields: JsonRecord,
	{ businessIds, appIds }: Record<'businessIds' | 'appIds', readonly string[]>,
): 'business_id' | 'app_id' | undefined {
	if (!isAllowed(fields.business_id, businessIds)) return 'business_id';
	return isAllowed(fields.app_id, appIds) ? undefined : 'app_id';
}

function isAllowed(value: unknown, ids: readonly string[]): boolean {
	if (ids.length === 0 || value === undefined || value === null || value === '') return true;
	const id = textOf(value);
	return id !== undefined && ids.includes(enteredId(id));
}
