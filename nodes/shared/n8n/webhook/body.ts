import type { IWebhookFunctions } from 'n8n-workflow';

/** The bytes of the request's body as n8n keeps them; its parsed body has lost the last digits of long ids. */
export function rawBodyOf(context: IWebhookFunctions): Buffer {
	const request: object = context.getRequestObject();
	return 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}
