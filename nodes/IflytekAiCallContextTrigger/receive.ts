import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { beside } from '../shared/aiCall/beside';
import { readContextRequest } from '../shared/aiCall/context';
import { refuse } from '../shared/n8n/webhookAnswers';
import { rawBodyOf } from '../shared/n8n/webhookBody';
import { refusalOfCaller, refusalOfSender } from '../shared/n8n/webhookGuards';
import { answerWithLastItem } from './answer';
import { deadlineOf } from './parameters';

/** Takes one request for dynamic context, and starts the workflow whose end is the answer. */
export async function receiveContextRequest(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answerBy = Date.now() + deadlineOf(context);
	const ofCaller = await refusalOfCaller(context);
	if (ofCaller) return refuse(context, ofCaller);
	const reading = readContextRequest(rawBodyOf(context));
	if (!reading.ok) return refuse(context, { status: 400, reason: reading.reason });
	const ofSender = refusalOfSender(context, reading.request);
	if (ofSender) return refuse(context, ofSender);
	answerWithLastItem(context, answerBy);
	return { workflowData: [[{ json: beside(reading.request, { answerBy: new Date(answerBy).toISOString() }) as IDataObject }]] };
}
