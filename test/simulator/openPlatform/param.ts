import { PlatformFailure } from './failure';
import type { PlatformRequest } from './request';

/** The business parameters of a request: the JSON object in its X-Param header. */
export type Param = Record<string, unknown>;

const STANDARD_BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const URL_SAFE_BASE64 = /^[A-Za-z0-9_-]+={0,2}$/;

/**
 * Reads X-Param: Base64 of a JSON object in UTF-8. The document uses the standard alphabet
 * of Base64, and the vendor's Python SDK uses the URL-safe alphabet. A mixture of both is
 * refused. Like the live services, this accepts white space in the JSON and in the Base64.
 * An absent header counts as an empty object, but not every endpoint accepts a request without the header.
 * @throws PlatformFailure 10106 `invalid X-Param`
 */
export function readParam(header: string): Param {
	const encoded = header.replace(/\s+/g, '');
	if (encoded === '') return {};
	if (!STANDARD_BASE64.test(encoded) && !URL_SAFE_BASE64.test(encoded))
		throw new PlatformFailure('10106', 'invalid X-Param');
	try {
		const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
		const value: unknown = JSON.parse(json);
		if (isObject(value)) return value;
	} catch {
		// Text that cannot be read is refused below, like any value that is not an object.
	}
	throw new PlatformFailure('10106', 'invalid X-Param');
}

/** The same parameters, but reading is recorded. `unread` returns the names of the parameters that were not read so far. */
export function watched(param: Param): { param: Param; unread(): string[] } {
	const read = new Set<string | symbol>();
	const get = (target: Param, name: string | symbol): unknown => {
		read.add(name);
		return Reflect.get(target, name);
	};
	return {
		param: new Proxy(param, { get }),
		unread: () => Object.keys(param).filter((name) => !read.has(name)),
	};
}

/** Whether X-Param has a character that is only in the URL-safe alphabet of Base64. */
export function isUrlSafe(header: string): boolean {
	return /[-_]/.test(header);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An optional parameter that must be text. A number or a boolean is refused, because these
 * parameters are strings in the document.
 * @throws PlatformFailure 10106 `invalid <name>`
 */
export function textParam(param: Param, name: string): string | undefined {
	const value = param[name];
	if (value === undefined) return undefined;
	if (typeof value !== 'string') throw new PlatformFailure('10106', `invalid ${name}`);
	return value;
}

/**
 * A parameter that must be one of the allowed values.
 * @param defaultValue the value of a missing parameter. If undefined, the parameter is required
 */
export function choiceParam<Value extends string>(
	param: Param,
	name: string,
	allowed: readonly Value[],
	defaultValue?: Value,
): Value {
	const given = textParam(param, name) ?? defaultValue;
	const found = allowed.find((value) => value === given);
	if (found === undefined) throw new PlatformFailure('10106', `invalid ${name}`);
	return found;
}

/** Reads `speed`, `volume` or `pitch`: a whole number from 0 to 100 as text, by default 50 (document 1, 4.4). */
export function levelParam(param: Param, name: string): number {
	const text = textParam(param, name) ?? '50';
	const level = Number(text);
	if (!/^\d{1,3}$/.test(text) || level > 100) throw new PlatformFailure('10106', `invalid ${name}`);
	return level;
}

/**
 * Checks that a request has these parameters, if the settings say that all are required.
 * @throws PlatformFailure 10106 `invalid <name>`
 */
export function requireAll({ param, settings }: PlatformRequest, names: readonly string[]): void {
	const missing = names.find((name) => param[name] === undefined);
	if (settings.required === 'all' && missing !== undefined)
		throw new PlatformFailure('10106', `invalid ${missing}`);
}
