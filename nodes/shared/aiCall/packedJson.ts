/** JSON that the platform writes into text fields. */
import { tryReadJson } from '../lossless';

/** A list or object written into text, unpacked; anything else as it is. */
export function unpackJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = tryReadJson(value);
	return parsed === undefined ? value : parsed.value;
}
