import {
	isDeleted,
	TASK_NEW,
	TASK_RUNNING,
	TASK_WAITING_FOR_RETRY,
	taskPhase,
} from '../../shared/aiCall/aiCallLabels';
import { fetchTask, fetchTaskPage } from '../../shared/aiCall/tasks/fetchTasks';
import { collectTasks } from '../../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { asFailure, NotSentError } from '../../shared/failure';
import { numberOf, textOf, type JsonRecord } from '../../shared/values';
import type { DeduplicationStore } from './deduplicationStore';

/** Only this many of the newest tasks are looked at. */
const LISTED_TASKS = 1000;
/** How many groups are asked for first; then as many again, until none is found. */
const FIRST_GROUPS = 4;

/** Who fills a task: Run Campaign, which starts it in the same run, or Add Rows. */
type Kind = 'campaign' | 'task';
const KINDS: readonly Kind[] = ['campaign', 'task'];

/** What became of a group of rows that were to be in one task. */
export interface OwnTask {
	group: string;
	/** Undefined if the platform does not list it. */
	id?: string;
	/**
	 * `new`: it was not started, and has called nobody. `partly`: somebody started it before all rows
	 * were in it. `stopped`: it was deleted while it called. `free`: it has called nobody and will not.
	 * `unsure`: a process was killed while it asked.
	 */
	state: 'new' | 'started' | 'partly' | 'stopped' | 'unsure' | 'free';
	isCampaign: boolean;
	/** Whether another run than the first may have added rows to it. */
	isJoined: boolean;
	/** How many numbers it has, if the platform tells. */
	count?: number;
}

/** The texts of a group. n8n's database cannot list them, so the groups of a day are numbered. */
const groupText = (kind: Kind, day: string, number: number) => `${kind} ${day} ${number}`;
const inGroupText = (identity: string, group: string) => `${identity} in ${group}`;
const isText = (group: string, id: string) => `${group} is ${id}`;
const wholeText = (group: string) => `${group} whole`;
const startedText = (group: string) => `${group} started`;
const joinedText = (group: string) => `${group} joined`;
/** The texts of a task: it has rows of this node, and had this status before it was started. */
const taskText = (id: string) => `task ${id}`;
const statusText = (id: string, status: string) => `task ${id} status ${status}`;
/**
 * What decides for a whole task is recorded so many times. A process that is killed while it asks leaves
 * one copy in doubt, and the next one tells: after two kills, it is still known.
 */
const COPIES = [1, 2, 3];
const copyText = (text: string, copy: number) => (copy === 1 ? text : `${text} ${copy}`);

/**
 * The tasks that have rows of this node. The platform decides what became of a row in a task: it is
 * asked, because it is not always this node that starts or deletes it. That this node has started a
 * task is recorded once, for all its rows.
 */
export class OwnTasks {
	/** The platform's tasks, as they were when it was asked last, and the groups that were known then. */
	private listing: Promise<JsonRecord[]> | undefined;
	private readonly listedGroups = new Set<string>();

	constructor(
		private readonly client: AiCallClient,
		private readonly store: DeduplicationStore,
	) {}

	/** What is recorded of a row in a group. */
	readonly inGroup = inGroupText;

	/**
	 * Begins a group for rows of this day.
	 * @throws StoreError
	 */
	async newGroup(kind: Kind, day: string): Promise<string> {
		const known = await this.groupsOf(kind, day);
		for (let number = (known.at(-1) ?? 0) + 1; ; number++) {
			// A gap would hide this group from those who ask for one after the other.
			const numbers = Array.from({ length: number }, (_, index) => index + 1);
			const fresh = numbers.filter((one) => !known.includes(one));
			const groups = fresh.map((one) => groupText(kind, day, one));
			const group = groupText(kind, day, number);
			// Campaigns of a node run one at a time.
			if (!(await this.store.claim(groups, kind === 'task')).has(group)) return group;
		}
	}

	/** The group of a task that somebody else starts. A run that is not the first of the day joins it. */
	async groupOf(
		id: string,
		task: JsonRecord | undefined,
		day: string,
	): Promise<{ group: string; isNew: boolean }> {
		const numbers = await this.groupsOf('task', day);
		const groups = numbers.map((number) => groupText('task', day, number));
		const known = await this.askCopies(groups.map((group) => isText(group, id)));
		const own = groups.find((group) => known.has(isText(group, id)));
		if (own !== undefined) {
			await this.record([joinedText(own)]);
			return { group: own, isNew: false };
		}
		const group = await this.newGroup('task', day);
		await this.created(group, id, task);
		return { group, isNew: true };
	}

	/** Records that a task is the one of a group; its first status tells later that it is new. */
	async created(group: string, id: string, task: JsonRecord | undefined): Promise<void> {
		const status = textOf(task?.status);
		const first = status === undefined ? [] : [statusText(id, status)];
		await this.record([...first, isText(group, id)], [taskText(id)]);
	}

	/** Records that all rows of a campaign are in its task. It is started after that. */
	async whole(group: string): Promise<void> {
		await this.record([wholeText(group)]);
	}

	async started(group: string): Promise<void> {
		await this.record([startedText(group)], [], true);
	}

	/**
	 * What became of the groups of these days.
	 * @throws StoreError, or NotSentError if the platform does not answer
	 */
	async of(days: Iterable<string>): Promise<OwnTask[]> {
		const groups: { group: string; isCampaign: boolean }[] = [];
		for (const day of days)
			for (const kind of KINDS)
				for (const number of await this.groupsOf(kind, day))
					groups.push({ group: groupText(kind, day, number), isCampaign: kind === 'campaign' });
		if (groups.length === 0) return [];
		// The task of a new group may be newer than the listing.
		if (groups.some(({ group }) => !this.listedGroups.has(group))) this.listing = undefined;
		for (const { group } of groups) this.listedGroups.add(group);
		const listed = await this.own(await (this.listing ??= this.query()));
		const textsOf = (group: string) => [
			startedText(group),
			wholeText(group),
			joinedText(group),
			...listed.map((task) => isText(group, idOf(task))),
		];
		const known = await this.askCopies(groups.flatMap(({ group }) => textsOf(group)));
		const statuses = await this.knownStatuses(listed);
		return groups.map(({ group, isCampaign }) => {
			if (textsOf(group).some((text) => this.isDoubtful(text)))
				return { group, isCampaign, isJoined: !isCampaign, state: 'unsure' };
			const isJoined = known.has(joinedText(group));
			const isStarted = known.has(startedText(group));
			// This node starts a task when it is whole. Another process may have overwritten that text alone.
			const isWhole = !isCampaign || isStarted || known.has(wholeText(group));
			const tasks = listed
				.filter((task) => known.has(isText(group, idOf(task))))
				.map((task): OwnTask => {
					const state = stateOf(task, { isStarted, isWhole, isFirst: statuses.has(idOf(task)) });
					const count = numberOf(task.count_tel);
					return { group, isCampaign, isJoined, id: idOf(task), state, count };
				});
			const state = isStarted ? 'started' : 'free';
			const unlisted: OwnTask = { group, isCampaign, isJoined, state };
			return tasks.find(({ state }) => state !== 'free') ?? tasks[0] ?? unlisted;
		});
	}

	/**
	 * Deletes a task that was not started. If somebody has started it meanwhile, it stays.
	 * @returns its state then
	 * @throws NotSentError
	 */
	async delete(id: string, isCampaign: boolean): Promise<OwnTask['state']> {
		try {
			const task = await fetchTask(this.client, id);
			// One that the platform does not list any more was deleted.
			if (!task) return 'free';
			const isFirst = (await this.knownStatuses([task])).has(id);
			const state = stateOf(task, { isStarted: false, isWhole: !isCampaign, isFirst });
			if (state !== 'new') return state;
			await this.client('deleteTask', { task_id: id });
			return 'free';
		} catch (error) {
			throw notSent(error);
		}
	}

	/** Records texts with all their copies, and others once. */
	private async record(
		texts: readonly string[],
		once: readonly string[] = [],
		isCertain = false,
	): Promise<void> {
		const copies = texts.flatMap((text) => COPIES.map((copy) => copyText(text, copy)));
		const all = [...once, ...copies];
		const before = await this.store.record(all, isCertain);
		// What was there before is perhaps only asked for by another process, which forgets it then.
		const there = all.filter((text) => before.has(text));
		const known = await this.store.askCertainly(there);
		const lost = there.filter((text) => !known.has(text));
		if (lost.length > 0) await this.store.record(lost);
	}

	/** Which of these texts are recorded, by the first copy that is not in doubt. */
	private async askCopies(texts: readonly string[]): Promise<Set<string>> {
		const known = new Set<string>();
		let open = texts;
		for (const copy of COPIES) {
			const recorded = await this.store.askCertainly(open.map((text) => copyText(text, copy)));
			for (const text of open) if (recorded.has(copyText(text, copy))) known.add(text);
			open = open.filter((text) => this.store.isDoubtful(copyText(text, copy)));
		}
		return known;
	}

	/** Whether every copy is in doubt. */
	private isDoubtful(text: string): boolean {
		return COPIES.every((copy) => this.store.isDoubtful(copyText(text, copy)));
	}

	/**
	 * The numbers of the groups of a day, and those that are in doubt: they may have rows. Some may be
	 * missing, if another process asked for them while the next one was taken.
	 */
	private async groupsOf(kind: Kind, day: string): Promise<number[]> {
		const groups: number[] = [];
		let asked = 0;
		for (;;) {
			const length = Math.max(FIRST_GROUPS, asked);
			const some = Array.from({ length }, (_, index) => asked + index + 1);
			const textFor = (number: number) => groupText(kind, day, number);
			const known = await this.store.askCertainly(some.map(textFor));
			const isThere = (text: string) => known.has(text) || this.store.isDoubtful(text);
			const there = some.filter((number) => isThere(textFor(number)));
			if (there.length === 0) return groups;
			groups.push(...there);
			asked += length;
		}
	}

	private async query(): Promise<JsonRecord[]> {
		const query = { sortField: 'CREATETIME', sortOrder: 'DESC' } as const;
		try {
			return await collectTasks(
				async (page) => await fetchTaskPage(this.client, query, page),
				LISTED_TASKS,
			);
		} catch (error) {
			throw notSent(error);
		}
	}

	/** Those of the platform's tasks that have rows of this node. */
	private async own(tasks: readonly JsonRecord[]): Promise<JsonRecord[]> {
		const known = await this.store.askQuickly(tasks.map((task) => taskText(idOf(task))));
		return tasks.filter((task) => known.has(taskText(idOf(task))));
	}

	/** The IDs of the tasks that still have the status with which they were created. */
	private async knownStatuses(tasks: readonly JsonRecord[]): Promise<Set<string>> {
		const textFor = (task: JsonRecord) => statusText(idOf(task), String(textOf(task.status)));
		const known = await this.askCopies(tasks.map(textFor));
		return new Set(tasks.filter((task) => known.has(textFor(task))).map(idOf));
	}
}

const idOf = (task: JsonRecord) => textOf(task.task_id)?.trim() ?? '';

/**
 * @param isStarted whether this node has started it: it may still look like a new one then
 * @param isWhole whether all its rows were in it before
 * @param isFirst whether its status is the one that it had when it was created
 */
function stateOf(
	task: JsonRecord,
	{ isStarted, isWhole, isFirst }: { isStarted: boolean; isWhole: boolean; isFirst: boolean },
): OwnTask['state'] {
	if (!isDeleted(task)) {
		if (!isStarted && isNewTask(task, isFirst)) return 'new';
		return isWhole ? 'started' : 'partly';
	}
	const status = String(textOf(task.status));
	if (taskPhase(status) === 'finished') return 'started';
	// The first calls of a running task may not be counted yet.
	const isCalling = [TASK_RUNNING, TASK_WAITING_FOR_RETRY].includes(status);
	return isCalling || hasCalled(task) ? 'stopped' : 'free';
}

/** Whether a task was not started, by the data that the platform returned for it. */
export function isNewTask(task: JsonRecord, hasFirstStatus: boolean): boolean {
	return !hasCalled(task) && (hasFirstStatus || textOf(task.status) === TASK_NEW);
}

const hasCalled = (task: JsonRecord) =>
	[task.process_count, task.process_tel_count].some((count) => numberOf(count));

/** Nothing was sent yet: what fails here leaves the rows as they were. */
function notSent(error: unknown): unknown {
	if (error instanceof NotSentError) return error;
	const { message, kind, details } = asFailure(error);
	return new NotSentError(message, kind, details);
}
