import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	contextResponse,
	fallbackResponse,
	readContextRequest,
	variablesWithoutValue,
	type ContextResponse,
} from '../shared/aiCall/pushes/callContext';
import { withExtraFields } from '../shared/aiCall/platformFields';
import { readCollection } from '../shared/n8n/parameters/item';
import { admitBody, refuse, refusedSender } from '../shared/aiCall/webhook/admission';
import { definedFields, isRecord } from '../shared/values';
import { asFailure, Failure, type FailureKind } from '../shared/failure';
import { logFailure } from '../shared/n8n/run/nodeErrors';

/**
 * Receives a request for dynamic data and starts the workflow that responds to it.
 * @param deadlineMs milliseconds after which the fallback is returned
 */
export async function receiveContextRequest(
	context: IWebhookFunctions,
	deadlineMs: number,
): Promise<IWebhookResponseData> {
	const answerBy = Date.now() + deadlineMs;
	const options = readCollection(context, 'options');
	const received = await admitBody(context, options);
	if ('refusal' in received) return refuse(context, received.refusal);

	const reading = readContextRequest(received.body);
	if (!reading.ok) return refuse(context, { status: 400, reason: reading.reason });
	const refusal = refusedSender(options, reading.request);
	if (refusal) return refuse(context, refusal);

	respondWithResult(context, answerBy);
	const { request, notUtf8 } = reading;
	const added = definedFields({ answerBy: new Date(answerBy).toISOString(), notUtf8 });
	const json = withExtraFields(request, added) as IDataObject;
	return { workflowData: [[{ json }]] };
}

/** What n8n responds if the workflow succeeded but no node returned an item. */
const NO_DATA = /^Workflow executed successfully but /;

/**
 * Responds with the first item of the last node, or with the fallback if the workflow is late,
 * fails or returns nothing usable. The fallback is read now, because its expressions cannot be
 * evaluated after the workflow has failed. An invalid fallback does not stop the workflow, because
 * the fallback may not be needed.
 * @param answerBy milliseconds since 1970
 */
export function respondWithResult(context: IWebhookFunctions, answerBy: number): void {
	const fallbackOrFailure = tryResponse(() =>
		fallbackResponse(context.getNodeParameter('fallback', '{}')),
	);
	const warn = (kind: FailureKind, text: string) => logFailure(context, kind, `: ${text}`);

	function fallback(): ContextResponse {
		if (!(fallbackOrFailure instanceof Failure)) return fallbackOrFailure;
		warn(
			fallbackOrFailure.kind,
			`the fallback cannot be used, an empty object was returned. ${fallbackOrFailure.message}`,
		);
		return {};
	}

	respondInTime(context.getResponseObject(), {
		at: answerBy,
		respond(status, body) {
			const responseOrFailure = hasItem(status, body)
				? tryResponse(() => contextResponse(body))
				: new Failure('The workflow failed, or its last node gave no item.', 'interrupted');
			if (!(responseOrFailure instanceof Failure)) {
				const count = variablesWithoutValue(responseOrFailure).length;
				if (count > 0)
					warn(
						'invalidInput',
						`${count === 1 ? 'a variable has' : `${count} variables have`} no value, but a text such as undefined, NULL, {name} or JSON, which is spoken. Check the fields of the last node.`,
					);
				return responseOrFailure;
			}
			warn(responseOrFailure.kind, `the fallback was returned. ${responseOrFailure.message}`);
			return fallback();
		},
		fallback,
		onLate: (delayMs) =>
			warn(
				'timedOut',
				`the workflow ended ${delayMs} ms too late; the fallback had been returned.`,
			),
	});
}

/**
 * Whether n8n responds with an item, and not with an error or with the message that no node
 * returned an item.
 */
function hasItem(status: number, body: unknown): boolean {
	const onlyMessage = isRecord(body) && Object.keys(body).length === 1 ? body.message : undefined;
	return status < 400 && !(typeof onlyMessage === 'string' && NO_DATA.test(onlyMessage));
}

/** Returns the failure instead of throwing it. */
function tryResponse(make: () => ContextResponse): ContextResponse | Failure {
	try {
		return make();
	} catch (error) {
		return asFailure(error);
	}
}

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

interface Deadline {
	/** When the deadline is, in milliseconds since 1970. */
	at: number;
	/** Converts the response of n8n at the end of the workflow; must not throw. */
	respond: (status: number, body: unknown) => object;
	/** The response if the workflow has not finished in time; must not throw. */
	fallback: () => object;
	/**
	 * Called if n8n responds after the deadline, at most one time, with the delay in milliseconds.
	 */
	onLate: (delayMs: number) => void;
}

/**
 * Ensures that a request is answered exactly once and in time, as JSON with HTTP 200. n8n has no
 * option for this. When the workflow ends, n8n writes to the response object without checking
 * whether the response was already sent, and closes the connection if writing throws. Therefore
 * this function replaces methods of the response. Before the deadline they pass the result of n8n
 * to `respond`; after it they ignore everything that n8n writes.
 */
export function respondInTime(
	response: Response,
	{ at, respond, fallback, onLate }: Deadline,
): void {
	// Middleware may have replaced these functions.
	const { json, send } = response;
	let responded = false;

	function respondWith(body: object): void {
		responded = true;
		// The original functions send the response.
		Object.assign(response, { json, send });
		response.status(200).json(body);
		ignoreWrites(response, () => onLate(Date.now() - at));
	}

	const n8nAnswers = (body: unknown): Response => {
		respondWith(respond(response.statusCode, body));
		return response;
	};
	Object.assign(response, { json: n8nAnswers, send: n8nAnswers });
	void sleep(Math.max(0, at - Date.now())).then(() => {
		if (!responded) respondWith(fallback());
	});
}

/**
 * Makes a response that was already sent ignore everything that n8n writes. Calls `onLateBody` the
 * first time that n8n writes a body.
 */
function ignoreWrites(response: Response, onLateBody: () => void): void {
	let reported = false;
	const ignore = (): Response => response;
	const ignoreBody = (): Response => {
		if (!reported) onLateBody();
		reported = true;
		return response;
	};
	const ignored = {
		setHeader: ignore,
		appendHeader: ignore,
		removeHeader: ignore,
		writeHead: ignore,
	};
	Object.assign(response, { ...ignored, json: ignoreBody, send: ignoreBody, end: ignoreBody });
}
