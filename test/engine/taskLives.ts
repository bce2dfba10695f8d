import type { AiCallSimulator } from '../simulator/aiCall';
import { TASK_STATUS } from '../simulator/aiCall/protocol';
import type { TaskChange } from '../simulator/aiCall/stagedTasks';
import { Random } from '../simulator/aiCall/random';

/** The current state of a task. */
interface Life {
	id: string;
	status: number;
	rows: number;
	/** How many of the rows were called. */
	called: number;
	/** Whether at least half of the rows were called at some time. */
	halfCalled: boolean;
}

/** The statuses of a task under way: it calls, or waits for a retry or for working hours. */
const UNDER_WAY = [
	TASK_STATUS.started,
	TASK_STATUS.running,
	TASK_STATUS.waitingForRetry,
	TASK_STATUS.outsideWorkingHours,
];

type Platform = Pick<AiCallSimulator, 'stageTasks' | 'changeTask'>;

/**
 * Tasks that change at random. The same seed gives the same changes. Records the events that a trigger must report if all
 * events are selected and Progress is 50 %. A caller must poll after each `change`, so that no change is missed.
 */
export class TaskLives {
	/** The events that the trigger must report, by task and in order. */
	readonly expected = new Map<string, string[]>();
	private readonly random: Random;
	private lives: Life[] = [];

	constructor(
		private readonly platform: Platform,
		seed: number,
		/** The number of tasks at a time. */
		private readonly size: number,
	) {
		this.random = new Random(seed);
		this.fill();
	}

	/** The number of expected events. */
	get count(): number {
		return [...this.expected.values()].reduce((sum, events) => sum + events.length, 0);
	}

	chance(probability: number): boolean {
		return this.random.chance(probability);
	}

	/** Changes a random number of tasks, but at most `maxTasks`. Each of them changes once. */
	change(maxTasks: number): void {
		for (const life of this.random.shuffle(this.lives).slice(0, this.random.between(1, maxTasks))) {
			const { change, events } = this.next(life);
			this.platform.changeTask(life.id, change);
			life.status = change.status ?? life.status;
			life.rows = change.rows ?? life.rows;
			life.called = change.calledRows ?? life.called;
			if (change.gone) this.lives = this.lives.filter((other) => other !== life);
			if (events.length > 0)
				this.expected.set(life.id, [...(this.expected.get(life.id) ?? []), ...events]);
		}
		this.fill();
	}

	/** Stages new tasks in place of those that are gone. */
	private fill(): void {
		const missing = this.size - this.lives.length;
		for (const id of this.platform.stageTasks(missing))
			this.lives.push({ id, status: TASK_STATUS.new, rows: 0, called: 0, halfCalled: false });
	}

	/** Draws the next change of a task, and returns it with the events that it causes. */
	private next(life: Life): { change: TaskChange; events: string[] } {
		const { random } = this;
		const { status, rows } = life;
		if (status === TASK_STATUS.new) {
			if (random.chance(0.1))
				return { change: { status: TASK_STATUS.expired }, events: ['expired'] };
			return {
				change: { status: this.underWay(), rows: random.between(10, 400) },
				events: ['started'],
			};
		}
		const isOver = status === TASK_STATUS.finished || status === TASK_STATUS.expired;
		// Queries no longer find a task that is gone. They still find a task that is only marked as deleted.
		if (isOver)
			return { change: random.chance(0.6) ? { gone: true } : { deleted: true }, events: [] };
		const isPaused = status === TASK_STATUS.paused;
		if (isPaused && random.chance(0.7))
			return { change: { status: this.underWay() }, events: ['started'] };
		// A task under way or paused can be paused, change its status, expire, finish or make calls.
		const draw = random.next();
		if (!isPaused && draw < 0.25)
			return { change: { status: TASK_STATUS.paused }, events: ['paused'] };
		if (!isPaused && draw < 0.35) return { change: { status: this.underWay() }, events: [] };
		if (draw < 0.45) return { change: { status: TASK_STATUS.expired }, events: ['expired'] };
		const finishes = draw < 0.65;
		const called = finishes ? rows : Math.min(rows, life.called + random.between(0, rows));
		const reachesHalf = !life.halfCalled && called >= rows / 2;
		life.halfCalled ||= reachesHalf;
		const progress = reachesHalf ? ['progress'] : [];
		return finishes
			? {
					change: { status: TASK_STATUS.finished, calledRows: called },
					events: [...progress, 'finished'],
				}
			: { change: { calledRows: called }, events: progress };
	}

	private underWay(): number {
		return UNDER_WAY[this.random.between(0, UNDER_WAY.length - 1)] ?? TASK_STATUS.started;
	}
}

/** The JSON of an output item with an event. */
interface Received {
	task_id?: unknown;
	event?: unknown;
	eventId?: unknown;
}

/**
 * Counts the events that are missing (`lost`) and those that came too often (`twice`). In `disordered` it lists the tasks whose
 * events are not exactly the expected events in the expected order.
 */
export function compareEvents(
	expected: ReadonlyMap<string, string[]>,
	received: readonly Received[],
): { lost: number; twice: number; disordered: string[] } {
	const actual = new Map<string, string[]>();
	for (const { task_id, event } of received)
		actual.set(String(task_id), [...(actual.get(String(task_id)) ?? []), String(event)]);
	let [lost, twice] = [0, 0];
	const disordered: string[] = [];
	for (const id of new Set([...expected.keys(), ...actual.keys()])) {
		const [wanted, got] = [expected.get(id) ?? [], actual.get(id) ?? []];
		for (const event of new Set([...wanted, ...got])) {
			const difference =
				wanted.filter((name) => name === event).length -
				got.filter((name) => name === event).length;
			if (difference > 0) lost += difference;
			else twice -= difference;
		}
		if (wanted.join() !== got.join()) disordered.push(`${id}: ${wanted.join()} but ${got.join()}`);
	}
	return { lost, twice, disordered };
}
