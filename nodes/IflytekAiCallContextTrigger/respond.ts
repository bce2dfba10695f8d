import type { IWebhookFunctions } from 'n8n-workflow';
import { contextResponse, fallbackResponse, type ContextResponse } from '../shared/aiCall/context';
import { respondInTime } from './deadline';
import { isRecord } from '../shared/values';

/** What n8n answers with where a workflow ended well but no node gave an item. */
const NO_DATA = /^Workflow executed successfully but /;

/**
 * Has the request answered with the first item of the workflow's last node, or with the fallback where
 * the workflow is late, fails or gives nothing that can be an answer.
 *
 * The fallback is read at once: n8n gives up what its expressions need when the workflow has failed. One that cannot be
 * read is no reason not to start a workflow that may need none.
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

/** The answer, or why there is none. */
function tryResponse(make: () => ContextResponse): ContextResponse | string {
	try {
		return make();
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
