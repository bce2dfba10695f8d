/** Lists tasks whole, although they change while their pages are read. */
import { InputError } from '../failure';
import { textOf, type JsonRecord } from '../values';
import { MAX_WATCHED_TASKS } from './limits';
import { collectTasks, type Page, type TaskPage, type TaskQuery } from './taskQuery';

/** Ids do not change, and those of new tasks come last: no task moves to another page unless an earlier one is gone. */
export const STEADY_ORDER: Pick<TaskQuery, 'sortField' | 'sortOrder'> = { sortField: 'ID', sortOrder: 'ASC' };

/** A list that lost tasks while it was read is read once more. */
const READINGS = 2;

/**
 * All tasks of a query in `STEADY_ORDER`, each once, as it was seen last. Where tasks were taken out while the pages
 * were read, so that others moved to an earlier page, the list is read again.
 *
 * @throws InputError if there are more tasks than can be watched
 */
export async function listTasks(fetchPage: (page: Page) => Promise<TaskPage>): Promise<JsonRecord[]> {
	const found = new Map<string, JsonRecord>();
	for (let reading = 1; ; reading++) {
		const { tasks, whole } = await readOnce(fetchPage);
		for (const task of tasks) found.set(textOf(task.task_id) ?? '', task);
		if (whole || reading >= READINGS) return [...found.values()];
	}
}

async function readOnce(fetchPage: (page: Page) => Promise<TaskPage>): Promise<{ tasks: JsonRecord[]; whole: boolean }> {
	const totals: number[] = [];
	const tasks = await collectTasks(async (page) => {
		const answer = await fetchPage(page);
		if (answer.totalRows !== undefined) totals.push(answer.totalRows);
		const most = Math.max(page.index * page.size - page.size + answer.rows.length, answer.totalRows ?? 0);
		if (most > MAX_WATCHED_TASKS) throw tooMany(most);
		return answer;
	});
	const shrank = totals.some((total, index) => index > 0 && total < (totals[index - 1] ?? 0));
	return { tasks, whole: !shrank && tasks.length >= (totals.at(-1) ?? 0) };
}

function tooMany(count: number): InputError {
	return new InputError(`There are ${count} tasks, more than the ${MAX_WATCHED_TASKS} that can be watched`, 'Set Name Contains or Task IDs under Filters.');
}
