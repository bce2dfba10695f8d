import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** Why a request starts nothing, as its sender is told: neither the word `success` nor anything of the content. */
export interface Refusal {
	/** 400 not a push; 401 secret; 403 sender; 503 not now, come again. */
	status: 400 | 401 | 403 | 503;
	reason: string;
}

/** Answers a request with a refusal, starts nothing, and leaves a line in the log (`debug`: it is nothing unusual). */
export function refuse(context: IWebhookFunctions, { status, reason }: Refusal, level: 'warn' | 'debug' = 'warn'): IWebhookResponseData {
	context.logger[level](`${context.getNode().name} refused a request with HTTP ${status}: ${reason}`, { workflowId: context.getWorkflow().id });
	context.getResponseObject().status(status).type('text/plain').send(reason);
	return { noWebhookResponse: true };
}

/**
 * Calls back with the HTTP status when n8n gives its answer. n8n answers when the execution is stored.
 * Whether the sender is still there to read it does not matter for that, and where it is gone there is no
 * `finish` of the response: so this looks at what n8n does, not at what becomes of it.
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
