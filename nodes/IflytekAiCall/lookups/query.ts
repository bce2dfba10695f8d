import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { INTERACTIVE_OPTIONS, createAiCallClient, type AiCallClient } from '../../shared/n8n/aiCall/client';
import { toNodeError } from '../../shared/n8n/run/errors';
import { settle } from '../../shared/settle';

/**
 * Queries the platform for a list or a mapping in the editor.
 * @throws NodeApiError | NodeOperationError that the editor can show
 */
export async function queryPlatform<T>(context: ILoadOptionsFunctions, query: (client: AiCallClient) => Promise<T>): Promise<T> {
	const response = await settle(createAiCallClient(context, INTERACTIVE_OPTIONS).then(query));
	if (response.status === 'rejected') throw toNodeError(context.getNode(), response.reason, 0);
	return response.value;
}
