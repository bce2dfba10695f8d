import type { ILoadOptionsFunctions } from 'n8n-workflow';
import {
	createAiCallClient,
	INTERACTIVE_OPTIONS,
	type AiCallClient,
} from '../../shared/aiCall/transport/aiCallClient';
import { errorText, InputError } from '../../shared/failure';
import { toNodeError } from '../../shared/n8n/run/nodeErrors';
import { textOf } from '../../shared/values';

/**
 * Queries the platform for a list or a mapping in the editor.
 * @throws NodeApiError | NodeOperationError that the editor can show
 */
export async function queryPlatform<T>(
	context: ILoadOptionsFunctions,
	query: (client: AiCallClient) => Promise<T>,
): Promise<T> {
	try {
		return await query(await createAiCallClient(context, INTERACTIVE_OPTIONS));
	} catch (error) {
		const shown = toNodeError(context.getNode(), error, 0);
		// If an error comes before any request, n8n's lists show only its message. So the advice is
		// added to the message.
		if (error instanceof InputError) shown.message = errorText(error);
		throw shown;
	}
}

/** The value of a resource locator; empty for an expression, which has no value in the editor. */
export function chosen(context: ILoadOptionsFunctions, name: string): string {
	const value = textOf(context.getCurrentNodeParameter(name, { extractValue: true }))?.trim() ?? '';
	return value.startsWith('=') ? '' : value;
}
