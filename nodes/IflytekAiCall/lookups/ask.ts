import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { BRIEF, openAiCallDoor, type AiCallDoor } from '../../shared/n8n/aiCall';
import { toNodeError } from '../../shared/n8n/errors';

/**
 * Asks the platform for what a list or a mapping in the editor shows.
 * @throws NodeApiError | NodeOperationError that the editor can show
 */
export async function ask<T>(context: ILoadOptionsFunctions, question: (door: AiCallDoor) => Promise<T>): Promise<T> {
	const [answer] = await Promise.allSettled([openAiCallDoor(context, BRIEF).then(question)]);
	if (answer.status === 'rejected') throw toNodeError(context.getNode(), answer.reason, 0);
	return answer.value;
}
