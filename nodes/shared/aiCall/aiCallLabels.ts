/** Readable names of the platform's codes (document 2, parts 2 and 6). */
import { ownField, textOf, type JsonRecord } from '../values';

export type Labels = Readonly<Record<string, string>>;

/** 2.4 `status` */
export const ROBOT_STATUS: Labels = {
	'1': 'Under review',
	'2': 'Not passed',
	'3': 'Pending publication',
	'4': 'Published',
};
export const ROBOT_PUBLISHED = '4';

/** 2.4 `type` */
export const ROBOT_TYPE: Labels = { '1': 'Ordinary script', '2': 'Dynamic script' };

/** 2.4 and 2.8 `deleted` */
export const DELETED: Labels = { '0': 'Not deleted', '1': 'Deleted' };

/** 2.3 `status` */
export const LINE_STATUS: Labels = { '0': 'Idle', '1': 'Occupied' };
export const LINE_OCCUPIED = '1';

/** The phase of a task. The events of the task trigger depend on it. */
export type TaskPhase = 'new' | 'underWay' | 'paused' | 'finished' | 'expired';

/**
 * 2.8 `status`; 5 to 7 are from the newer revision. A task that waits for a retry or for working
 * hours continues by itself, so it is under way.
 */
const TASK_STATUSES: Readonly<Record<string, { name: string; phase: TaskPhase }>> = {
	'0': { name: 'New', phase: 'new' },
	'1': { name: 'Started', phase: 'underWay' },
	'2': { name: 'Running', phase: 'underWay' },
	'3': { name: 'Paused', phase: 'paused' },
	'4': { name: 'Finished', phase: 'finished' },
	'5': { name: 'Waiting for retry', phase: 'underWay' },
	'6': { name: 'Outside working hours', phase: 'underWay' },
	'7': { name: 'Expired', phase: 'expired' },
};
export const TASK_STATUS: Labels = Object.fromEntries(
	Object.entries(TASK_STATUSES).map(([status, { name }]) => [status, name]),
);
export const TASK_NEW = '0';
export const TASK_RUNNING = '2';
export const TASK_WAITING_FOR_RETRY = '5';

/** The phase of a `status`; undefined for a status that no document names. */
export function taskPhase(status: unknown): TaskPhase | undefined {
	return TASK_STATUSES[String(status)]?.phase;
}

/** 2.8 `task_type` */
export const TASK_TYPE: Labels = { '0': 'Ordinary task', '2': 'Task pool' };
export const TASK_POOL = '2';

/** 6.1 `direction` */
export const INBOUND = '1';
export const OUTBOUND = '2';
export type Direction = typeof INBOUND | typeof OUTBOUND;
export const DIRECTION: Labels = { [INBOUND]: 'Inbound', [OUTBOUND]: 'Outbound' };

/**
 * 6.1 `task_result` of both revisions, each with its full meaning. The revisions disagree about the
 * code 22.
 */
export const TASK_RESULT: Labels = {
	'-1': 'Timeout',
	'0': 'Success',
	'2': 'Already on a call',
	'3': 'Cannot connect (cannot answer, cannot be reached)',
	'4': 'Powered off',
	'5': 'User busy (short busy tone, long busy tone, silence)',
	'6': 'Empty number (number changed)',
	'7': 'Wrong number',
	'8': 'Rejected',
	'9': 'Service suspended (suspended, arrears)',
	'15': 'Customer hung up after answering',
	'16': 'Customer dropped',
	'18': 'Connected',
	'19': 'Passed to an agent',
	'20': 'User did not answer (ringback tone, no one answering, rejected, incoming-call reminder)',
	'22': 'Call transfer failed (newer revision: reminder of an incoming call)',
	'23': 'Inbound restriction',
	'25': 'Call transfer',
	'26': 'Network fault',
	'27': 'Outbound restricted (wrong dialing method)',
	'28': 'Line fault (line fault, network busy)',
};

/** 6.3 `node_type` */
export const NODE_TYPE: Labels = {
	AnyNode: 'Any-answer node',
	CollectInputNode: 'Custom input node',
	ConditionNode: 'Key-input node',
	EndNode: 'End node',
	HookInfoNode: 'Dynamic reference node',
	KeyNavigationNode: 'Key navigation node',
	NoNeedAnswerNode: 'No-answer-needed node',
	NormalNode: 'Normal interaction node',
};

/** 6.3 `role` */
export const ROLE: Labels = { robot: 'Robot', customer: 'Customer' };

/** 2.6, the common voices */
export const VOICE_GENDER: Labels = {
	'60020': 'Female',
	'60030': 'Male',
	'60130': 'Female',
	'62140': 'Female',
	'65580': 'Female',
	'65600': 'Female',
	'65660': 'Male',
};

/**
 * The module of the console for the URL that returns a context (4.8). The modules for pushes are in
 * pushes/.
 */
export const CONTEXT_MODULE = 'getDialogContext';

/** The name of a value, compared as text; undefined if the value has no name. */
export function labelIn(labels: Labels, value: unknown): string | undefined {
	return textOf(ownField(labels, textOf(value)?.trim() ?? ''));
}

/**
 * The name of a value, for an extra field: null if the value has no name, undefined if there is no
 * value.
 */
export function labelOrNull(labels: Labels, value: unknown): string | null | undefined {
	return value === undefined ? undefined : (labelIn(labels, value) ?? null);
}

/** Whether a script or task is deleted. Without the field `deleted` it is not. */
export function isDeleted(entry: JsonRecord): boolean {
	return textOf(entry.deleted) === '1';
}
