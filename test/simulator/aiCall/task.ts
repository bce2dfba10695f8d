import type { Account } from './config';
import { CODE, Refusal, TASK_STATUS, TASK_TYPE } from './protocol';

/** One row that waits to be called, with everything that its calls need. */
export interface CallRow {
	readonly taskDataId: bigint;
	/** Position in the task, from 1. */
	readonly rowIndex: number;
	readonly columns: readonly string[];
	readonly values: readonly string[];
	readonly robotId: string;
	readonly lineNums: readonly string[];
	/** Calls made to it so far. */
	calls: number;
}

/** A queue, first in, first out, that does not move the rest at each step. */
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

/** Rows that may go out over the same lines: new ones, and those that wait for another try. */
export class RowQueue {
	private readonly fresh = new Queue<CallRow>();
	private readonly retries = new Queue<{ row: CallRow; due: number }>();

	constructor(readonly lineNums: readonly string[]) {}

	add(row: CallRow): void {
		this.fresh.push(row);
	}

	/** All rows of a task wait equally long, so retries become due in the order in which they were added. */
	addRetry(row: CallRow, due: number): void {
		this.retries.push({ row, due });
	}

	/** When the next row may be called; undefined if there is none. */
	nextDue(now: number): number | undefined {
		return this.fresh.size > 0 ? now : this.retries.peek()?.due;
	}

	/** Takes the next due row: retries first. */
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

	get onlyRetries(): boolean {
		return this.fresh.size === 0 && this.retries.size > 0;
	}
}

/** What a task is created with (document 2, 4.4). */
export interface TaskPlan {
	taskName: string;
	lineNums: string[];
	robotId: string;
	voiceCode: string | undefined;
	recallCount: number;
	/** Seconds. */
	recallWait: number;
	timeRange: string[];
	/** Millisecond timestamps; 0 means no time. */
	timeBegin: number;
	timeEnd: number;
}

/** A task, or an application's default long-term task that direct calls go into (a task pool). */
export class Task {
	status: number;
	deleted = false;
	/** Millisecond timestamps, 0 until it happens. */
	timeStart = 0;
	timeFinish = 0;
	rowCount = 0;
	callCount = 0;
	calledRows = 0;
	connectedCalls = 0;
	retries = 0;
	/** The highest number of retries of any row. */
	retryRounds = 0;
	activeCalls = 0;
	/** A test sets its state; no calls are made for it. */
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

	/** Rows that still wait for their first or another call. */
	get waitingRows(): number {
		let waiting = 0;
		for (const queue of this.queues.values()) waiting += queue.size;
		return waiting;
	}

	/** Whether it has ended for good, not counting deletion. */
	get isOver(): boolean {
		return this.status === TASK_STATUS.finished || this.status === TASK_STATUS.expired;
	}

	/** Whether it is under way: started and neither paused nor over. */
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

	/** Refuses any operation after deletion (3010102) or completion (3010101). */
	assertAlive(): void {
		if (this.deleted) throw new Refusal(CODE.taskDeleted, `task ${this.id} is deleted`);
		if (this.isOver) throw new Refusal(CODE.taskCompleted, `task ${this.id} is completed`);
	}
}
