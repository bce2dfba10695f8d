/** The labels of document 2 and of its newer revision. Each table has the name of each value. */
import { PUSHES } from '../pushes';

type Names = Readonly<Record<string, string>>;

/** The titles of the tables in docs/codes.md, in the order of that page. */
export const TITLES: Names = {
	ROBOT_STATUS: 'Script status',
	ROBOT_TYPE: 'Script type',
	LINE_STATUS: 'Line status',
	TASK_STATUS: 'Task status',
	TASK_TYPE: 'Task type',
	DELETED: 'Deleted (scripts and tasks)',
	URL_MODULE: 'Callback URL',
	DIRECTION: 'Direction of a call',
	TASK_RESULT: 'Call result',
	NODE_TYPE: 'Dialog node',
	ROLE: 'Speaker in a dialog',
	VOICE_GENDER: 'Gender of a common voice',
};

/** Document 2, 2.4. */
export const ROBOT_STATUS: Names = {
	1: 'Under review',
	2: 'Not passed',
	3: 'Pending publication',
	4: 'Published',
};
export const ROBOT_TYPE: Names = { 1: 'Ordinary script', 2: 'Dynamic script' };

/** Document 2, 2.4 and 2.8. */
export const DELETED: Names = { 0: 'Not deleted', 1: 'Deleted' };

/** Document 2, 2.3. */
export const LINE_STATUS: Names = { 0: 'Idle', 1: 'Occupied' };

/** Document 2, 2.5. */
export const URL_MODULE: Names = {
	...Object.fromEntries(PUSHES.map(({ module, moduleName }) => [module, moduleName])),
	getDialogContext: 'Inbound dynamic context',
};

/** Document 2, 2.6. */
export const VOICE_GENDER: Names = {
	65580: 'Female',
	62140: 'Female',
	60020: 'Female',
	60030: 'Male',
	65660: 'Male',
	60130: 'Female',
	65600: 'Female',
};

/** Document 2, 2.8. Values 5 to 7 are from the newer revision. */
export const TASK_STATUS: Names = {
	0: 'New',
	1: 'Started',
	2: 'Running',
	3: 'Paused',
	4: 'Finished',
	5: 'Waiting for retry',
	6: 'Outside working hours',
	7: 'Expired',
};
export const TASK_TYPE: Names = { 0: 'Ordinary task', 2: 'Task pool' };

/** Document 2, 6.1. */
export const DIRECTION: Names = { 1: 'Inbound', 2: 'Outbound' };

/** Document 2, 6.1. Values 8, 18, 19 and 25 are from the newer revision, which also gives value 22 another meaning. */
export const TASK_RESULT: Names = {
	'-1': 'Timeout',
	26: 'Network fault',
	7: 'Wrong number',
	0: 'Success',
	15: 'Customer hung up after answering',
	16: 'Customer dropped',
	3: 'Cannot connect (cannot answer, cannot be reached)',
	9: 'Service suspended (suspended, arrears)',
	6: 'Empty number (number changed)',
	23: 'Inbound restriction',
	22: 'Call transfer failed (newer revision: reminder of an incoming call)',
	4: 'Powered off',
	20: 'User did not answer (ringback tone, no one answering, rejected, incoming-call reminder)',
	5: 'User busy (short busy tone, long busy tone, silence)',
	2: 'Already on a call',
	27: 'Outbound restricted (wrong dialing method)',
	28: 'Line fault (line fault, network busy)',
	8: 'Rejected',
	18: 'Connected',
	19: 'Passed to an agent',
	25: 'Call transfer',
};

/** Document 2, 6.3. */
export const NODE_TYPE: Names = {
	AnyNode: 'Any-answer node',
	CollectInputNode: 'Custom input node',
	ConditionNode: 'Key-input node',
	EndNode: 'End node',
	HookInfoNode: 'Dynamic reference node',
	KeyNavigationNode: 'Key navigation node',
	NoNeedAnswerNode: 'No-answer-needed node',
	NormalNode: 'Normal interaction node',
};
export const ROLE: Names = { robot: 'Robot', customer: 'Customer' };
