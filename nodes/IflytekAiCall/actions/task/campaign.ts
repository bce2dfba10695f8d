import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isDeleted, TASK_NEW } from '../../../shared/aiCall/aiCallLabels';
import { findTask, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import { chance } from '../../../shared/chance';
import {
	asFailure,
	Failure,
	InputError,
	NotSentError,
	stoppedError,
} from '../../../shared/failure';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../../shared/n8n/requests/clock';
import { numberOf, textOf, type JsonRecord } from '../../../shared/values';
import { deliver } from '../../batch/deliver';
import type { Entry, RowsTask } from '../../batch/entry';
import { InterruptedRowError, isFailed } from '../../batch/outcomes';
import { findGroupRun } from '../../sentBefore/retryGroup';
import { CREATION, newTask } from './newTask';

/** What the campaigns of a run share. */
export interface CampaignRun {
	context: IExecuteFunctions;
	client: AiCallClient;
	clock: Clock;
	/** False in a test: it may be repeated, so nothing of it is recorded. */
	isRecorded: boolean;
	timeoutMs: number;
	/** How many keys are remembered at least; undefined if the rows have no keys of the user. */
	rememberedKeys?: number;
}

/** A campaign has at most this many tasks, of which all but the last were deleted. */
const MAX_TASKS = 20;

/**
 * A task that a run creates, fills with rows and starts. A retry of the execution goes on with the
 * task that an earlier start has created.
 */
export class Campaign implements RowsTask {
	/** The ID of the task, once it is known. */
	id: string | undefined;
	/** Whether an earlier start, or a person, has started the task. */
	wasStarted = false;
	/** What identifies the tasks of this campaign that were deleted, and then its task. */
	identities: string[] = [];
	private found: Promise<void> | undefined;
	/** Distinguishes the campaigns of a run, and in a sub-workflow those of its calls. */
	private place = 0;
	private digest = '';
	/** For a run of which nothing is recorded. */
	private readonly ownId = chance.randomUUID();

	/** @param body the request that creates the task */
	constructor(
		private readonly run: CampaignRun,
		readonly body: JsonRecord,
	) {}

	/**
	 * Called once, before `ready`.
	 * @param place the place of the campaign in its run, from 0
	 * @param rows all rows of the campaign
	 */
	number(place: number, rows: readonly Entry[]): void {
		this.place = place;
		const hash = createHash('sha256');
		for (const { values } of rows) hash.update(JSON.stringify(values));
		this.digest = hash.digest('base64url');
	}

	/**
	 * Creates the task, or finds the one that an earlier start has created. Called before each request
	 * that adds rows.
	 * @throws NotSentError if the task takes no rows; they were not sent then
	 */
	async ready(): Promise<void> {
		this.found ??= this.createOrFind();
		await this.found.catch((error: unknown) => {
			throw new TaskNotReadyError(asFailure(error));
		});
		if (this.wasStarted) throw takesNoMoreRows(String(this.id));
	}

	/** Whether its rows have keys of the user. */
	get hasKeys(): boolean {
		return this.run.rememberedKeys !== undefined;
	}

	/** Finds the task if an earlier start has created it. Nothing is created. */
	async find(): Promise<void> {
		const found = this.found ?? this.createOrFind(false);
		await found.catch((error: unknown) => {
			if (!(error instanceof NoTaskError)) throw error;
		});
		if (this.id !== undefined) this.found = found;
	}

	/** The task as the platform returns it; undefined if it does not list the task. */
	private async query(id: string): Promise<JsonRecord | undefined> {
		const { result } = await this.run.client('queryTasks', taskQueryBody({ taskId: id }));
		return findTask(readTaskPage(result), id);
	}

	/**
	 * How many numbers the task has; undefined if the platform does not tell. Afterwards it is known
	 * whether somebody has started the task, too.
	 */
	async countRows(): Promise<number | undefined> {
		const task = await this.query(String(this.id));
		this.wasStarted ||= hasBegun(task);
		return numberOf(task?.count_tel);
	}

	/**
	 * Starts the task, unless it was started before: a second start would go on with a task that
	 * somebody has paused.
	 */
	async start(): Promise<void> {
		if (this.wasStarted) return;
		const { client, timeoutMs, context } = this.run;
		const id = String(this.id);
		const failure = await client('startTask', { task_id: id }, { timeoutMs }).then(
			() => undefined,
			asFailure,
		);
		// The answer to the first attempt may have been lost.
		if (failure && !hasBegun(await this.query(id).catch(() => undefined))) throw failure;
		const execution = context.getExecutionId() ?? 'without id';
		context.logger.info(
			`${context.getNode().name}: execution ${execution}: task ${this.id} started`,
		);
	}

	/**
	 * Deletes the task, which was not started, and creates another one for all rows. It is not known
	 * which rows the task has, and nobody can remove a row from it.
	 */
	async replace(): Promise<void> {
		await this.run.client('deleteTask', { task_id: String(this.id) });
		this.id = undefined;
		this.found = undefined;
		await this.ready();
	}

	/**
	 * Creates the task, or finds it. If the task of an earlier start was deleted, the next one takes all
	 * rows.
	 * @throws NoTaskError if it would have to be created, but must not be
	 */
	private async createOrFind(mayCreate = true): Promise<void> {
		for (this.identities = []; this.identities.length < MAX_TASKS;) {
			const { id, isNew } = await this.createOrFindOne(mayCreate);
			const task = isNew ? undefined : await this.query(id);
			if (task && isDeleted(task)) continue;
			this.id = id;
			this.wasStarted = hasBegun(task);
			return;
		}
		throw new InputError(
			`${MAX_TASKS} tasks of this execution were deleted`,
			'Start a new execution.',
		);
	}

	/** @returns the ID of the next task, and whether this start has created it, or an earlier one */
	private async createOrFindOne(mayCreate: boolean): Promise<{ id: string; isNew: boolean }> {
		const { context, client, clock, isRecorded } = this.run;
		const task = await this.entry();
		let isNew = false;
		const create: AiCallClient = async (...request) => {
			if (!mayCreate) throw new NoTaskError('There is no task yet', 'refused');
			const envelope = await client(...request);
			isNew = true;
			return envelope;
		};
		const outcomes = await deliver(context, create, [task], {
			...CREATION,
			mode: isRecorded ? 'real' : { number: '' },
			clock,
			sendOthers: false,
			sent: { rememberedKeys: this.run.rememberedKeys },
		});
		const outcome = outcomes.of(task);
		if (isFailed(outcome))
			throw outcome.error instanceof InterruptedRowError ? this.notFound() : outcome.error;
		const id = 'id' in outcome ? outcome.id : undefined;
		if (id === undefined) throw stoppedError();
		return { id, isNew };
	}

	/**
	 * The task as an entry. It is the same in all starts of an execution, also if its name has changed
	 * since: then it is not found, rather than created a second time.
	 */
	private async entry(): Promise<Entry> {
		const { context, client, clock, rememberedKeys } = this.run;
		const { body } = this;
		const label = `campaign ${this.place}, task ${this.identities.length}`;
		const content = [label, body.task_name, body.robot_id, this.digest];
		const executionId = context.getExecutionId();
		const group = executionId === undefined ? undefined : await findGroupRun(context, executionId);
		const { id = this.ownId, runIndex = 0, isSubWorkflow = false } = group ?? {};
		const parts = [id, runIndex, label, isSubWorkflow ? content : ''];
		const identity = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
		this.identities.push(identity);
		const destination = { ...newTask(client, body, clock, true), identity: { content } };
		const entry = { item: 0, label, destination, values: [], original: body };
		// Beside rows with keys of the user, the task needs a key. It lasts as long as the execution.
		return rememberedKeys === undefined ? entry : { ...entry, key: identity };
	}

	private notFound(): InputError {
		return new InputError(
			`An earlier start of this execution has begun to create the task, and no single task "${String(this.body.task_name)}" can be its`,
			'It was deleted, or its name or script is now another one in this node. Enter them as they were and click Retry, or start a new execution.',
		);
	}
}

/** Whether a task was started, by the data that the platform returned for it. */
function hasBegun(task: JsonRecord | undefined): boolean {
	const status = textOf(task?.status);
	return status !== undefined && status !== TASK_NEW;
}

/** No start of the execution has created the task. */
class NoTaskError extends NotSentError {}

/** Rows were not sent, because there is no task to add them to. */
class TaskNotReadyError extends NotSentError {
	constructor({ message, kind, details }: Failure) {
		super(message, kind, details);
	}
}

function takesNoMoreRows(id: string): InputError {
	return new InputError(
		`Task ${id} has been started before, so it takes no more rows`,
		'These rows were not added. Start a new execution with them.',
	);
}
