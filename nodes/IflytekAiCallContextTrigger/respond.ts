import type { IWebhookFunctions } from 'n8n-workflow';
import {
	contextResponse,
	fallbackResponse,
	type ContextResponse,
} from '../shared/aiCall/pushes/callContext';
import { asFailure, Failure, type FailureKind } from '../shared/failure';
import { logFailure } from '../shared/n8n/run/nodeErrors';
import { respondInTime } from './deadline';
import { isRecord } from '../shared/values';

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
			if (!(responseOrFailure instanceof Failure)) return responseOrFailure;
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
