import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { FailureKind } from '../../failure';
import { logFailure } from '../../n8n/run/nodeErrors';

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

function kindOf(status: Refusal['status']): FailureKind {
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
	logFailure(context, kindOf(status), ` refused a request with HTTP ${status}: ${reason}`, level);
	context.getResponseObject().status(status).type('text/plain').send(reason);
	return { noWebhookResponse: true };
}

/**
 * Calls `callback` with the HTTP status when n8n responds, which happens after the execution is
 * stored. This replaces the response's `end` for one call, because the event `finish` does not come
 * if the sender has closed the connection.
 */
export function onResponse(context: IWebhookFunctions, callback: (status: number) => void): void {
	const response = context.getResponseObject();
	const end = response.end;
	response.end = new Proxy(end, {
		apply(target, self, args) {
			response.end = end;
			callback(response.statusCode);
			return Reflect.apply(target, self, args);
		},
	});
}

/**
 * Calls `callback` when the response has been sent or the sender has closed the connection before;
 * at once if that has already happened.
 */
export function onClose(context: IWebhookFunctions, callback: () => void): void {
	const response = context.getResponseObject();
	if (response.closed) callback();
	else response.once('close', callback);
}
