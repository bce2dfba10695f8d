/**
 * The `eventId` of a push, from the fields of document 2, part 6, independent of the nodes' code. Undefined for a body
 * that was cut off.
 */
export function eventIdOf(body: string): string | undefined {
	const fields = parsed(body);
	// Read from the text, because JSON.parse would lose the last digits of a long number.
	const [, callUuid] = /"call_uuid":\s*"?([^",}]+)/.exec(body) ?? [];
	if (fields === undefined || callUuid === undefined) return undefined;
	if ('dialog' in fields) return `${callUuid}:dialog`;
	if ('url' in fields) return `${callUuid}:recording`;
	return `${callUuid}:callRecord:${'task_row_index' in fields ? `outbound:${String(fields.task_tries)}` : 'basic'}`;
}

function parsed(body: string): Record<string, unknown> | undefined {
	try {
		return JSON.parse(body) as Record<string, unknown>;
	} catch {
		return undefined;
	}
}
