import type { ILoadOptionsFunctions } from 'n8n-workflow';
import {
	INTERACTIVE_OPTIONS,
	createAiCallClient,
	type AiCallClient,
} from '../../shared/n8n/aiCall/aiCallClient';
import { toNodeError } from '../../shared/n8n/run/nodeErrors';
import { errorText, InputError } from '../../shared/failure';
import { settle } from '../../shared/settle';

/**
 * Queries the platform for a list or a mapping in the editor.
 * @throws NodeApiError | NodeOperationError that the editor can show
 */
export async function queryPlatform<T>(
	context: ILoadOptionsFunctions,
	query: (client: AiCallClient) => Promise<T>,
): Promise<T> {
	const response = await settle(createAiCallClient(context, INTERACTIVE_OPTIONS).then(query));
	if (response.status === 'fulfilled') return response.value;
	const error = toNodeError(context.getNode(), response.reason, 0);
	// Of an error before any request n8n's lists show the message alone.
	if (response.reason instanceof InputError) error.message = errorText(response.reason);
	throw error;
}
