import { NotSentError } from '../../shared/failure';
import { DO } from '../entry/sentences';

/** n8n's database did not record what must be recorded before anything is sent. */
export class StoreError extends NotSentError {
	constructor(error: unknown) {
		const reason = error instanceof Error ? error.message : String(error);
		super(`n8n's database could not be asked what was sent before: ${reason}`, 'unavailable', {
			advice: DO.checkDatabase,
			facts: { state: 'notSent' },
		});
	}
}
