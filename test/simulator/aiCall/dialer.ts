import { courseOf, outboundCall, type Call } from './call';
import { nextCommonOpening } from './callingTimes';
import type { Cancel, VirtualClock } from './clock';
import type { Line, Setup } from './config';
import { TASK_STATUS } from './protocol';
import type { Random } from './random';
import { nthCall, resultOf, type ScriptedCall } from './results';
import type { CallRow, RowQueue, Task } from './task';
import type { Dialing } from './tasks';
import { randomUUID } from '../../setup/chance';

export interface DialerParts {
	setup: Setup;
	clock: VirtualClock;
	random: Random;
	/** All tasks, in order of creation. */
	tasks(): readonly Task[];
	onCallEnd(call: Call): void;
}

/**
 * Calls the rows of tasks that are under way: one row of each task in turn, with retries. It keeps to the
 * concurrency of lines, the calling periods and the balance. All times are those of the platform's clock.
 */
export class Dialer implements Dialing {
	/** Every outbound call, in order of dialing. */
	calls: Call[] = [];
	private readonly active = new Map<string, number>();
	private readonly peaks = new Map<string, number>();
	private isSearchPlanned = false;
	private cancelAlarm: Cancel = () => undefined;

	constructor(private readonly parts: DialerParts) {}

	/** Plans a search for rows to call. Until that search, calling this method again changes nothing. */
	wake(): void {
		if (this.isSearchPlanned) return;
		this.isSearchPlanned = true;
		this.parts.clock.after(0, () => this.dialAllPossible());
	}

	/** The number of further calls that the balance pays for. Direct calls that still wait are subtracted, because the platform has accepted them. */
	payable(): number {
		const { balance } = this.parts.setup.settings;
		if (balance < 0) return Infinity;
		return (
			balance -
			this.parts
				.tasks()
				.reduce((promised, task) => promised + (task.isPool ? task.waitingRows : 0), 0)
		);
	}

	/** The number of calls under way on a line. */
	activeOn(lineNum: string): number {
		return this.active.get(lineNum) ?? 0;
	}

	/** The largest number of calls that were under way on a line at the same time. */
	peakOn(lineNum: string): number {
		return this.peaks.get(lineNum) ?? 0;
	}

	/** Tasks that have calls under way, or rows that will be called. */
	get unfinished(): Task[] {
		return this.parts
			.tasks()
			.filter((task) => task.activeCalls > 0 || (task.isUnderWay && task.waitingRows > 0));
	}

	clear(): void {
		this.calls = [];
		this.active.clear();
		this.peaks.clear();
		this.cancelAlarm();
		this.isSearchPlanned = false;
	}

	private get underWay(): Task[] {
		return this.parts.tasks().filter((task) => task.isUnderWay);
	}

	private dialAllPossible(): void {
		this.isSearchPlanned = false;
		this.cancelAlarm();
		let dialed: boolean;
		do {
			dialed = false;
			// `dialOne` comes before `||`, so that it is called for every task.
			for (const task of this.underWay) dialed = this.dialOne(task) || dialed;
		} while (dialed);
		for (const task of this.parts.tasks()) this.settle(task);
		this.setAlarm();
	}

	/** Calls the next row of a task if a row may be called now. Returns whether it has called a row. */
	private dialOne(task: Task): boolean {
		const now = this.parts.clock.now();
		if (now < task.plan.timeBegin || this.hasEnded(task)) return false;
		for (const queue of task.queues.values()) {
			const due = queue.nextDue(now);
			const line = due !== undefined && due <= now ? this.freeLine(task, queue, now) : undefined;
			if (!line) continue;
			// Without balance, a task is paused. Direct calls wait.
			if (this.parts.setup.settings.balance === 0) {
				if (!task.isPool) task.status = TASK_STATUS.paused;
				return false;
			}
			const row = queue.take(now);
			if (!row) continue;
			this.dial(task, row, line);
			return true;
		}
		return false;
	}

	private dial(task: Task, row: CallRow, line: Line): void {
		const { clock, random, setup } = this.parts;
		const script = this.scriptFor(row);
		const call = outboundCall(
			task,
			row,
			line,
			randomUUID(),
			script,
			courseOf(script, clock.now(), random),
		);
		if (setup.settings.balance > 0) setup.settings.balance -= 1;
		task.callCount += 1;
		if (row.calls === 0) task.calledRows += 1;
		else task.retries += 1;
		task.retryRounds = Math.max(task.retryRounds, row.calls);
		row.calls += 1;
		task.activeCalls += 1;
		const active = this.activeOn(line.line_num) + 1;
		this.active.set(line.line_num, active);
		this.peaks.set(line.line_num, Math.max(active, this.peakOn(line.line_num)));
		this.calls.push(call);
		clock.at(call.timeHangup, () => this.end(task, row, line, call));
	}

	private end(task: Task, row: CallRow, line: Line, call: Call): void {
		call.over = true;
		task.activeCalls -= 1;
		this.active.set(line.line_num, Math.max(0, this.activeOn(line.line_num) - 1));
		if (call.answered) task.connectedCalls += 1;
		const { recallCount, recallWait } = task.plan;
		if (!call.answered && resultOf(call.script).retried && row.calls <= recallCount) {
			task.queueFor(row).addRetry(row, this.parts.clock.now() + recallWait * 1000);
		}
		this.parts.onCallEnd(call);
		this.wake();
	}

	private scriptFor(row: CallRow): ScriptedCall {
		const number = row.values[0] ?? '';
		const { customers, customersByLastDigit } = this.parts.setup;
		return nthCall(
			customers[number] ?? customersByLastDigit[number.slice(-1)] ?? 'answers',
			row.calls,
		);
	}

	/** The first line of the queue that has a free channel and may call now. */
	private freeLine(task: Task, queue: RowQueue, now: number): Line | undefined {
		return this.linesOf(queue).find(
			(line) =>
				this.activeOn(line.line_num) < line.concurrents &&
				this.nextOpening(task, line, now) === now,
		);
	}

	private linesOf(queue: RowQueue): Line[] {
		return queue.lineNums.flatMap((num) => this.parts.setup.line(num) ?? []);
	}

	/** The next time at which both the task and the line may call. */
	private nextOpening(task: Task, line: Line, now: number): number | undefined {
		return nextCommonOpening(
			now,
			[task.plan.timeRange, line.time_work],
			this.parts.setup.utcOffsetMs,
		);
	}

	private hasEnded(task: Task): boolean {
		return task.plan.timeEnd > 0 && this.parts.clock.now() > task.plan.timeEnd;
	}

	/** Sets the status of a task according to its calls under way and the rows that are left. */
	private settle(task: Task): void {
		// These tasks keep their status; one that is under way and has active calls becomes a running task.
		if (
			task.isPool ||
			task.staged ||
			task.deleted ||
			task.isOver ||
			task.status === TASK_STATUS.new ||
			task.activeCalls > 0
		) {
			if (task.activeCalls > 0 && task.isUnderWay) task.status = TASK_STATUS.running;
			return;
		}
		const { newerRevision, finishes } = this.parts.setup.settings;
		const rowsLeft = task.waitingRows > 0;
		if (!rowsLeft && !finishes) return;
		if (!rowsLeft || this.hasEnded(task)) {
			task.status = rowsLeft && newerRevision ? TASK_STATUS.expired : TASK_STATUS.finished;
			task.timeFinish = this.parts.clock.now();
			return;
		}
		if (!task.isUnderWay) return;
		task.status =
			(newerRevision ? this.newerStatus(task) : undefined) ??
			(task.callCount > 0 ? TASK_STATUS.running : TASK_STATUS.started);
	}

	/** The newer revision's status for a task that has rows left but makes no calls. Undefined if a status of document 2 fits. */
	private newerStatus(task: Task): number | undefined {
		const now = this.parts.clock.now();
		const queues = [...task.queues.values()].filter((queue) => queue.size > 0);
		if (queues.every((queue) => queue.onlyRetries && (queue.nextDue(now) ?? 0) > now))
			return TASK_STATUS.waitingForRetry;
		if (now < task.plan.timeBegin) return undefined;
		const isLineOpen = queues.some((queue) =>
			this.linesOf(queue).some((line) => this.nextOpening(task, line, now) === now),
		);
		return isLineOpen ? undefined : TASK_STATUS.outsideWorkingHours;
	}

	/** Sets an alarm for the next time when a call becomes possible or a task begins or ends, in case nothing else wakes the dialer. */
	private setAlarm(): void {
		const now = this.parts.clock.now();
		const times = this.underWay
			.flatMap((task) => this.alarmTimesOf(task, now))
			.filter((time) => time > now);
		this.cancelAlarm =
			times.length === 0
				? () => undefined
				: this.parts.clock.at(Math.min(...times), () => this.wake());
	}

	/** The times at which a row of the task becomes due, a calling period opens, or the task begins or ends. */
	private alarmTimesOf(task: Task, now: number): number[] {
		if (task.waitingRows === 0) return [];
		const { timeBegin, timeEnd } = task.plan;
		const taskEnd = timeEnd > 0 ? [timeEnd + 1] : [];
		if (now < timeBegin) return [timeBegin, ...taskEnd];
		const callTimes = [...task.queues.values()].flatMap((queue) => {
			const due = queue.nextDue(now);
			if (due === undefined) return [];
			return due > now
				? [due]
				: this.linesOf(queue).flatMap((line) => this.nextOpening(task, line, now) ?? []);
		});
		return [...callTimes, ...taskEnd];
	}
}
