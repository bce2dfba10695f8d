import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { FailureKind } from '../../failure';

/**
 * Writes a failure of a trigger to n8n's log. The line itself names the kind of the failure,
 * because the log does not show other fields. The line must not contain anything from a request.
 * @param text what the line says after the node's name
 */
export function logFailure(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
	kind: FailureKind,
	text: string,
	level: 'warn' | 'debug' = 'warn',
): void {
	context.logger[level](`${context.getNode().name}${text} (kind: ${kind})`, {
		workflowId: context.getWorkflow().id,
		kind,
	});
}
