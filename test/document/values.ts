import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { SentRequest } from './recorder';
import type { Line } from './page';

const CHOICES = ['options', 'multiOptions'];

/** The values of a field that a test tries. The values of a choice are only tried if the platform gets the choice. */
export function valuesOf({ values = [], min, max, api, type }: Line): readonly unknown[] {
	const listed = CHOICES.includes(type) && api === undefined ? [] : values;
	return [...new Set([...listed, min, max].filter((value) => value !== undefined))];
}

/** The values that the node must refuse: those of the line, and the numbers just beyond its limits. */
export function refusedOf({ refused = [], min, max }: Line): readonly unknown[] {
	return [
		...refused,
		...(Number.isInteger(min) ? [Number(min) - 1] : []),
		...(max === undefined ? [] : [max + 1]),
	];
}

/** Whether one of these requests contains what the page says is sent for a value. */
export function wasSent(
	sent: SentRequest[],
	{ api = '', sends = {} }: Line,
	value: unknown,
): boolean {
	const expected = Object.hasOwn(sends, String(value)) ? sends[String(value)] : value;
	return sent.some((request) =>
		isDeepStrictEqual(api === 'timeout' ? request.timeout : request.fields[api], expected),
	);
}

/** A value as a workflow stores it. Blank text becomes an expression, because n8n itself refuses an empty required field. */
export function asStored({ type }: Line, value: unknown): unknown {
	const entered =
		typeof value === 'string' && value.trim() === '' ? `={{ ${JSON.stringify(value)} }}` : value;
	return type === 'resourceLocator' ? { __rl: true, mode: 'id', value: entered } : entered;
}

/** Values of other fields with which n8n shows this field: for each of them, the first value that `shown` lists. */
export const valuesThatShow = ({ shown = {} }: Line): IDataObject =>
	Object.fromEntries(
		Object.entries(shown).map(([name, [first]]) => [name.replace(/^\//, ''), first as string]),
	);

/**
 * A copy of the parameters with these values at their paths. The braces in the path `options{service=standard}.speed` also
 * set the parameter `service` to `standard`.
 */
export function withValues(
	parameters: IDataObject,
	values: Readonly<Record<string, unknown>>,
): IDataObject {
	const changed = structuredClone(parameters);
	for (const [path, value] of Object.entries(values)) {
		const [first = '', ...inner] = path.split('.');
		const [, name = '', condition, choice] = /^([^{]+)(?:\{(\w+)=(\w+)\})?/.exec(first) ?? [];
		if (condition !== undefined) changed[condition] = choice;
		const names = [name, ...inner];
		const last = names.pop() ?? '';
		const innermost = names.reduce<IDataObject>(
			(object, key) => (object[key] ??= {}) as IDataObject,
			changed,
		);
		innermost[last] = value as IDataObject;
	}
	return changed;
}
