import type { IWebhookFunctions } from 'n8n-workflow';
import { contextResponse, fallbackResponse, type ContextResponse } from '../shared/aiCall/context';
import { respondInTime } from './deadline';
import { isRecord } from '../shared/values';

/** What n8n responds if the workflow succeeded but no node returned an item. */
const NO_DATA = /^Workflow executed successfully but /;

/**
 * Responds with the first item of the last node, or with the fallback if the workflow is late, fails or returns nothing
 * usable.
 *
 * The fallback is read now, because its expressions cannot be evaluated after the workflow has failed. An invalid
 * fallback does not stop the workflow, which may not need one.
 *
 * @param answerBy milliseconds since 1970
 */
export function respondWithLastItem(context: IWebhookFunctions, answerBy: number): void {
	const readFallback = tryResponse(() => fallbackResponse(context.getNodeParameter('fallback', '{}')));
	const warn = (text: string) => context.logger.warn(`${context.getNode().name}: ${text}`, { workflowId: context.getWorkflow().id });

	function fallback(): ContextResponse {
		if (typeof readFallback !== 'string') return readFallback;
		warn(`the fallback cannot be used, an empty map was answered. ${readFallback}`);
		return {};
	}

	respondInTime(context.getResponseObject(), {
		at: answerBy,
		respond(status, body) {
			const read = ended(status, body) ? tryResponse(() => contextResponse(body)) : 'The workflow failed, or its last node gave no item.';
			if (typeof read !== 'string') return read;
			warn(`the fallback was answered. ${read}`);
			return fallback();
		},
		fallback,
		late: (ms) => warn(`the workflow ended ${ms} ms too late; the fallback had been answered.`),
	});
}

function ended(status: number, body: unknown): boolean {
	const onlyMessage = isRecord(body) && Object.keys(body).length === 1 ? body.message : undefined;
	return status < 400 && !(typeof onlyMessage === 'string' && NO_DATA.test(onlyMessage));
}

/** The response, or why there is none. */
function tryResponse(make: () => ContextResponse): ContextResponse | string {
	try {
		return make();
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
