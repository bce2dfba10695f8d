import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * The bytes of the request's body; n8n's parsed body has lost the last digits of long ids. For a content type that it
 * does not parse, n8n reads the body only when it is asked. Empty where it cannot be read.
 */
export async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer> {
	const request: object = context.getRequestObject();
	if (!('rawBody' in request) && 'readRawBody' in request && typeof request.readRawBody === 'function') {
		await Promise.allSettled([request.readRawBody()]);
	}
	return 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}
