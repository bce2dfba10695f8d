import type { IWebhookFunctions } from 'n8n-workflow';

/** The raw body: the body parsed by n8n has lost the last digits of long ids. */
export async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer> {
	const request: object = context.getRequestObject();
	if (!('rawBody' in request) && 'readRawBody' in request && typeof request.readRawBody === 'function') {
		await Promise.allSettled([request.readRawBody()]);
	}
	return 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}
