import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readContextRequest } from '../shared/aiCall/pushes/callContext';
import { withExtraFields } from '../shared/aiCall/extraFields';
import { receive } from '../shared/n8n/webhook/receive';
import { deadlineOf } from './parameters';
import { respondWithResult } from './respond';

/** Receives a request for dynamic data and starts the workflow that responds to it. */
export async function receiveContextRequest(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	const answerBy = Date.now() + deadlineOf(context);
	return await receive(
		context,
		readContextRequest,
		({ request }) => request,
		({ request }) => {
			respondWithResult(context, answerBy);
			return {
				workflowData: [
					[
						{
							json: withExtraFields(request, {
								answerBy: new Date(answerBy).toISOString(),
							}) as IDataObject,
						},
					],
				],
			};
		},
	);
}
