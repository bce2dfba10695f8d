import { pLimit } from '../../shared/bundled';
import { Pace } from './pace';

/** What the runs of this process share of a node. */
export interface SharedStore {
	/** Allows one call at a time, because simultaneous calls overwrite each other. */
	limit: ReturnType<typeof pLimit>;
	pace: Pace;
	/** Texts to forget and to record with the next call, whichever run makes it. */
	toForget: Set<string>;
	toRecord: Set<string>;
	/** Texts that are perhaps only recorded because a process was killed while it asked for them. */
	doubtful: Set<string>;
	/** What the runs of this process record to be seen, and how many runs have recorded it. */
	presence: string;
	presentRuns: number;
	/** The last day of which this process knows that it has rows. */
	begunDay?: string;
}
const sharedAt = new Map<string, SharedStore>();

export function sharedStoreOf(node: string): SharedStore {
	const shared = sharedAt.get(node) ?? {
		limit: pLimit(1),
		pace: new Pace(),
		toForget: new Set(),
		toRecord: new Set(),
		doubtful: new Set(),
		presence: '',
		presentRuns: 0,
	};
	sharedAt.set(node, shared);
	return shared;
}
