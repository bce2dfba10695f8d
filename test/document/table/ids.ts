/** Every id of document 2, by chapter. */

/** 6.1: the ids of a call record. */
export const CALL_RECORD_IDS = [
	'app_id',
	'business_id',
	'call_relation_id',
	'call_uuid',
	'callee',
	'caller',
	'robot_id',
	'task_data_id',
	'task_id',
];

/** 6.2: the ids of a recording. */
export const RECORDING_IDS = [
	'app_id',
	'business_id',
	'call_relation_id',
	'call_uuid',
	'robot_id',
	'task_data_id',
];

/** 6.3: the ids of a dialog, of an entry of the dialog, and of a hit of an entry. `content_id` is from the newer revision. */
export const DIALOG_IDS = [
	'app_id',
	'business_id',
	'call_relation_id',
	'call_uuid',
	'robot_id',
	'task_data_id',
];
export const DIALOG_ENTRY_IDS = ['content_id', 'node_id', 'question_id'];
export const HIT_IDS = ['answer_id'];

/** 4.8: the ids of a request for dynamic data. */
export const CONTEXT_IDS = ['app_id', 'business_id', 'call_relation_id', 'robot_id'];

/** 2.3 to 2.6: the lists of the configuration, each with the name of the id that its entries have. */
export const CONFIGURATION_IDS = { robots: 'robot_id', lines: 'line_num', voices: 'voice_code' };

/** 2.8: the ids of a task. */
export const TASK_IDS = ['line_num', 'robot_id', 'task_id', 'voice_code'];
