import type { IHookFunctions } from 'n8n-workflow';
import { settle } from '../../settle';
import { toNodeError } from '../run/nodeErrors';

/**
 * The lifecycle of a webhook whose URL is set only in the platform's console: there is nothing to find, make or delete.
 * @param check runs when the trigger is activated; what it throws stops publishing
 */
export function webhookLifecycle(check: (context: IHookFunctions) => Promise<void>) {
	return {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return false;
		},
		async create(this: IHookFunctions): Promise<boolean> {
			const checked = await settle(check(this));
			if (checked.status === 'fulfilled') return true;
			const error = toNodeError(this.getNode(), checked.reason, 0);
			const { message, description } = error;
			// n8n shows the message alone, so that the advice stands there too.
			if (description)
				error.message = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`;
			error.description = undefined;
			throw error;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			return true;
		},
	};
}
