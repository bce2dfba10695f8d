import type { IExecuteFunctions } from 'n8n-workflow';
import { isRecord } from '../../values';

/** Reads a parameter for each item, but only once if it contains no expression: most of the time for thousands of items. */
export function perItem<T>(
	context: IExecuteFunctions,
	parameterName: string,
	read: (itemIndex: number) => T,
): (itemIndex: number) => T {
	const raw: unknown = context.getNodeParameter(parameterName, 0, '', { rawExpressions: true });
	if (hasExpression(raw)) return read;
	let known: { value: T } | undefined;
	return (index) => (known ??= { value: read(index) }).value;
}

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	if (Array.isArray(raw)) return raw.some(hasExpression);
	return isRecord(raw) && Object.values(raw).some(hasExpression);
}
