/** JSON that the platform writes into text fields. */
import { tryReadJson } from '../lossless';

/** Parses text that contains a JSON array or object; anything else is returned unchanged. */
export function unpackJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = tryReadJson(value);
	return parsed === undefined ? value : parsed.value;
}
