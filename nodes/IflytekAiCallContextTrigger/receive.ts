import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readContextRequest } from '../shared/aiCall/pushes/callContext';
import { withExtraFields } from '../shared/aiCall/extraFields';
import { readCollection } from '../shared/n8n/parameters';
import { admitBody, refusedSender } from '../shared/aiCall/webhook/admission';
import { refuse } from '../shared/aiCall/webhook/response';
import { readDeadline } from './parameters';
import { definedFields } from '../shared/values';
import { respondWithResult } from './respond';

/** Receives a request for dynamic data and starts the workflow that responds to it. */
export async function receiveContextRequest(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	const answerBy = Date.now() + readDeadline(context);
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
