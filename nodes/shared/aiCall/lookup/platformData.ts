import {
	findRobot,
	queryWholeConfiguration,
	robotColumns,
	type WholeConfiguration,
} from '../configuration/configuration';
import { checkColumns } from '../rows/columns';
import { fetchTask } from '../tasks/fetchTasks';
import { WRONG_TASK } from '../protocol/aiCallCodes';
import { LookupError, noSuchScript, noSuchTask, RefusalError } from '../protocol/aiCallErrors';
import { MAX_RETRIES } from '../protocol/limits';
import { Failure, InputError } from '../../failure';
import type { AiCallClient } from '../transport/aiCallClient';
import { textOf, type JsonRecord } from '../../values';

/**
 * A client for the queries that a run makes before it sends anything. They wait for a busy platform
 * as long as the sending itself does.
 */
export function lookupClient(client: AiCallClient, timeoutMs: number): AiCallClient {
	return async (method, body) => {
		try {
			return await client(method, body, { timeoutMs, retries: MAX_RETRIES });
		} catch (error) {
			throw error instanceof Failure && !isAboutItem(error) ? new LookupError(error) : error;
		}
	};
}

/** What the platform knows of what a run names. */
export function platformOfRun(client: AiCallClient, timeoutMs: number): PlatformData {
	return new PlatformData(lookupClient(client, timeoutMs), 'all');
}

/** Whether the failure of a query means that the item is wrong. */
function isAboutItem(error: Failure): boolean {
	return (
		error instanceof InputError || (error instanceof RefusalError && error.code === WRONG_TASK)
	);
}

/**
 * What the platform knows about the scripts, lines, voices and tasks that a run names. Each of
 * these is requested only once.
 */
export class PlatformData {
	private configurationQuery: Promise<WholeConfiguration> | undefined;
	private readonly scripts = new Map<string, Promise<string[]>>();
	private readonly tasks = new Map<string, Promise<JsonRecord | undefined>>();

	/** @param kind which part of the configuration is requested */
	constructor(
		private readonly client: AiCallClient,
		private readonly kind: 'scripts' | 'all' = 'scripts',
	) {}

	/** The configuration of the application. */
	async configuration(): Promise<JsonRecord> {
		this.configurationQuery ??= queryWholeConfiguration(
			this.kind,
			async (body) => await this.client('queryConfiguration', body),
		);
		return (await this.configurationQuery).result;
	}

	/** A task as the platform returns it; undefined if there is none. */
	async task(taskId: string): Promise<JsonRecord | undefined> {
		const known = this.tasks.get(taskId) ?? fetchTask(this.client, taskId);
		this.tasks.set(taskId, known);
		return await known;
	}

	/**
	 * The columns of a script; the first is the mobile number.
	 * @throws InputError if the application has no such script, or the script has no columns
	 */
	async columnsOfScript(robotId: string): Promise<string[]> {
		const known = this.scripts.get(robotId) ?? this.findColumns(robotId);
		this.scripts.set(robotId, known);
		return await known;
	}

	async columnsOfTask(taskId: string, chosenRobotId: string): Promise<string[]> {
		return await this.columnsOfScript(await this.scriptOfTask(taskId, chosenRobotId));
	}

	/**
	 * The script of a task; if the platform does not name it, the chosen script. If the task is not
	 * found, but a script is chosen, this is no error here: the check of the task says so.
	 * @throws PlatformError if there is neither such a task nor a chosen script
	 * @throws InputError if the task has no known script and no script is chosen
	 */
	async scriptOfTask(taskId: string, chosenRobotId: string): Promise<string> {
		const task = await this.task(taskId);
		const robotId = textOf(task?.robot_id)?.trim() || chosenRobotId;
		if (!task && robotId === '') throw noSuchTask(taskId);
		if (robotId !== '') return robotId;
		throw new InputError(
			`The platform did not return the script of task ${taskId}`,
			'Select the script of the task in the Script field so its columns can be loaded.',
		);
	}

	private async findColumns(robotId: string): Promise<string[]> {
		const robot = findRobot(await this.configuration(), robotId);
		if (!robot) throw noSuchScript(robotId);
		return checkColumns(robotColumns(robot));
	}
}
