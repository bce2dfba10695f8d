import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import {
	configurationEntries,
	queryWholeConfiguration,
	simplifyLine,
	simplifyRobot,
	simplifyVoice,
	usableFirst,
	type ConfigurationKind,
} from '../../shared/aiCall/configuration';
import { isDeleted } from '../../shared/aiCall/aiCallLabels';
import { takesRows } from '../../shared/aiCall/checks';
import { FIRST_PAGE, MAX_PAGE_SIZE } from '../../shared/aiCall/protocol/methods';
import {
	findTask,
	readTaskPage,
	simplifyTask,
	taskQueryBody,
} from '../../shared/aiCall/tasks/taskQuery';
import { AI_CALL_CREDENTIAL } from '../../shared/aiCall/transport/aiCallClient';
import { numberOf, textOf, type JsonRecord } from '../../shared/values';
import { chosen, queryPlatform } from './query';

/** The entries of one kind in the configuration. */
async function entries(
	context: ILoadOptionsFunctions,
	kind: ConfigurationKind,
): Promise<JsonRecord[]> {
	const { result } = await queryPlatform(
		context,
		async (client) =>
			await queryWholeConfiguration(kind, async (body) => await client('queryConfiguration', body)),
	);
	return configurationEntries(result, kind);
}

/**
 * An entry of a list. Its name has details, such as `After-sales (5201, under review)`. Details
 * that are empty or not text are left out.
 */
function entry(value: unknown, name: unknown, ...details: unknown[]): INodeListSearchItems {
	const id = textOf(value) ?? '';
	const detailsText = details
		.filter((detail) => typeof detail === 'string' && detail !== '')
		.join(', ');
	return { name: `${textOf(name) || id}${detailsText && ` (${detailsText})`}`, value: id };
}

function matching(
	items: INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchResult {
	const wanted = filter?.trim().toLowerCase() ?? '';
	return {
		results: items.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
	};
}

/**
 * Searches the scripts that are not deleted. Usable scripts come first, the others show their
 * status. A node that already uses a deleted script still works with it.
 */
export async function searchScripts(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const scripts = usableFirst(
		(await entries(this, 'scripts')).filter((robot) => !isDeleted(robot)),
	).map((robot) => {
		const { usable, statusName } = simplifyRobot(robot);
		return entry(
			robot.robot_id,
			robot.robot_name,
			textOf(robot.robot_id),
			usable !== true && statusName,
		);
	});
	return matching(scripts, filter);
}

async function lineEntries(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	return (await entries(context, 'lines')).map((line) => {
		const { statusName } = simplifyLine(line);
		const concurrents = numberOf(line.concurrents);
		return entry(
			line.line_num,
			line.line_num,
			statusName,
			concurrents !== undefined && `${concurrents} concurrent calls`,
		);
	});
}

/** Searches the lines, with their status and number of concurrent calls. */
export async function searchLines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return matching(await lineEntries(this), filter);
}

/**
 * The lines for the field of additional lines. While the node has no credential or no line, the
 * list is empty. Without a credential a query would fail, and n8n would show the error.
 */
export async function getLines(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const hasCredential = this.getNode().credentials?.[AI_CALL_CREDENTIAL] !== undefined;
	return hasCredential && chosen(this, 'lineNum') !== '' ? await lineEntries(this) : [];
}

/** Searches the voices, with their gender if it is known. */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const voices = (await entries(this, 'voices')).map((voice) =>
		entry(
			voice.voice_code,
			voice.voice_name,
			simplifyVoice(voice).gender,
			textOf(voice.voice_code),
		),
	);
	return matching(voices, filter);
}

/**
 * The task whose ID the user entered in the search. It needs a query of its own, because the
 * platform only searches names. The digits may also be part of a name, so an error of this query is
 * ignored.
 */
async function findTaskById(
	context: ILoadOptionsFunctions,
	filter = '',
): Promise<JsonRecord | undefined> {
	if (!/^\s*\d+\s*$/.test(filter)) return undefined;
	const body = taskQueryBody({ taskId: filter });
	const found = await queryPlatform(
		context,
		async (client) => await client('queryTasks', body),
	).catch(() => undefined);
	return found && findTask(readTaskPage(found.result), filter);
}

function taskEntry(task: JsonRecord, ...marks: string[]): INodeListSearchItems {
	const { statusName, deletedName } = simplifyTask(task);
	const state = isDeleted(task) ? deletedName : statusName;
	return entry(task.task_id, task.task_name, textOf(task.task_id), state, ...marks);
}

/**
 * A page of tasks, newest first. The platform filters them by name. If the user entered a whole ID,
 * the task with this ID is added. For Add Rows, tasks that accept no rows are marked, and come last
 * on their page.
 */
export async function searchTasks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
): Promise<INodeListSearchResult> {
	const page = numberOf(paginationToken) ?? FIRST_PAGE;
	const query = { taskName: filter, sortField: 'CREATETIME', sortOrder: 'DESC' } as const;
	const { result } = await queryPlatform(
		this,
		async (client) =>
			await client('queryTasks', taskQueryBody(query, { index: page, size: MAX_PAGE_SIZE })),
	);
	const { rows, totalRows } = readTaskPage(result);
	const taskWithId = page === FIRST_PAGE ? await findTaskById(this, filter) : undefined;
	const tasks = [
		...(taskWithId ? [taskWithId] : []),
		...rows.filter((task) => task.task_id !== taskWithId?.task_id),
	];
	const isForRows = this.getCurrentNodeParameter('operation') === 'addRows';
	const isUsable = (task: JsonRecord) => !isForRows || takesRows(task, Date.now());
	const usable = tasks.filter(isUsable);
	const unusable = tasks.filter((task) => !isUsable(task));
	const results = [
		...usable.map((task) => taskEntry(task)),
		...unusable.map((task) => taskEntry(task, 'takes no rows')),
	];
	const isLastPage =
		rows.length === 0 ||
		(totalRows === undefined ? rows.length < MAX_PAGE_SIZE : page * MAX_PAGE_SIZE >= totalRows);
	return { results, ...(!isLastPage && { paginationToken: String(page + 1) }) };
}
