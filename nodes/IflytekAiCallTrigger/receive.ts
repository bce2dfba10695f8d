import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { MissingRecords, PushMemory } from '../shared/aiCall/pushes/pushMemory';
import { ALL_KINDS, type PushKind } from '../shared/aiCall/pushes/kinds';
import {
	awaitsOutbound,
	describePush,
	passes,
	readPush,
	type Push,
	type PushFilter,
} from '../shared/aiCall/pushes/readPush';
import { readCollection } from '../shared/n8n/parameters/item';
import {
	admitBody,
	refuse,
	refusedSender,
	unusable,
	type Refusal,
} from '../shared/aiCall/webhook/admission';
import { readFilter, readKinds, readOptions } from './parameters';

/** The response that stops the platform from resending (document 2, part 6). */
export const ACKNOWLEDGED = 'success';

/** Acknowledges a push without starting an execution. */
const ACKNOWLEDGEMENT: IWebhookResponseData = { webhookResponse: ACKNOWLEDGED };

/** The reason quotes no event, because an expression may return any text, also `success`. */
const NO_EVENTS: Refusal = {
	status: 503,
	reason: `Events of this trigger is empty or has an unknown event. Known are: ${ALL_KINDS.join(', ')}.`,
};

/**
 * Receives a push. Refuses an invalid push, acknowledges a push that the user filtered out, and
 * passes any other to n8n. n8n responds with `success` when the execution is stored or when it has
 * ended, as the user chose.
 */
export async function receivePush(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = readCollection(context, 'options');
	const received = await admitBody(context, options);
	if ('refusal' in received) return refuse(context, received.refusal);

	const reading = readPush(received.body);
	if (!reading.ok) return refuse(context, { status: 400, reason: reading.reason });
	const { push } = reading;
	const refusal = refusedSender(options, push.fields);
	if (refusal) return refuse(context, refusal);
	const filter = tryReadFilter(context, context.getNodeParameter('events'));
	if ('status' in filter) return refuse(context, filter);
	watchRecords(context, push, filter);
	if (!passes(push, filter)) return ACKNOWLEDGEMENT;

	const { recordingBaseUrl, simplify, whenFinished, dropRepeats } = readOptions(options);
	const json = describePush(push, { recordingBaseUrl, simplify });
	if (whenFinished) acknowledgeWhenFinished(context);
	const start: IWebhookResponseData = { workflowData: [[{ json: json as IDataObject }]] };
	// A test run in the editor may be repeated as often as the user likes.
	const startsOnce = dropRepeats && context.getMode() !== 'manual';
	if (!startsOnce) return start;
	return startOnce(context, push, start, whenFinished);
}

/**
 * The filter, or the refusal if it cannot be read. A push that might pass must not be acknowledged,
 * because the platform would not repeat it.
 */
function tryReadFilter(context: IWebhookFunctions, events: unknown): PushFilter | Refusal {
	let kinds: PushKind[];
	try {
		kinds = readKinds(events);
	} catch {
		return NO_EVENTS;
	}
	try {
		return readFilter(context, kinds);
	} catch (error) {
		return unusable(error);
	}
}

/** What this process remembers of a trigger node until n8n restarts. */
interface NodeMemory {
	pushes: PushMemory;
	missing: MissingRecords;
}

const memories = new Map<string, NodeMemory>();

function memoryOf(context: IWebhookFunctions): NodeMemory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? { pushes: new PushMemory(), missing: new MissingRecords() };
	memories.set(key, memory);
	return memory;
}

/** Warns if only basic records of outbound calls come, while they start nothing. */
function watchRecords(context: IWebhookFunctions, push: Push, filter: PushFilter): void {
	const { missing } = memoryOf(context);
	if (push.record === 'outbound') missing.outboundCame();
	if (!awaitsOutbound(push, filter)) return;
	const basicCount = missing.basicCame();
	if (basicCount === undefined) return;
	context.logger.warn(
		`${context.getNode().name}: ${basicCount} basic records of outbound calls and no outbound record came to this n8n process for ten minutes or more, and started nothing. If the platform sends no outbound records, change Which Calls to All Records.`,
		{ workflowId: context.getWorkflow().id },
	);
}

/**
 * The platform waits three seconds for a response before it sends a push again (document 2, part
 * 6). This is a little less, because n8n has the push only some time after the platform has sent
 * it.
 */
const PLATFORM_WAITS_MS = 2_500;

/**
 * Starts an execution, unless the same push was received before. If n8n responds when the workflow
 * has finished, the same push starts another execution once the platform has given up waiting for
 * the first: nobody can tell yet whether that will succeed, and the platform soon stops repeating.
 */
function startOnce(
	context: IWebhookFunctions,
	{ eventId }: Push,
	start: IWebhookResponseData,
	whenFinished: boolean,
): IWebhookResponseData {
	const memory = memoryOf(context).pushes;
	// The time limit is for a proxy that keeps the connection open after the platform has closed it.
	switch (memory.begin(eventId, whenFinished ? PLATFORM_WAITS_MS : undefined)) {
		case 'seen':
			return ACKNOWLEDGEMENT;
		case 'storing':
			return refuse(
				context,
				{ status: 503, reason: 'The same push is being handled. Try again.' },
				'debug',
			);
		case 'new':
			onResponse(context, (status) =>
				status >= 200 && status < 300 ? memory.stored(eventId) : memory.failed(eventId),
			);
			if (whenFinished) onClose(context, () => memory.failed(eventId));
			return start;
	}
}

/** Acknowledges the push when n8n responds at the end of a workflow that succeeded. */
function acknowledgeWhenFinished(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	// Middleware may have replaced these functions.
	const { json, send } = response;
	response.json = (body: unknown) => {
		// Only the first response is replaced.
		Object.assign(response, { json });
		return response.statusCode < 400
			? send.call(response, ACKNOWLEDGED)
			: json.call(response, body);
	};
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
