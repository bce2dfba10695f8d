import type { VirtualClock } from './clock';
import type { Account, Line, Robot, Setup } from './config';
import { readPeriod } from './callingTimes';
import type { RowIds } from './ids';
import { CODE, LIMITS, Refusal, SCRIPT_STATUS, TASK_STATUS, TASK_TYPE } from './protocol';
import type { Records, RequestRecord } from './records';
import { checkBatch, checkRows } from './rows';
import type { Fields } from './strictJson';
import { applyChange, stagedTask, type TaskChange } from './stagedTasks';
import { Task, type TaskPlan } from './task';

/** A smaller timestamp is refused, because it is surely in seconds instead of milliseconds. */
const EARLIEST_MS = 100_000_000_000;

/** The outcome of a request with rows: the IDs of the accepted rows. If only some rows were accepted, there is also a refusal. */
export interface RowsOutcome {
	result: { total: number; task_data_ids: bigint[] };
	refusal: Refusal | undefined;
}

/** The part of the dialer that the tasks use. */
export interface Dialing {
	/** Tells the dialer that a row may have become ready for a call. */
	wake(): void;
	/** How many calls the balance pays for, besides the direct calls that already wait; Infinity if there is no limit. */
	payable(): number;
}

/**
 * The platform's tasks, and the requests that create tasks or add rows (document 2, part 3 and 4.3 to 4.5). The requests
 * that start, pause or delete a task are in endpoints/.
 */
export class Tasks {
	all: Task[] = [];
	private readonly pools = new Map<Account, Task>();
	private nextNumber = 88_101;

	constructor(
		private readonly setup: Setup,
		private readonly clock: VirtualClock,
		private readonly ids: RowIds,
		private readonly records: Records,
		private readonly dialing: () => Dialing,
	) {}

	/** Direct calls (4.3): all rows are accepted, or none. */
	callout(account: Account, fields: Fields, request: RequestRecord): RowsOutcome {
		const robot = this.usableRobot(fields.string('robot_id'));
		const line = this.usableLine(fields.string('line_num'));
		const columns = fields.strings('call_column');
		const list = fields.rows('call_list');
		// The local platform does not use the voice and the speed. It only checks them.
		this.usableVoice(fields.optionalCode('voice_code'));
		fields.optionalNumber('robot_speed');
		this.refuseUnknown(fields);
		checkBatch(robot, columns, list);
		const { goodRows, problem } = checkRows(
			this.setup,
			columns,
			list,
			line.callsAnyNumber === true,
		);
		if (problem) throw problem;
		this.assertPayable(goodRows.length);
		return this.accept(this.poolOf(account), robot, [line.line_num], columns, goodRows, request);
	}

	/** Creates a task (4.4) that has no rows yet. */
	create(account: Account, fields: Fields): { task_id: string } {
		const plan = this.readPlan(fields);
		this.refuseUnknown(fields);
		const task = new Task(this.nextNumber++, account, plan, TASK_TYPE.ordinary, this.clock.now());
		this.all.push(task);
		return { task_id: task.id };
	}

	/** Adds rows to a task (4.5). */
	insert(account: Account, fields: Fields, request: RequestRecord): RowsOutcome {
		const task = this.find(account, fields.string('task_id'));
		const columns = fields.strings('call_column');
		const list = fields.rows('call_list');
		this.refuseUnknown(fields);
		task.assertAlive();
		if (task.status !== TASK_STATUS.new)
			throw new Refusal(
				CODE.wrongRelationship,
				`task ${task.id} was started and takes no more rows`,
			);
		const robot = this.usableRobot(task.plan.robotId);
		checkBatch(robot, columns, list);
		const callsAnyNumber = task.plan.lineNums.every(
			(num) => this.setup.line(num)?.callsAnyNumber === true,
		);
		const { goodRows, problem } = checkRows(this.setup, columns, list, callsAnyNumber);
		const { insertBadRows } = this.setup.settings;
		if (problem && insertBadRows === 'refuse') throw problem;
		// One payable call is enough to add rows, because they are called later.
		this.assertPayable(1);
		const outcome = this.accept(task, robot, task.plan.lineNums, columns, goodRows, request);
		return insertBadRows === 'partlyRefused' ? { ...outcome, refusal: problem } : outcome;
	}

	/** Adds tasks whose states a test sets. */
	stage(account: Account, count: number): Task[] {
		const staged = Array.from({ length: count }, () =>
			stagedTask(this.nextNumber++, account, this.setup, this.clock.now()),
		);
		this.all.push(...staged);
		return staged;
	}

	/** Sets fields of a task that a task query returns. */
	change(id: string, change: TaskChange): void {
		const task = this.all.find((known) => known.id === id);
		if (!task) throw new Error(`There is no task ${id}`);
		if (change.gone) this.all = this.all.filter((other) => other !== task);
		applyChange(task, change, this.clock.now());
	}

	/** Forgets all tasks. The IDs of later tasks continue. */
	clear(): void {
		this.all = [];
		this.pools.clear();
	}

	ownedBy(account: Account): Task[] {
		return this.all.filter((task) => task.account === account);
	}

	/** The application's default long-term task. It is created when it is first needed. */
	poolOf(account: Account): Task {
		const existing = this.pools.get(account);
		if (existing) return existing;
		const plan: TaskPlan = {
			taskName: '默认长期任务',
			lineNums: [],
			robotId: '',
			voiceCode: undefined,
			recallCount: 0,
			recallWait: 0,
			timeRange: [],
			timeBegin: 0,
			timeEnd: 0,
		};
		const pool = new Task(this.nextNumber++, account, plan, TASK_TYPE.pool, this.clock.now());
		this.pools.set(account, pool);
		this.all.push(pool);
		return pool;
	}

	/** Tells the dialer that a row may have become ready for a call. */
	wake(): void {
		this.dialing().wake();
	}

	/** Whether a task that is under way uses this line, or a direct call waits for it. */
	isOccupied(lineNum: string): boolean {
		return this.all.some((task) =>
			task.isPool
				? [...task.queues.values()].some(
						(queue) => queue.size > 0 && queue.lineNums.includes(lineNum),
					)
				: task.isUnderWay && task.plan.lineNums.includes(lineNum),
		);
	}

	/** Adds rows to a task, and gives each row an ID. */
	private accept(
		task: Task,
		robot: Robot,
		lineNums: readonly string[],
		columns: string[],
		rows: readonly { values: string[]; position: number }[],
		request: RequestRecord,
	): RowsOutcome {
		const task_data_ids = rows.map(({ values, position }) => {
			const taskDataId = this.ids.take();
			task.add({
				taskDataId,
				rowIndex: task.rowCount + 1,
				columns,
				values,
				robotId: robot.robot_id,
				lineNums,
				calls: 0,
			});
			this.records.acceptedRows.push({
				taskId: task.id,
				taskDataId: taskDataId.toString(),
				columns,
				values,
				request: request.number,
				position,
				endpoint: request.endpoint,
			});
			return taskDataId;
		});
		if (task.isUnderWay) this.wake();
		return { result: { total: task_data_ids.length, task_data_ids }, refusal: undefined };
	}

	private readPlan(fields: Fields): TaskPlan {
		const plan: TaskPlan = {
			taskName: fields.string('task_name'),
			// In the document, lines are separated by semicolons; in an older page, by commas.
			lineNums: fields
				.string('line_num')
				.split(/[;,]/)
				.map((num) => this.usableLine(num).line_num),
			robotId: this.usableRobot(fields.string('robot_id')).robot_id,
			recallCount: fields.optionalInt('recall_count') ?? 0,
			recallWait: fields.optionalInt('time_recall_wait') ?? 0,
			timeRange: fields.optionalStrings('time_range') ?? [],
			timeBegin: fields.int('time_begin'),
			timeEnd: fields.optionalInt('time_end') ?? 0,
			voiceCode: this.usableVoice(fields.optionalCode('voice_code')),
		};
		// The local platform does not use this field. It only checks the type.
		fields.optionalBoolean('trubo_mode');
		const refuse = (reason: string): never => {
			throw new Refusal(CODE.badParameter, reason);
		};
		if (plan.recallCount < 0 || plan.recallCount > LIMITS.recallCount)
			refuse(`recall_count is ${plan.recallCount}`);
		if (plan.recallWait < 0) refuse(`time_recall_wait is ${plan.recallWait}`);
		const wrongPeriod = plan.timeRange.find((text) => !readPeriod(text));
		if (wrongPeriod !== undefined) refuse(`time_range has "${wrongPeriod}"`);
		if (plan.timeBegin < EARLIEST_MS)
			refuse(`time_begin ${plan.timeBegin} is not a millisecond timestamp`);
		if (plan.timeEnd !== 0 && plan.timeEnd < EARLIEST_MS)
			refuse(`time_end ${plan.timeEnd} is not a millisecond timestamp`);
		if (plan.timeEnd !== 0 && plan.timeEnd <= plan.timeBegin)
			refuse('time_end is not after time_begin');
		return plan;
	}

	/** The task that a request names. The pool of direct calls is refused. */
	namedTask(account: Account, fields: Fields): Task {
		const id = fields.string('task_id');
		this.refuseUnknown(fields);
		const task = this.find(account, id);
		if (task.isPool)
			throw new Refusal(CODE.wrongRelationship, `task ${id} is the default long-term task`);
		return task;
	}

	private find(account: Account, id: string): Task {
		const task = this.all.find((known) => known.id === id && known.account === account);
		if (!task) throw new Refusal(CODE.wrongTask, `no task ${id}`);
		return task;
	}

	private usableRobot(id: string): Robot {
		const robot = this.setup.robot(id);
		if (!robot || robot.deleted === 1) throw new Refusal(CODE.wrongScript, `no script ${id}`);
		if (robot.status !== SCRIPT_STATUS.published)
			throw new Refusal(CODE.wrongScript, `script ${id} is not published`);
		return robot;
	}

	private usableLine(num: string): Line {
		const line = this.setup.line(num);
		if (!line) throw new Refusal(CODE.wrongRelationship, `no line "${num}"`);
		const expired =
			line.time_expire >= 0 && this.clock.now() >= line.time_apply + line.time_expire * 1000;
		if (expired) throw new Refusal(CODE.wrongRelationship, `line ${num} has run out`);
		return line;
	}

	private usableVoice(code: string | undefined): string | undefined {
		if (code !== undefined && !this.setup.voices.some((voice) => voice.voice_code === code)) {
			throw new Refusal(CODE.wrongVoice, `no voice "${code}"`);
		}
		return code;
	}

	/** @throws Refusal if the balance does not pay for this number of calls */
	assertPayable(calls: number): void {
		const payable = this.dialing().payable();
		if (payable < calls)
			throw new Refusal(CODE.noBalance, `${calls} calls asked for, ${payable} can be paid`);
	}

	/** If the settings say so, refuses a request that has unknown fields. */
	private refuseUnknown(fields: Fields): void {
		if (this.setup.settings.refuseUnknownFields) fields.end();
	}
}
