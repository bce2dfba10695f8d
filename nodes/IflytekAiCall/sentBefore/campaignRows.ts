import { chunksOf } from '../../shared/chunks';
import { at, type JsonRecord } from '../../shared/values';
import type { Before } from '../entry/before';
import type { Entry } from '../entry/entry';
import type { Memory } from './memory';
import { startedText } from './rowIdentities';

/** How many rows are recorded in one call. After a kill, the state of their task decides. */
const RECORDED_PER_CALL = 2500;

/**
 * The rows of a campaign (Run Campaign). They are recorded as begun, in a group of their own, before
 * there is a task; then whose task it is, that it has all of them, and that it was started. A group
 * without a task, or with one that was not started, has called nobody.
 */
export class CampaignRows {
	private group = '';

	constructor(private readonly memory: Memory) {}

	/**
	 * Records rows as begun.
	 * @returns what is known of those that must not be sent
	 * @throws StoreError, or NotSentError if the platform does not tell what became of earlier tasks
	 */
	async begin(rows: readonly Entry[]): Promise<Map<Entry, Before>> {
		const { tasks, identities, ownGroups, store } = this.memory;
		const found = new Map<Entry, Before>();
		this.group = await tasks.newGroup('campaign', identities.of(at(rows, 0)).day);
		ownGroups.add(this.group);
		// Campaigns of a node run one at a time.
		const record = async (texts: readonly string[]) => await store.record(texts);
		for (const some of chunksOf(rows, RECORDED_PER_CALL))
			for (const [row, before] of await this.memory.begin(some, record, this.textsWith))
				found.set(row, before);
		return found;
	}

	/** Records a task of the campaign. */
	async created(id: string, task: JsonRecord | undefined): Promise<void> {
		await this.memory.tasks.created(this.group, id, task);
	}

	/**
	 * Records that all rows of the campaign are in its task. It is started after that.
	 * @param refused rows that `begin` has recorded, but that are not in it
	 */
	async complete(refused: readonly Entry[]): Promise<void> {
		for (const row of refused) this.memory.free(row);
		await this.memory.tasks.whole(this.group);
	}

	/**
	 * Records that the task was started, and so all its rows were sent. If the database fails, the next
	 * execution asks the platform for the task.
	 */
	async started(rows: readonly Entry[]): Promise<void> {
		const { store, settings, identities, tasks } = this.memory;
		// A key is asked for on any day, when the task may not be listed any more.
		if (settings.skip === 'sentKey')
			for (const some of chunksOf(rows, RECORDED_PER_CALL))
				await store.record(some.map((row) => startedText(identities.of(row).own)));
		await tasks.started(this.group);
	}

	private readonly textsWith = (row: Entry) => [
		this.memory.tasks.inGroup(this.memory.identities.of(row).own, this.group),
	];
}
