import type { IHookFunctions } from 'n8n-workflow';
import { toNodeError, type NodeFailure } from '../../n8n/run/nodeErrors';

/**
 * The lifecycle of a webhook whose URL is set only in the iFLYTEK console: there is nothing to
 * find, make or delete.
 * @param check runs when the trigger is activated; an error from it stops publishing
 */
export function webhookLifecycle(check: (context: IHookFunctions) => Promise<void>) {
	return {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return false;
		},
		async create(this: IHookFunctions): Promise<boolean> {
			try {
				await check(this);
				return true;
			} catch (error) {
				throw withAdviceInMessage(toNodeError(this.getNode(), error, 0));
			}
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			return true;
		},
	};
}

/** If publishing fails, n8n shows only the message of the error, so the advice is added to it. */
function withAdviceInMessage(error: NodeFailure): NodeFailure {
	const { message, description } = error;
	if (description) error.message = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`;
	error.description = undefined;
	return error;
}
