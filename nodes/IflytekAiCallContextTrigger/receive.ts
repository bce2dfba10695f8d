import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { withExtraFields } from '../shared/aiCall/extraFields';
import { readContextRequest } from '../shared/aiCall/context';
import { refuse } from '../shared/n8n/webhook/response';
import { readBody } from '../shared/n8n/webhook/body';
import { checkCaller, checkSender } from '../shared/n8n/webhook/access';
import { respondWithLastItem } from './respond';
import { deadlineOf } from './parameters';

/** Receives a request for dynamic data and starts the workflow that responds to it. */
export async function receiveContextRequest(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answerBy = Date.now() + deadlineOf(context);
	const ofCaller = await checkCaller(context);
	if (ofCaller) return refuse(context, ofCaller);
	const received = await readBody(context);
	if (!received.ok) return refuse(context, received.refusal);
	const reading = readContextRequest(received.body);
	if (!reading.ok) return refuse(context, { status: 400, reason: reading.reason });
	const ofSender = checkSender(context, reading.request);
	if (ofSender) return refuse(context, ofSender);
	respondWithLastItem(context, answerBy);
	return { workflowData: [[{ json: withExtraFields(reading.request, { answerBy: new Date(answerBy).toISOString() }) as IDataObject }]] };
}
