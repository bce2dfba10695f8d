/**
 * What the documents of the platform, n8n's conventions and this project's own decisions say of the fields of nodes and
 * credentials. The tables in this folder are written from those, never from the code, and import nothing from it.
 */
import type { InputItem } from '../../engine/harness';

/** One field, by its path: `text`, `options.timeout`, `sort.by.field`. */
export interface Line {
	/** Type of the field in n8n. */
	type: string;
	/** Its value in a node that was just added. */
	default: unknown;
	required?: true;
	/** The values to choose from, in any order; for a field that takes any value those that matter. */
	values?: readonly (string | number | boolean)[];
	/** What the editor calls the values, where a mix-up would not be noticed otherwise; sorted by value. */
	names?: readonly (readonly [value: string, name: string])[];
	/** Smallest and largest number, both allowed. */
	min?: number;
	max?: number;
	/** As the field's title names it in brackets. */
	unit?: string;
	/** Shown only for these values of other fields. */
	shown?: Readonly<Record<string, readonly unknown[]>>;
	/** Hidden while it is typed. */
	secret?: true;
	/** The parameter of the platform, header or setting of the request (`timeout`) that it is sent as. */
	api?: string;
	/** What is sent for a value, if it is not the value itself. */
	sends?: Readonly<Record<string, unknown>>;
	/** Values that are refused before anything is sent, besides those just beyond `min` and `max`. */
	refused?: readonly unknown[];
	/** Other fields without which this one has no effect. */
	needs?: Readonly<Record<string, unknown>>;
}

export type Lines = Readonly<Record<string, Line>>;

/** One operation: its fields, and the request of a node that has nothing filled in but `given`. */
export interface Operation {
	lines: Lines;
	/** The fields that a user must fill in, and the input item. */
	given?: Readonly<Record<string, unknown>>;
	item?: InputItem;
	/** The first request: its URL with the credential's default hosts, and everything it carries. */
	sent: { url: string; fields: Readonly<Record<string, unknown>> };
	/** The same for a choice that changes the request, with the lines that are different then. */
	variants?: readonly Pick<Operation, 'lines' | 'given' | 'sent'>[];
}

/** A resource, with the operation that is chosen at first. */
export interface Resource {
	default: string;
	operations: Readonly<Record<string, Operation>>;
}

/** Fields below another, such as those of a collection. */
export function under(path: string, lines: Lines): Lines {
	return Object.fromEntries(Object.entries(lines).map(([name, line]) => [`${path}.${name}`, line]));
}
