/** The ids in a request to a trigger, which the user may restrict (document 2, part 5). */
import { enteredId } from '../../entered';
import { textOf, type JsonRecord } from '../../values';

/**
 * The field whose value is not allowed, if any. An empty list allows all. Only fields that were
 * sent are checked: real pushes may lack `app_id`.
 */
export function forbiddenField(
	fields: JsonRecord,
	{ businessIds, appIds }: Record<'businessIds' | 'appIds', readonly string[]>,
): 'business_id' | 'app_id' | undefined {
	if (!isAllowed(fields.business_id, businessIds)) return 'business_id';
	return isAllowed(fields.app_id, appIds) ? undefined : 'app_id';
}

function isAllowed(value: unknown, allowed: readonly string[]): boolean {
	const ids = allowed.map(enteredId).filter((id) => id !== '');
	if (ids.length === 0 || value === undefined || value === null || value === '') return true;
	return ids.includes(enteredId(textOf(value) ?? ''));
}
