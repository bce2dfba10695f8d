import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { PushMemory } from '../shared/aiCall/pushMemory';
import { describePush, passes, readPush, type Push } from '../shared/aiCall/pushes';
import { asFlag } from '../shared/n8n/parameters/coerce';
import { onResponse, refuse } from '../shared/n8n/webhook/response';
import { readBody } from '../shared/n8n/webhook/body';
import { checkCaller, checkSender } from '../shared/n8n/webhook/access';
import { collectionOf } from '../shared/n8n/webhook/parameters';
import { textOf } from '../shared/values';
import { filterOf } from './parameters';
import { ACKNOWLEDGED, acknowledgeWhenFinished } from './respond';

/** Acknowledges a push without starting an execution. */
const TAKEN: IWebhookResponseData = { webhookResponse: ACKNOWLEDGED };

/**
 * Receives a push: rejects invalid ones, acknowledges those the user filtered out, and passes the rest to n8n, which
 * responds with `success` once the execution is stored or has ended, as the user chose.
 */
export async function receivePush(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const ofCaller = await checkCaller(context);
	if (ofCaller) return refuse(context, ofCaller);
	const received = await readBody(context);
	if (!received.ok) return refuse(context, received.refusal);
	const reading = readPush(received.body);
	if (!reading.ok) return refuse(context, { status: 400, reason: reading.reason });
	const { push } = reading;
	const ofSender = checkSender(context, push.fields);
	if (ofSender) return refuse(context, ofSender);
	if (!passes(push, filterOf(context))) return TAKEN;
	const options = collectionOf(context, 'options');
	const json = describePush(push, textOf(options.recordingBaseAddress));
	acknowledgeWhenFinished(context, options.responseMode);
	const start: IWebhookResponseData = { workflowData: [[{ json: json as IDataObject }]] };
	// A test run in the editor may be repeated at will.
	return asFlag(options.dropRepeats) && context.getMode() !== 'manual' ? startOnce(context, push, start) : start;
}

const memories = new Map<string, PushMemory>();

/** Remembers the pushes of a trigger node until n8n restarts. */
function memoryOf(context: IWebhookFunctions): PushMemory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? new PushMemory();
	memories.set(key, memory);
	return memory;
}

function startOnce(context: IWebhookFunctions, { eventId }: Push, start: IWebhookResponseData): IWebhookResponseData {
	const memory = memoryOf(context);
	switch (memory.begin(eventId)) {
		case 'seen':
			return TAKEN;
		case 'storing':
			return refuse(context, { status: 503, reason: 'The same push is being stored. Try again.' }, 'debug');
		case 'new':
			onResponse(context, (status) => (status >= 200 && status < 300 ? memory.safe(eventId) : memory.failed(eventId)));
			return start;
	}
}
