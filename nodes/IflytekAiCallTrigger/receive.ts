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
import { readCollection } from '../shared/n8n/parameters';
import { admitBody, refusedSender, unusable } from '../shared/aiCall/webhook/admission';
import { onClose, onResponse, refuse, type Refusal } from '../shared/aiCall/webhook/response';
import { readFilter, readKinds, readOptions } from './parameters';
import { ACKNOWLEDGED, acknowledgeWhenFinished, respondsWhenFinished } from './respond';

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
	const kinds = tryReadKinds(context.getNodeParameter('events'));
	if (kinds === undefined) return refuse(context, NO_EVENTS);
	const filter = tryReadFilter(context, kinds);
	if ('status' in filter) return refuse(context, filter);
	watchRecords(context, push, filter);
	if (!passes(push, filter)) return ACKNOWLEDGEMENT;

	const { recordingBaseUrl, simplify, responseMode, dropRepeats } = readOptions(options);
	const json = describePush(push, { recordingBaseUrl, simplify });
	acknowledgeWhenFinished(context, responseMode);
	const start: IWebhookResponseData = { workflowData: [[{ json: json as IDataObject }]] };
	// A test run in the editor may be repeated as often as the user likes.
	const startsOnce = dropRepeats && context.getMode() !== 'manual';
	if (!startsOnce) return start;
	return startOnce(context, push, start, respondsWhenFinished(responseMode));
}

/**
 * The chosen kinds of pushes; undefined if they are invalid. A push that might be one of them must
 * not be acknowledged, because the platform would not repeat it.
 */
function tryReadKinds(chosen: unknown): PushKind[] | undefined {
	try {
		return readKinds(chosen);
	} catch {
		return undefined;
	}
}

function tryReadFilter(context: IWebhookFunctions, kinds: PushKind[]): PushFilter | Refusal {
	try {
		return readFilter(context, kinds);
	} catch (error) {
		return unusable(error);
	}
}

const missingRecords = new Map<string, MissingRecords>();

/** Warns if only basic records of outbound calls come, while they start nothing. */
function watchRecords(context: IWebhookFunctions, push: Push, filter: PushFilter): void {
	const key = keyOf(context);
	const missing = missingRecords.get(key) ?? new MissingRecords();
	missingRecords.set(key, missing);
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

const memories = new Map<string, PushMemory>();

/** The memory of a trigger node, which lasts until n8n restarts. */
function memoryOf(context: IWebhookFunctions): PushMemory {
	const key = keyOf(context);
	const memory = memories.get(key) ?? new PushMemory();
	memories.set(key, memory);
	return memory;
}

function keyOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

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
	const memory = memoryOf(context);
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
