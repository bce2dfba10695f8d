/** Querying tasks (document 2, 2.8 and 4.7). */
import { enteredId } from '../../entered';
import { InputError, PlatformError } from '../../failure';
import { definedFields, isRecord, numberOf, textOf, type JsonRecord } from '../../values';
import { resultList } from '../protocol/aiCallEnvelope';
import { FIRST_PAGE, MAX_PAGE_SIZE, MAX_TASK_PAGES } from '../protocol/limits';

/** The values of `sort_name`, with their names. */
export const SORT_FIELDS = {
	CREATETIME: 'Creation Time',
	ENDTIME: 'End Time',
	ID: 'ID',
	NAME: 'Name',
	STARTTIME: 'Start Time',
} as const;

/** The values of `sort_order`, with their names. */
export const SORT_ORDERS = { ASC: 'Ascending', DESC: 'Descending' } as const;

export interface TaskQuery {
	taskId?: string;
	/** Part of the name. */
	taskName?: string;
	/** Milliseconds. */
	begin?: number;
	end?: number;
	sortField?: keyof typeof SORT_FIELDS;
	sortOrder?: keyof typeof SORT_ORDERS;
}

/** Which page; `index` counts from 1, `size` is at most 50. */
export interface Page {
	index: number;
	size: number;
}

/**
 * The body of a task query. Fields that are not set are not sent.
 * @throws InputError if the end is before the beginning
 */
export function taskQueryBody(
	query: TaskQuery,
	page: Page = { index: FIRST_PAGE, size: MAX_PAGE_SIZE },
): JsonRecord {
	const { begin = -Infinity, end = Infinity } = query;
	if (end < begin)
		throw new InputError(
			'The filter To is before the filter From',
			'Swap or correct the two times.',
		);
	return definedFields({
		task_id: enteredId(query.taskId ?? '') || undefined,
		task_name: query.taskName?.trim() || undefined,
		time_begin: query.begin,
		time_end: query.end,
		sort_name: query.sortField,
		sort_order: query.sortOrder,
		page_index: page.index,
		page_size: page.size,
	});
}

/**
 * The tasks of one page as the platform sent them, and the number of all tasks (undefined if the
 * platform does not state it).
 */
export interface TaskPage {
	totalRows: number | undefined;
	rows: JsonRecord[];
}

/**
 * Reads the result of a task query.
 * @throws PlatformError if the platform sent something other than a list
 */
export function readTaskPage(result: JsonRecord): TaskPage {
	const totalRows = numberOf(result.total_rows);
	return { totalRows, rows: resultList(result, 'rows', Number(totalRows) > 0) };
}

/**
 * Fetches pages until `limit` tasks are collected, the total is reached, or a page is empty. If the
 * platform states no total, the last page is the first that is not full or contains nothing new. A
 * task that moves between pages during the query is returned once.
 * @param onMissing called with a sentence if a page is empty before the total is reached
 * @throws InputError for more than `MAX_TASK_PAGES` pages
 * @throws PlatformError for a page that contains nothing new before the total is reached
 */
export async function collectTasks(
	fetchPage: (page: Page) => Promise<TaskPage>,
	limit = Number.POSITIVE_INFINITY,
	onMissing: (text: string) => void = () => undefined,
): Promise<JsonRecord[]> {
	const size = Math.min(MAX_PAGE_SIZE, limit);
	const tasks: JsonRecord[] = [];
	const seen = new Set<string>();
	let received = 0;
	for (let index = FIRST_PAGE; tasks.length < limit; index++) {
		const { rows, totalRows } = await fetchPage({ index, size });
		const countBefore = tasks.length;
		// The rows are added one by one: a list that is spread into arguments must fit on the stack.
		for (const row of rows) if (isNew(row, seen)) tasks.push(row);
		const hasNoNewTask = tasks.length === countBefore;
		received += rows.length;
		if (rows.length === 0) {
			const missing = (totalRows ?? 0) - received;
			if (missing > 0) onMissing(missingText(missing, received, index));
			break;
		}
		if (totalRows === undefined) {
			if (rows.length < size || hasNoNewTask) break;
		} else {
			if (received >= totalRows) break;
			if (hasNoNewTask) throw repeatedPage(index, tasks.length, totalRows);
		}
		if (index >= MAX_TASK_PAGES && tasks.length < limit) throw tooManyPages(tasks.length);
	}
	return tasks.slice(0, limit);
}

function missingText(missing: number, received: number, page: number): string {
	const [tasks, are] = missing === 1 ? ['task', 'is'] : ['tasks', 'are'];
	return `${missing} ${tasks} ${are} missing: the platform says that there are ${received + missing}, but sent ${received}, and page ${page} is empty.`;
}

function tooManyPages(tasks: number): InputError {
	return new InputError(
		`There are more tasks than the ${MAX_TASK_PAGES} pages that are read: ${tasks} have come so far`,
		'Ask for fewer with From, To or Name Contains under Filters.',
	);
}

function repeatedPage(index: number, tasks: number, total: number): PlatformError {
	return new PlatformError(
		`The platform says that there are ${total} tasks, but sent ${tasks} and then only repeats (page ${index})`,
		'unreadable',
		{ advice: 'Try again. If it keeps happening, ask for fewer with From and To under Filters.' },
	);
}

/**
 * Returns true if the ID of a row was not seen before, and remembers the ID. A row without an ID is
 * always new.
 */
function isNew(row: JsonRecord, seen: Set<string>): boolean {
	const id = textOf(row.task_id);
	if (id === undefined) return true;
	if (seen.has(id)) return false;
	seen.add(id);
	return true;
}

/**
 * A response with only the kept tasks. Left out are the tasks beyond the limit, and the tasks that
 * an earlier page had.
 */
export function withoutOtherTasks(sent: JsonRecord, kept: ReadonlySet<JsonRecord>): JsonRecord {
	const { result } = sent;
	if (!isRecord(result) || !Array.isArray(result.rows)) return sent;
	const rows = result.rows.filter((row) => !isRecord(row) || kept.has(row));
	return rows.length === result.rows.length ? sent : { ...sent, result: { ...result, rows } };
}

/** The task with this ID on a page, as the platform sent it. */
export function findTask({ rows }: TaskPage, taskId: string): JsonRecord | undefined {
	return rows.find((row) => textOf(row.task_id) === enteredId(taskId));
}
