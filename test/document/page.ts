/**
 * What the documents of the platform, n8n's conventions and this project's own decisions say of the fields of nodes and
 * credentials. The pages and tables in this folder are written from those, never from the code, and import nothing from it.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { InputItem } from '../engine/harness';

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

/** The key of a service: how the console and the credential name it, and how the credential tests it. */
export interface Key {
	/** What iFLYTEK's console calls the service, for the table of docs/console.md. */
	console: string;
	/** Its entry of Test Service, and what is stored for it. */
	name: string;
	value: string;
	/** What follows the name of the service there. */
	note?: string;
	/** The request of the test, if it is one over HTTP: the parameters, and how its body begins. */
	param?: object;
	body?: string;
}

/** A request: where it goes with the credential's default hosts, and everything it carries. */
export interface Sent {
	/** The name of the endpoint in the log of the local platform. */
	endpoint: string;
	url: string;
	fields: Readonly<Record<string, unknown>>;
	/** On the page whose request tests the key. */
	key?: Key;
}

/** What one request takes at most (document 1 and 2, part 8). */
export interface Limits {
	/** Bytes of text in UTF-8; longer text is split. `given` are other fields, with which an item is one request. */
	textBytes?: number;
	given?: Readonly<Record<string, unknown>>;
	/** Bytes of a file, by kind, and the formats; others are refused. */
	fileBytes?: Partial<Record<'png' | 'zip', number>>;
	formats?: readonly string[];
	/** A file in Base64 and URL-encoded, and the sides of an image in pixels. */
	encodedBytes?: number;
	shortestSide?: number;
	longestSide?: number;
	/** URLs or IDs, rows, tasks of a page. */
	perRequest?: number;
	rows?: number;
	tasks?: number;
}

/** One operation: its fields, and the request of a node that has nothing filled in but `given`. */
export interface Operation {
	lines: Lines;
	/** The fields that a user must fill in, and the input item. */
	given?: Readonly<Record<string, unknown>>;
	item?: InputItem;
	/** The first request. */
	sent: Sent;
	limits?: Limits;
	/** The same for a choice that changes the request, with the lines that are different then. */
	variants?: readonly Pick<Operation, 'lines' | 'given' | 'sent' | 'limits'>[];
}

/** A run for the output schema, with `given` and `item` unless others are named. */
export interface Sample {
	parameters?: Readonly<Record<string, unknown>>;
	items?: readonly InputItem[];
	/** The task that it is done to; `same` is that of the sample before. */
	task?: 'new' | 'withRows' | 'started' | 'called' | 'same';
}

/** What the operation reads out of the envelope: `data` of document 1, `result` of document 2. */
export interface ReadAnswer {
	/** One that has every field that is read, and each form of the entries of its lists. */
	whole: unknown;
	/** What the simplified result says then, at least; the names of its values stand in the tables of labels. */
	gives: Readonly<Record<string, unknown>>;
	/** Such as cannot be read: no result may look as if they had been. */
	wrong: readonly unknown[];
}

interface Words {
	english: string;
	chinese: string;
}

/** One operation of a node, as the platform's document describes it: `pages/<node>/<resource>/<operation>.ts`. */
export interface Page extends Operation {
	/** Chosen at first in its resource. */
	isDefault?: true;
	/** What it is called in Chinese, and what it does. */
	chinese: { name?: string; does: string };
	/** What the references say of its input and of its simplified result. */
	input?: Words;
	result: Words;
	/** The answer from which the result is read. `audio` has its tests in test/engine. Document 2: only for operations that read an answer. */
	answer?: ReadAnswer | 'audio';
	/** Document 2: what happens if a request is sent twice. */
	repeated?: 'harmless' | 'twice';
	/** Document 2: true if it changes a task that exists. */
	changesTask?: true;
	/** Document 2: its unique place in a run of all operations on one task, and its parameters there. */
	queue?: { step: number; parameters: Readonly<Record<string, unknown>> };
	/** What an agent's model fills in if the operation is a tool; undefined if it works with files, which agents cannot pass. */
	model: Readonly<INodeParameters> | undefined;
	/** Runs whose outputs together have every field of a result. If there are none, one run with the given parameters has them. */
	samples?: readonly Sample[];
}

/** A resource, with the operation that is chosen at first. */
export interface Resource {
	default: string;
	operations: Readonly<Record<string, Page>>;
}

/** Fields below another, such as those of a collection. */
export function under(path: string, lines: Lines): Lines {
	return Object.fromEntries(Object.entries(lines).map(([name, line]) => [`${path}.${name}`, line]));
}
