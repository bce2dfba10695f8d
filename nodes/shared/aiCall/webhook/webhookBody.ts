import type { IWebhookFunctions } from 'n8n-workflow';

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
