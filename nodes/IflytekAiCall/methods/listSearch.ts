import { DateTime } from 'luxon';
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import {
	configurationEntries,
	isExpiredLine,
	isUsableRobot,
	lineExpiry,
	queryWholeConfiguration,
	simplifyLine,
	simplifyRobot,
	simplifyVoice,
	type ConfigurationKind,
} from '../../shared/aiCall/configuration/configuration';
import { isDeleted, TASK_POOL, taskPhase, type TaskPhase } from '../../shared/aiCall/aiCallLabels';
import { endedAt, takesRows } from '../../shared/aiCall/lookup/acceptance';
import { FIRST_PAGE, MAX_PAGE_SIZE } from '../../shared/aiCall/protocol/limits';
import { findTask, readTaskPage, taskQueryBody } from '../../shared/aiCall/tasks/taskQuery';
import { simplifyTask } from '../../shared/aiCall/tasks/readableTask';
import { ANY_TIME, PLATFORM_ZONE, platformHours } from '../../shared/aiCall/time/callingHours';
import { readPeriods } from '../../shared/aiCall/time/times';
import { numberOf, textOf, type JsonRecord } from '../../shared/values';
import { queryPlatform } from './editorQuery';

/** The entries of one kind in the configuration. */
async function configurationList(
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
		(await configurationList(this, 'scripts')).filter((robot) => !isDeleted(robot)),
		isUsableRobot,
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

/**
 * The lines, each with its state if it is not idle, the hours at which it works, and how many calls it
 * makes at once.
 * Expired lines come last.
 */
export async function lineEntries(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const now = Date.now();
	const lines = usableFirst(
		await configurationList(context, 'lines'),
		(line) => !isExpiredLine(line, now),
	);
	return lines.map((line) =>
		entry(
			line.line_num,
			line.line_num,
			...(isExpiredLine(line, now) ? [`Expired ${expiryDay(line)}`] : lineDetails(line)),
		),
	);
}

/** The day on which a line expires, in the platform's time zone. */
function expiryDay(line: JsonRecord): string {
	const expiry = DateTime.fromMillis(lineExpiry(line) ?? 0, { zone: PLATFORM_ZONE });
	return expiry.toFormat('yyyy-MM-dd');
}

function lineDetails(line: JsonRecord): unknown[] {
	const concurrents = numberOf(line.concurrents);
	const hours = platformHours(readPeriods(line.time_work));
	const { statusName } = simplifyLine(line);
	// A chosen line has little more than 30 characters in the panel.
	return [
		statusName !== 'Idle' && statusName,
		hours.text !== ANY_TIME.text && hours.text.replaceAll(/(\d\d):00/g, '$1'),
		concurrents !== undefined && `${concurrents} calls`,
	];
}

/** Searches the lines. */
export async function searchLines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return matching(await lineEntries(this), filter);
}

/** Searches the voices, with their gender if it is known. */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const voices = (await configurationList(this, 'voices')).map((voice) =>
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
	filter: string | undefined,
): Promise<JsonRecord | undefined> {
	const [id] = filter?.match(/^\s*\d+\s*$/) ?? [];
	if (id === undefined) return undefined;
	const body = taskQueryBody({ taskId: id });
	const found = await queryPlatform(
		context,
		async (client) => await client('queryTasks', body),
	).catch(() => undefined);
	return found && findTask(readTaskPage(found.result), id);
}

function taskEntry(task: JsonRecord, mark?: string): INodeListSearchItems {
	const { statusName, deletedName } = simplifyTask(task);
	const state = isDeleted(task) ? deletedName : statusName;
	return entry(task.task_id, task.task_name, textOf(task.task_id), state, mark);
}

/** For an operation, the tasks with which it can work, and the mark of all others. */
interface TaskUse {
	isUsable(task: JsonRecord, now: number): boolean;
	mark: string;
}

const TASK_USES: Readonly<Record<string, TaskUse>> = {
	addRows: { isUsable: takesRows, mark: 'takes no rows' },
	start: {
		isUsable: (task, now) => isInPhase(task, 'new', 'paused') && endedAt(task, now) === undefined,
		mark: 'cannot be started',
	},
	pause: { isUsable: (task) => isInPhase(task, 'underWay'), mark: 'cannot be paused' },
};

/**
 * Whether a task is in one of these phases. A task whose status is missing or not known may be in
 * any. A deleted task is in none, and nor is the long-term task of direct calls.
 */
function isInPhase(task: JsonRecord, ...phases: TaskPhase[]): boolean {
	const phase = taskPhase(task.status);
	const isOrdinary = !isDeleted(task) && textOf(task.task_type) !== TASK_POOL;
	return isOrdinary && (phase === undefined || phases.includes(phase));
}

/**
 * A page of tasks, newest first. The platform filters them by name. If the user entered a whole ID,
 * the task with this ID is added. Tasks with which the operation cannot work are marked, and come
 * last on their page.
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
	const use = TASK_USES[String(this.getCurrentNodeParameter('operation'))];
	const mark = use?.mark;
	const now = Date.now();
	const isUsable = (task: JsonRecord) => !use || use.isUsable(task, now);
	const results = usableFirst(tasks, isUsable).map((task) =>
		taskEntry(task, isUsable(task) ? undefined : mark),
	);
	const isLastPage =
		rows.length === 0 ||
		(totalRows === undefined ? rows.length < MAX_PAGE_SIZE : page * MAX_PAGE_SIZE >= totalRows);
	return { results, ...(!isLastPage && { paginationToken: String(page + 1) }) };
}

/** The same entries with the usable ones first, otherwise in the order of the platform. */
export function usableFirst(
	entries: readonly JsonRecord[],
	isUsable: (entry: JsonRecord) => boolean,
): JsonRecord[] {
	return [...entries.filter(isUsable), ...entries.filter((entry) => !isUsable(entry))];
}
