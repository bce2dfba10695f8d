/**
 * Where the documents are silent or disagree with records, and the answer can be seen in a response or a push:
 * `npm run live` says which answer it saw. What is said of a response must contain none of its text.
 */

/** A response or a push: its HTTP status, and its content. */
export interface Seen {
	status: number;
	content: unknown;
}

/** The responses of one operation by endpoint (of several, the last), and the first failure; or a push by its kind. */
export type SeenByName = Readonly<Record<string, Seen | undefined>>;

export interface Silence {
	name: string;
	/** The answer that was seen; undefined if these responses do not show it. */
	answer: (seen: SeenByName, operation: string) => string | undefined;
}

/** The value at a path of names and indexes, such as `data.word.0`. */
function at(seen: Seen | undefined, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, name) => Object(value)[name] as unknown, seen?.content);
}

/** The type of a value in JSON, in plain words. */
export function typeName(value: unknown): string {
	if (value === null || value === undefined) return value === null ? 'null' : 'missing';
	if (Array.isArray(value)) return 'a list';
	const names: Record<string, string> = {
		string: 'text',
		number: 'a number',
		boolean: 'true or false',
		object: 'an object',
	};
	return names[typeof value] ?? typeof value;
}

const typeAt = (seen: Seen | undefined, path: string) => {
	const value = at(seen, path);
	return value === undefined ? undefined : typeName(value);
};

const digitsAt = (seen: Seen | undefined, path: string) => {
	const value = at(seen, path);
	return value === undefined ? undefined : `${typeName(value)} of ${String(value).length} digits`;
};

const isWhole = (value: unknown): value is number => Number.isInteger(value);

/** The entry of the root in a list of semantic relations. */
function rootParent({ sdp }: SeenByName): string | undefined {
	const relations = at(sdp, 'data.sdp');
	if (!Array.isArray(relations)) return undefined;
	const root = relations.find(
		(entry: unknown) => at({ status: 0, content: entry }, 'relate') === 'Root',
	);
	const parent = at({ status: 0, content: root }, 'parent');
	if (!isWhole(parent)) return undefined;
	return parent < 0 ? 'at 0 (Root has -1)' : 'at 1 (Root has 0)';
}

const IMAGES = ['expression', 'scene', 'object'];
const imageOf = (seen: SeenByName) => IMAGES.map((name) => seen[name]).find(Boolean);

const status = ({ taskQuery }: SeenByName) => {
	const value = at(taskQuery, 'result.rows.0.status');
	return isWhole(value) ? String(value) : undefined;
};

export const SILENCES: readonly Silence[] = [
	{ name: 'Type of code, text', answer: ({ cws }) => typeAt(cws, 'code') },
	{ name: 'Type of code, images', answer: (seen) => typeAt(imageOf(seen), 'code') },
	{ name: 'HTTP status of a failure', answer: ({ failure }) => failure && String(failure.status) },
	{
		name: 'Code of a limited rate',
		answer: ({ failure }) => /^1120[23]$/.exec(String(at(failure, 'code')))?.[0],
	},
	{ name: 'Form of the data of an image', answer: (seen) => typeAt(imageOf(seen), 'data') },
	{
		name: 'Type of rate',
		answer: (seen) =>
			typeAt(imageOf(seen), 'data.fileList.0.rate') ?? typeAt(imageOf(seen), 'data.0.rate'),
	},
	{ name: 'Where indexes of sdp begin', answer: rootParent },
	{
		name: 'Entries of ner',
		answer: ({ ner, cws }) => {
			const [tags, words] = [at(ner, 'data.ner.length'), at(cws, 'data.word.length')];
			if (!isWhole(tags) || !isWhole(words)) return undefined;
			return tags === words ? 'as many as words' : `${tags - words} more than words`;
		},
	},
	{
		name: 'Audio with aue=raw',
		answer: ({ speech }) => {
			const begin = at(speech, 'begin');
			return begin === undefined
				? undefined
				: begin === 'RIFF'
					? 'a WAV file'
					: 'PCM without a header';
		},
	},
	{
		name: 'IDs of rows',
		answer: ({ callout, taskInsert }) => digitsAt(callout ?? taskInsert, 'result.task_data_ids.0'),
	},
	{
		name: 'Status of a new task',
		answer: (seen, operation) => (operation === 'task/get' ? status(seen) : undefined),
	},
	{
		name: 'Status after start',
		answer: (seen, operation) => (operation === 'task/start' ? status(seen) : undefined),
	},
	{
		name: 'Type of time_range',
		answer: ({ taskQuery }) => typeAt(taskQuery, 'result.rows.0.time_range'),
	},
	{
		name: 'Is a deleted task listed',
		answer: ({ taskQuery }, operation) => {
			// At the end, the tasks of a run are listed by their name, and one of them has been deleted.
			const rows = at(taskQuery, 'result.rows');
			if (operation !== 'task/getAll at the end' || !Array.isArray(rows)) return undefined;
			return rows.some((row) => Object(row).deleted === 1) ? 'yes' : 'no';
		},
	},
	{
		name: 'Unit of times in a record',
		answer: ({ callRecord }) => {
			const time = at(callRecord, 'time_hangup');
			return isWhole(time) ? (time > 1e11 ? 'milliseconds' : 'seconds') : undefined;
		},
	},
	{
		name: 'Unit of duration_call',
		answer: ({ callRecord }) => {
			const [from, to, duration] = ['time_answer', 'time_hangup', 'duration_call'].map((name) =>
				Number(at(callRecord, name)),
			);
			if (!from || !to || !duration) return undefined;
			// The times may be in milliseconds.
			const perUnit = (to - from) / (to > 1e11 ? 1000 : 1) / duration;
			return perUnit > 0.1 ? 'seconds' : 'milliseconds';
		},
	},
	{
		name: 'IDs in a push',
		answer: ({ callRecord, recording, dialog }) =>
			digitsAt(callRecord ?? recording ?? dialog, 'task_data_id'),
	},
	{ name: 'Type of seq', answer: ({ dialog }) => typeAt(dialog, 'dialog.0.seq') },
	{
		name: 'URL of a recording',
		answer: ({ recording }) => {
			const url = at(recording, 'url');
			return url === undefined ? undefined : URL.canParse(String(url)) ? 'a whole URL' : 'a path';
		},
	},
];
