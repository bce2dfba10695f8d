import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { ALL_KINDS, type PushKind } from '../shared/aiCall/pushes/kinds';
import { readPush } from '../shared/aiCall/pushes/readPush';
import { describePush } from '../shared/aiCall/pushes/describe';
import { passes, type PushFilter } from '../shared/aiCall/pushes/filter';
import { readCollection } from '../shared/n8n/parameters/item';
import {
	admitBody,
	refuse,
	refusedSender,
	unusable,
	type Refusal,
} from '../shared/aiCall/webhook/admission';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { startOncePerCall } from './onePerCall';
import { readFilter, readKinds, readOptions } from './parameters';
import { ACKNOWLEDGED, ACKNOWLEDGEMENT, startOnce } from './startOnce';

/** The reason quotes no event, because an expression may return any text, also `success`. */
const NO_EVENTS: Refusal = {
	status: 503,
	reason: `Events of this trigger is empty or has an unknown event. Known are: ${ALL_KINDS.join(', ')}.`,
};

/**
 * Receives a push. Refuses an invalid push, acknowledges a push that the user filtered out, and
 * passes any other to n8n. n8n responds with `success` when the execution is stored or when it has
 * ended, as the user chose.
 * @param clock for the time that a basic record waits
 */
export async function receivePush(
	context: IWebhookFunctions,
	clock: Clock = systemClock,
): Promise<IWebhookResponseData> {
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

	const { recordingBaseUrl, simplify, whenFinished, dropRepeats } = readOptions(options);
	const json = describePush(push, { recordingBaseUrl, simplify });
	const start: IWebhookResponseData = { workflowData: [[{ json: json as IDataObject }]] };
	const isPassed = passes(push, filter);
	if (isPassed && whenFinished) acknowledgeWhenFinished(context);
	if (filter.record === 'onePerCall' && push.record !== undefined)
		return await startOncePerCall(context, push, { start, isPassed, whenFinished, clock });
	if (!isPassed) return ACKNOWLEDGEMENT;
	// A test run in the editor may be repeated as often as the user likes.
	const startsOnce = dropRepeats && context.getMode() !== 'manual';
	return startsOnce ? startOnce(context, push.eventId, start, whenFinished) : start;
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
