import type { Account } from './config';
import { CODE, Refusal, TASK_STATUS, TASK_TYPE } from './protocol';

/** One row that waits to be called, with all data that its calls need. */
export interface CallRow {
	readonly taskDataId: bigint;
	/** Position in the task, from 1. */
	readonly rowIndex: number;
	readonly columns: readonly string[];
	readonly values: readonly string[];
	readonly robotId: string;
	readonly lineNums: readonly string[];
	/** Number of calls that were made for this row so far. */
	calls: number;
}

/** A first-in, first-out queue. `shift` only moves `head`, because moving all entries each time would be slow. */
class Queue<T> {
	private entries: T[] = [];
	private head = 0;

	push(entry: T): void {
		this.entries.push(entry);
	}

	peek(): T | undefined {
		return this.entries[this.head];
	}

	shift(): T | undefined {
		const entry = this.entries[this.head];
		if (entry === undefined) return undefined;
		this.head += 1;
		// Frees the memory of the removed entries, but not at each call.
		if (this.head > 1000) {
			this.entries = this.entries.slice(this.head);
			this.head = 0;
		}
		return entry;
	}

	get size(): number {
		return this.entries.length - this.head;
	}
}

/** The waiting rows of a task that use the same lines. They wait for their first call or for a retry. */
export class RowQueue {
	private readonly fresh = new Queue<CallRow>();
	private readonly retries = new Queue<{ row: CallRow; due: number }>();

	constructor(readonly lineNums: readonly string[]) {}

	add(row: CallRow): void {
		this.fresh.push(row);
	}

	/** Adds a row for a retry. All retries of a task wait equally long, so they become due in the order of this list. */
	addRetry(row: CallRow, due: number): void {
		this.retries.push({ row, due });
	}

	/** The time from which the next row may be called; undefined if the queue is empty. */
	nextDue(now: number): number | undefined {
		return this.fresh.size > 0 ? now : this.retries.peek()?.due;
	}

	/** Takes the next due row. Retries come before new rows. */
	take(now: number): CallRow | undefined {
		const retry = this.retries.peek();
		if (retry && retry.due <= now) {
			this.retries.shift();
			return retry.row;
		}
		return this.fresh.shift();
	}

	get size(): number {
		return this.fresh.size + this.retries.size;
	}

	/** Whether all waiting rows wait for a retry. */
	get onlyRetries(): boolean {
		return this.fresh.size === 0 && this.retries.size > 0;
	}
}

/** The values with which a task is created (document 2, 4.4). */
export interface TaskPlan {
	taskName: string;
	lineNums: string[];
	robotId: string;
	voiceCode: string | undefined;
	recallCount: number;
	/** Seconds. */
	recallWait: number;
	timeRange: string[];
	/** Millisecond timestamp; 0 for the pool. */
	timeBegin: number;
	/** Millisecond timestamp; 0 means that the task has no planned end. */
	timeEnd: number;
}

/** A task. An application's direct calls belong to its default long-term task, which is called the pool. */
export class Task {
	status: number;
	deleted = false;
	/** Millisecond timestamp of the start; 0 if the task has not started. */
	timeStart = 0;
	/** Millisecond timestamp of the end; 0 if the task has not ended. */
	timeFinish = 0;
	rowCount = 0;
	callCount = 0;
	/** Number of rows with at least one call. */
	calledRows = 0;
	connectedCalls = 0;
	/** Number of calls that were not the first call of their row. */
	retries = 0;
	/** The largest number of retries that one row has had. */
	retryRounds = 0;
	activeCalls = 0;
	/** Whether a test sets the state of the task. Then the platform makes no calls for the task. */
	staged = false;
	readonly queues = new Map<string, RowQueue>();

	constructor(
		readonly number: number,
		readonly account: Account,
		readonly plan: TaskPlan,
		readonly type: number,
		readonly timeCreate: number,
	) {
		this.status = type === TASK_TYPE.pool ? TASK_STATUS.running : TASK_STATUS.new;
		if (type === TASK_TYPE.pool) this.timeStart = timeCreate;
	}

	get id(): string {
		return String(this.number);
	}

	get isPool(): boolean {
		return this.type === TASK_TYPE.pool;
	}

	/** Number of rows that wait for their first call or for a retry. */
	get waitingRows(): number {
		let waiting = 0;
		for (const queue of this.queues.values()) waiting += queue.size;
		return waiting;
	}

	/** Whether the task is finished or expired. It does not matter whether the task is deleted. */
	get isOver(): boolean {
		return this.status === TASK_STATUS.finished || this.status === TASK_STATUS.expired;
	}

	/** Whether the task was started and is neither paused nor over nor deleted. */
	get isUnderWay(): boolean {
		return (
			!this.deleted &&
			!this.isOver &&
			this.status !== TASK_STATUS.new &&
			this.status !== TASK_STATUS.paused
		);
	}

	add(row: CallRow): void {
		this.rowCount += 1;
		this.queueFor(row).add(row);
	}

	queueFor(row: CallRow): RowQueue {
		const key = row.lineNums.join(';');
		const queue = this.queues.get(key) ?? new RowQueue(row.lineNums);
		this.queues.set(key, queue);
		return queue;
	}

	/** @throws Refusal if the task is deleted (3010102) or over (3010101) */
	assertAlive(): void {
		if (this.deleted) throw new Refusal(CODE.taskDeleted, `task ${this.id} is deleted`);
		if (this.isOver) throw new Refusal(CODE.taskCompleted, `task ${this.id} is completed`);
	}
}
