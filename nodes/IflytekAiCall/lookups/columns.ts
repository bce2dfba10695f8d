import { findRobot, robotColumns } from '../../shared/aiCall/configuration';
import { queryWholeConfiguration, type WholeConfiguration } from '../../shared/aiCall/configurationPages';
import { checkColumns } from '../../shared/aiCall/columns';
import { findTask, readTaskPage, taskQueryBody } from '../../shared/aiCall/taskQuery';
import { noSuchTask } from '../../shared/aiCall/errors';
import { InputError } from '../../shared/failure';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';
import type { RequestOptions } from '../../shared/n8n/parameters/settings';
import { textOf, type JsonRecord } from '../../shared/values';

/** Loads the columns of scripts and tasks, each once. */
export class ColumnSource {
	private configuration: Promise<WholeConfiguration> | undefined;
	private readonly scripts = new Map<string, Promise<string[]>>();
	private readonly tasks = new Map<string, Promise<JsonRecord | undefined>>();

	/** @param options of each query; without them the client's own */
	constructor(
		private readonly client: AiCallClient,
		private readonly options?: Partial<RequestOptions>,
	) {}

	/**
	 * The columns of a script; the first is the mobile number.
	 * @throws InputError where the application has no such script, or it names no columns
	 */
	async ofScript(robotId: string): Promise<string[]> {
		const known = this.scripts.get(robotId) ?? this.lookUp(robotId);
		this.scripts.set(robotId, known);
		return await known;
	}

	/**
	 * The columns of a task: those of its own script, else of the one chosen. A task that is not found may still take rows:
	 * where a script is chosen, the platform decides.
	 * @throws PlatformError where there is no such task, InputError where no script is known
	 */
	async ofTask(taskId: string, chosenRobotId: string): Promise<string[]> {
		const known = this.tasks.get(taskId) ?? this.find(taskId);
		this.tasks.set(taskId, known);
		const task = await known;
		const robotId = textOf(task?.robot_id)?.trim() || chosenRobotId;
		if (!task && robotId === '') throw noSuchTask(taskId);
		if (robotId === '') {
			throw new InputError(`The platform did not return the script of task ${taskId}`, 'Select the script of the task in the Script field so its columns can be loaded.');
		}
		return await this.ofScript(robotId);
	}

	private async lookUp(robotId: string): Promise<string[]> {
		this.configuration ??= queryWholeConfiguration('scripts', async (body) => await this.client('queryConfiguration', body, this.options));
		const robot = findRobot((await this.configuration).result, robotId);
		if (!robot) throw new InputError(`Script ${robotId} not found in this application`, 'Choose a script from the list, or enter its ID (see Configuration > Get).');
		return checkColumns(robotColumns(robot));
	}

	private async find(taskId: string): Promise<JsonRecord | undefined> {
		const { result } = await this.client('queryTasks', taskQueryBody({ taskId }), this.options);
		return findTask(readTaskPage(result), taskId);
	}
}
