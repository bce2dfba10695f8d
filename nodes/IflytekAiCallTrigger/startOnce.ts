import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { PushMemory } from '../shared/aiCall/pushes/pushMemory';
import { refuse } from '../shared/aiCall/webhook/admission';

/** The response that stops the platform from resending (document 2, part 6). */
export const ACKNOWLEDGED = 'success';

/** Acknowledges a push without starting an execution. */
export const ACKNOWLEDGEMENT: IWebhookResponseData = { webhookResponse: ACKNOWLEDGED };

/** What this process remembers of each trigger node until n8n restarts, test runs apart. */
const memories = new Map<string, PushMemory>();

export function memoryOf(context: IWebhookFunctions): PushMemory {
	const isTest = context.getMode() === 'manual';
	const key = `${context.getWorkflow().id}:${context.getNode().id}${isTest ? ':test' : ''}`;
	const memory = memories.get(key) ?? new PushMemory();
	memories.set(key, memory);
	return memory;
}

/**
 * The platform waits three seconds for a response before it sends a push again (document 2, part
 * 6). This is a little less, because n8n has the push only some time after the platform has sent
 * it.
 */
const PLATFORM_WAITS_MS = 2_500;

/**
 * Starts an execution, unless the same event was received before. If n8n responds when the workflow
 * has finished, the same event starts another execution once the platform has given up waiting for
 * the first: nobody can tell yet whether that will succeed, and the platform soon stops repeating.
 * @param also events that are stored with this one
 */
export function startOnce(
	context: IWebhookFunctions,
	eventId: string,
	start: IWebhookResponseData,
	whenFinished: boolean,
	also: readonly string[] = [],
): IWebhookResponseData {
	const memory = memoryOf(context);
	// The time limit is for a proxy that keeps the connection open after the platform has closed it.
	switch (memory.begin(eventId, whenFinished ? PLATFORM_WAITS_MS : undefined)) {
		case 'seen':
			return ACKNOWLEDGEMENT;
		case 'storing':
			return refuseForNow(context);
		case 'new':
			for (const event of also) memory.begin(event);
			reportOutcome(context, [eventId, ...also]);
			if (whenFinished) onClose(context, () => memory.failed(eventId));
			return start;
	}
}

/** The push is not acknowledged, because it is not certain yet that an execution is stored. */
export function refuseForNow(context: IWebhookFunctions): IWebhookResponseData {
	const reason = 'The same push is being handled. Try again.';
	return refuse(context, { status: 503, reason }, 'debug');
}

/** Remembers whether events were stored, as n8n's response tells. */
function reportOutcome(context: IWebhookFunctions, events: readonly string[]): void {
	const memory = memoryOf(context);
	onResponse(context, (status) => {
		const isStored = status >= 200 && status < 300;
		for (const event of events) {
			if (isStored) memory.stored(event);
			else memory.failed(event);
		}
	});
}

/**
 * Calls `callback` with the HTTP status when n8n responds, which happens after the execution is
 * stored. This replaces the response's `end` for one call, because the event `finish` does not come
 * if the sender has closed the connection.
 */
function onResponse(context: IWebhookFunctions, callback: (status: number) => void): void {
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
