/**
 * Types of the pages and tables in this folder. Pages and tables say what the fields of nodes and credentials must be. They
 * are written from the documents of the platform, n8n's conventions and this project's own decisions. They are never written
 * from the package's code, and import none of it.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { InputItem } from '../engine/harness';

/** One field, by its path: `text`, `options.timeout`, `sort.by.field`. */
export interface Line {
	/** Type of the field in n8n. */
	type: string;
	/** The value of the field in a new node. */
	default: unknown;
	required?: true;
	/** The values to choose from, in any order. A field that takes any value lists the values that matter. */
	values?: readonly (string | number | boolean)[];
	/** The names of the values in the editor, sorted by value. Only given if no other test would notice that two are swapped. */
	names?: readonly (readonly [value: string, name: string])[];
	/** The smallest and the largest number that are allowed. */
	min?: number;
	max?: number;
	/** The unit in brackets at the end of the field's title. */
	unit?: string;
	/** The field is shown only for these values of other fields. */
	shown?: Readonly<Record<string, readonly unknown[]>>;
	/** The text is hidden while it is typed. */
	secret?: true;
	/** The name under which the value is sent: a parameter of the platform, a header, or `timeout` of the request. */
	api?: string;
	/** What is sent for a value. Values that are not listed are sent unchanged. */
	sends?: Readonly<Record<string, unknown>>;
	/** Values that the node refuses before it sends anything. Numbers below `min` and above `max` are tested anyway. */
	refused?: readonly unknown[];
	/** The values that other fields must have if this field is to have an effect. */
	needs?: Readonly<Record<string, unknown>>;
}

export type Lines = Readonly<Record<string, Line>>;

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The key of a service: its names in the console and in the credential, and the request that tests it. */
export interface Key {
	/** The name of the service in iFLYTEK's console, for the table of docs/console.md. */
	console: string;
	/** The name of the entry in Service of This Key, and the value that the credential stores for it. */
	name: string;
	value: string;
	/** Text that follows the name of the service in the entry's description. */
	note?: string;
	/** If the key is tested over HTTP: the parameters of the request, and the beginning of the request's body. */
	param?: object;
	body?: string;
}

/** A request: its URL with the default host of the credential, and all its fields. */
export interface Sent {
	/** The name of the endpoint in the log of the local platform. */
	endpoint: string;
	url: string;
	fields: Readonly<Record<string, unknown>>;
	/** The key that this request tests, if it tests one. */
	key?: Key;
	/** The whole response, with every field that it may have. Of streaming speech, each frame is a response. */
	response: Schema;
}

/** The limits of one request (document 1 and 2, part 8). */
export interface Limits {
	/** Bytes of text in UTF-8. Longer text is split. */
	textBytes?: number;
	/** Parameters for the test of the limits. With these parameters, one item is one request. */
	given?: Readonly<Record<string, unknown>>;
	/** Bytes of a file of each kind. */
	fileBytes?: Partial<Record<'png' | 'zip', number>>;
	/** The accepted formats of a file. */
	formats?: readonly string[];
	/** Bytes of a file after Base64 and URL-encoding. */
	encodedBytes?: number;
	/** The sides of an image in pixels. */
	shortestSide?: number;
	longestSide?: number;
	/** URLs or IDs of images. */
	perRequest?: number;
	rows?: number;
	/** Tasks on a page of the list. */
	tasks?: number;
}

/** One operation: its fields, and the request of a node in which only the parameters of `given` are filled in. */
export interface Operation {
	lines: Lines;
	/** The parameters that a user must fill in. */
	given?: Readonly<Record<string, unknown>>;
	/** The input item. */
	item?: InputItem;
	/** The first request. */
	sent: Sent;
	/** The endpoints of the operation's other requests. Those to other endpoints may come before `sent`. */
	otherRequests?: readonly string[];
	limits?: Limits;
	/** For each choice that changes the request, the changed request and the lines of the fields that differ. */
	variants?: readonly Pick<Operation, 'lines' | 'given' | 'sent' | 'limits'>[];
}

/** A run for the output schema. By default, it has `given` of the operation as parameters and `item` as input. */
export interface Sample {
	parameters?: Readonly<Record<string, unknown>>;
	items?: readonly InputItem[];
	/** The state of the task on which the operation runs. `same` is the task of the previous sample. */
	task?: 'new' | 'withRows' | 'started' | 'called' | 'same';
}

/** Answers of the platform, without the envelope: `data` of document 1, `result` of document 2. */
export interface ReadAnswer {
	/** An answer with every field that the operation reads. Each list has an entry of each form. */
	whole: unknown;
	/** Fields that the simplified result of this answer must have. Names of coded values are tested with the tables of labels. */
	gives: Readonly<Record<string, unknown>>;
	/** Answers that must give an error, because they cannot be read. */
	wrong: readonly unknown[];
}

/** A text in both languages. */
interface Words {
	english: string;
	chinese: string;
}

/** What a section of the references says about its operation. */
export interface Reference {
	/** What comes out: JSON with fields of the output schema. */
	result: string;
	/** What else a reader has to know: limits, options and errors of this operation alone. */
	notes?: readonly Words[];
}

/** One operation of a node, as the platform's document describes it: `pages/<node>/<resource>/<operation>.ts`. */
export interface Page extends Operation {
	/** This operation is chosen at first in its resource. */
	isDefault?: true;
	/** The name of the operation and its description, in Chinese. */
	chinese: { name?: string; does: string };
	/** The operation's section in docs/reference.md and docs/reference.zh-CN.md. */
	reference: Reference;
	/**
	 * Answers of the platform, and what the result says about them. Audio is read in pieces, and the ids of rows and tasks
	 * are read for many items together. So `audio` and `ids` are tested elsewhere, in test/engine and test/unit/delivery.
	 * `unread` means that the result does not depend on the content of a successful answer.
	 */
	answer: ReadAnswer | 'audio' | 'ids' | 'unread';
	/** Document 2: whether a request does its work twice if it is sent twice. */
	repeated?: 'harmless' | 'twice';
	/** Document 2: true if the operation changes an existing task. */
	changesTask?: true;
	/**
	 * Document 2: test/queue runs all operations on one task, in the order of `step`. No two operations have the same step.
	 * `parameters` are the parameters in that test.
	 */
	queue?: { step: number; parameters: Readonly<Record<string, unknown>> };
	/** Parameters for the live service (`npm run live`) that replace those of `given`. */
	live?: Readonly<Record<string, unknown>>;
	/**
	 * The parameters that an agent's model fills in if the operation is a tool. Undefined if the operation needs a file,
	 * because agents cannot pass files.
	 */
	model: Readonly<INodeParameters> | undefined;
	/** Runs whose outputs together have every field of a result. If undefined, one run with `given` has every field. */
	samples?: readonly Sample[];
}

/** A resource, with the operation that is chosen at first. */
export interface Resource {
	default: string;
	operations: Readonly<Record<string, Page>>;
}

/** The lines of a collection's fields. Each path now begins with the path of the collection. */
export function under(path: string, lines: Lines): Lines {
	return Object.fromEntries(Object.entries(lines).map(([name, line]) => [`${path}.${name}`, line]));
}
