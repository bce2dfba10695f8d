/**
 * What the documents of the platform, n8n's conventions and this project's own decisions say about the fields of nodes
 * and credentials. The pages and tables in this folder are written from these three, never from the package's code, and
 * import none of it.
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
	/** The values to choose from, in any order. A field that takes any value lists the values that matter. */
	values?: readonly (string | number | boolean)[];
	/** The names of the values in the editor, sorted by value. Given only if nothing else would notice a mix-up. */
	names?: readonly (readonly [value: string, name: string])[];
	/** Smallest and largest number, both allowed. */
	min?: number;
	max?: number;
	/** The unit that the field's title has in brackets. */
	unit?: string;
	/** The field is shown only for these values of other fields. */
	shown?: Readonly<Record<string, readonly unknown[]>>;
	/** The text is hidden while it is typed. */
	secret?: true;
	/** What the value is sent as: a parameter of the platform, a header, or a setting of the request (`timeout`). */
	api?: string;
	/** What is sent for a value, if it is not the value itself. */
	sends?: Readonly<Record<string, unknown>>;
	/** Values that are refused before anything is sent, besides those just beyond `min` and `max`. */
	refused?: readonly unknown[];
	/** Values of other fields without which this one has no effect. */
	needs?: Readonly<Record<string, unknown>>;
}

export type Lines = Readonly<Record<string, Line>>;

/** The key of a service: how the console and the credential name it, and how the credential tests it. */
export interface Key {
	/** What iFLYTEK's console calls the service, for the table of docs/console.md. */
	console: string;
	/** The name of its entry in Test Service, and the value that is stored for it. */
	name: string;
	value: string;
	/** What follows the name of the service in the entry's description. */
	note?: string;
	/** If the key is tested over HTTP: the parameters of that request, and the beginning of its body. */
	param?: object;
	body?: string;
}

/** A request: where it goes with the credential's default hosts, and everything it carries. */
export interface Sent {
	/** The name of the endpoint in the log of the local platform. */
	endpoint: string;
	url: string;
	fields: Readonly<Record<string, unknown>>;
	/** Only on the page whose request tests the key. */
	key?: Key;
}

/** What one request takes at most (document 1 and 2, part 8). */
export interface Limits {
	/** Bytes of text in UTF-8; longer text is split. `given` are the fields for which an item is one request. */
	textBytes?: number;
	given?: Readonly<Record<string, unknown>>;
	/** Bytes of a file, by kind, and the formats that are accepted. */
	fileBytes?: Partial<Record<'png' | 'zip', number>>;
	formats?: readonly string[];
	/** Bytes of a file after Base64 and URL-encoding, and the sides of an image in pixels. */
	encodedBytes?: number;
	shortestSide?: number;
	longestSide?: number;
	/** URLs or IDs in a request, rows in a request, and tasks on a page of the list. */
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
	/** One for each choice that changes the request, with the lines that differ. */
	variants?: readonly Pick<Operation, 'lines' | 'given' | 'sent' | 'limits'>[];
}

/** A run for the output schema. It has the `given` and `item` of the operation unless it names others. */
export interface Sample {
	parameters?: Readonly<Record<string, unknown>>;
	items?: readonly InputItem[];
	/** The task on which the operation runs; `same` is the task of the sample before. */
	task?: 'new' | 'withRows' | 'started' | 'called' | 'same';
}

/** What the operation reads out of the envelope: `data` of document 1, `result` of document 2. */
export interface ReadAnswer {
	/** An answer with every field that is read, and with each form that the entries of its lists can have. */
	whole: unknown;
	/** Fields that the simplified result must have then. The names of its values are in the tables of labels. */
	gives: Readonly<Record<string, unknown>>;
	/** Answers that cannot be read. Each must be an error, not a result. */
	wrong: readonly unknown[];
}

interface Words {
	english: string;
	chinese: string;
}

/** One operation of a node, as the platform's document describes it: `pages/<node>/<resource>/<operation>.ts`. */
export interface Page extends Operation {
	/** This operation is chosen at first in its resource. */
	isDefault?: true;
	/** Its name in Chinese, and what it does, in Chinese. */
	chinese: { name?: string; does: string };
	/** What the references say about its input and about its simplified result. */
	input?: Words;
	result: Words;
	/**
	 * The answer from which the result is read. `audio` and `ids` (of rows and tasks) are read piece by piece or for many
	 * items together: test/engine and test/unit/delivery test them. `unread`: whatever a success contains, the result is
	 * the same.
	 */
	answer: ReadAnswer | 'audio' | 'ids' | 'unread';
	/** Document 2: what happens if a request is sent twice. */
	repeated?: 'harmless' | 'twice';
	/** Document 2: true if the operation changes an existing task. */
	changesTask?: true;
	/**
	 * Document 2: a test runs all operations on one task, in the order of `step`. No two operations have the same step.
	 * `parameters` are those of this test.
	 */
	queue?: { step: number; parameters: Readonly<Record<string, unknown>> };
	/**
	 * What an agent's model fills in if the operation is a tool. Undefined if it works with files, which agents cannot
	 * pass.
	 */
	model: Readonly<INodeParameters> | undefined;
	/** Runs whose outputs together have every field of a result. Without samples, one run with `given` has them all. */
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
