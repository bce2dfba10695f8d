import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Push } from '../shared/aiCall/pushes/readPush';
import { mayHaveOutbound } from '../shared/aiCall/pushes/filter';
import { textOf } from '../shared/values';
import type { Clock } from '../shared/n8n/requests/clock';
import { ACKNOWLEDGED, ACKNOWLEDGEMENT, memoryOf, refuseForNow, startOnce } from './startOnce';

/**
 * Of an outbound call the platform may send a basic record, an outbound one, or both in either
 * order (document 2, 6.1), and it may send one only after the other was answered. One per Call
 * starts one execution:
 *
 *     outbound ──────────────────────────────────── starts; a later basic record starts nothing
 *     basic ── 2 s unanswered ── 1 s answered ───── starts; a later outbound one is told in the log
 *                   └── outbound comes ──────────── the outbound one starts
 *
 * While the basic record is not answered, a kill loses nothing, because the platform repeats it.
 */
const UNANSWERED_MS = 2_000;
const ANSWERED_MS = 1_000;
/** With When Workflow Finishes: the platform waits three seconds for the workflow as well. */
const BEFORE_WORKFLOW_MS = 1_000;

interface Starting {
	start: IWebhookResponseData;
	/** Whether the filters let the record pass. */
	isPassed: boolean;
	whenFinished: boolean;
	clock: Clock;
}

/** Starts an execution with a call record, unless another record of the call does. */
export async function startOncePerCall(
	context: IWebhookFunctions,
	push: Push,
	starting: Starting,
): Promise<IWebhookResponseData> {
	if (push.record === 'outbound') return startWithOutbound(context, push, starting);
	if (!starting.isPassed) return ACKNOWLEDGEMENT;
	if (mayHaveOutbound(push)) return await startWithBasic(context, push, starting);
	return start(context, push, starting);
}

function start(
	context: IWebhookFunctions,
	{ eventId }: Push,
	starting: Starting,
	also: readonly string[] = [],
) {
	// A test run in the editor may be repeated as often as the user likes.
	if (context.getMode() === 'manual') return starting.start;
	return startOnce(context, eventId, starting.start, starting.whenFinished, also);
}

/** The names under which the memory keeps what is common to all records of a call. */
function eventsOf({ fields }: Push) {
	const callUuid = textOf(fields.call_uuid)?.trim();
	return {
		basic: `${callUuid}:callRecord:basic`,
		/** An outbound record of any try. */
		outbound: `${callUuid}:outbound`,
		/** A basic record that waits; stored once it is answered. */
		waiting: `${callUuid}:waiting`,
	};
}

function startWithOutbound(context: IWebhookFunctions, push: Push, starting: Starting) {
	const memory = memoryOf(context);
	const { basic, outbound } = eventsOf(push);
	const isTest = context.getMode() === 'manual';
	if (isTest || !starting.isPassed) {
		memory.stored(outbound);
		// A basic record that waits was told; the next test begins anew.
		if (isTest) memory.forget(outbound);
		return starting.isPassed ? starting.start : ACKNOWLEDGEMENT;
	}
	switch (memory.stateOf(basic)) {
		case 'storing':
			return refuseForNow(context);
		case 'seen':
			return dropLate(context);
		case 'new':
			return start(context, push, starting, [outbound]);
	}
}

/** Acknowledges an outbound record whose call has started the workflow with its basic record. */
function dropLate(context: IWebhookFunctions): IWebhookResponseData {
	context.logger.warn(
		`${context.getNode().name}: The outbound record of a call came after its basic record had started the workflow, and started nothing. If that happens often, change Which Calls to Outbound Calls Only.`,
		{ workflowId: context.getWorkflow().id },
	);
	return ACKNOWLEDGEMENT;
}

async function startWithBasic(
	context: IWebhookFunctions,
	push: Push,
	starting: Starting,
): Promise<IWebhookResponseData> {
	const memory = memoryOf(context);
	const { basic, outbound, waiting } = eventsOf(push);
	if ([basic, outbound].some((event) => memory.stateOf(event) === 'seen')) return ACKNOWLEDGEMENT;
	const earlier = memory.begin(waiting);
	if (earlier === 'seen') return ACKNOWLEDGEMENT;
	if (earlier === 'storing') return refuseForNow(context);
	const { clock, whenFinished } = starting;
	const unansweredMs = whenFinished ? BEFORE_WORKFLOW_MS : UNANSWERED_MS;
	const state = await memory.untilStored(outbound, clock.sleep(unansweredMs));
	if (state === 'new' && !whenFinished) return await answerAndStart(context, push, starting);
	memory.forget(waiting);
	switch (state) {
		case 'seen':
			return ACKNOWLEDGEMENT;
		case 'storing':
			return refuseForNow(context);
		case 'new':
			return start(context, push, starting);
	}
}

/** Answers the basic record, and starts with it unless the outbound one comes now. */
async function answerAndStart(
	context: IWebhookFunctions,
	push: Push,
	{ start: started, clock }: Starting,
): Promise<IWebhookResponseData> {
	const memory = memoryOf(context);
	const { basic, outbound, waiting } = eventsOf(push);
	context.getResponseObject().status(200).send(ACKNOWLEDGED);
	memory.stored(waiting);
	const state = await memory.untilStored(outbound, clock.sleep(ANSWERED_MS));
	memory.forget(waiting);
	if (state !== 'new') return { noWebhookResponse: true };
	if (context.getMode() !== 'manual') memory.stored(basic);
	return { ...started, noWebhookResponse: true };
}
