import { DESCRIBED_INBOUND, DESCRIBED_OUTBOUND, INBOUND, OUTBOUND } from '../../engine/callPushes';
import { anySent, type PushPage } from '../pushes';
import { all, list, object, PUSHED, text, whole } from '../table/responses';

/** Results of 6.1 after which a call may reach somebody later: nobody was there, or the network was in the way. */
export const CALL_AGAIN = [2, 3, 4, 5, 20, 26, 28];

/** Document 2, 6.1. */
export const push: PushPage = {
	chapter: '6.1',
	module: 'receiveCallRecord',
	moduleName: 'Call records',
	chinese: '话单',
	noun: 'a call record',
	describedBy: 'caller, callee, direction',
	isThisKind: (body) => anySent(body, ['caller', 'callee', 'direction', 'time_hangup']),
	body: object(
		{
			...PUSHED.always,
			...all(text, 'caller', 'callee'),
			...all(whole, 'direction', 'time_answer', 'time_hangup', 'duration_ring', 'duration_call'),
		},
		{
			...PUSHED.sometimes,
			...all(text, 'task_id', 'task_result', 'task_result_desc'),
			...all(whole, 'time_dial', 'time_ring', 'task_tries', 'task_row_index'),
			...all(list(text), 'task_row_head', 'task_row_value'),
		},
	),
	added: {
		english: `\`record\` (\`basic\` or \`outbound\`), \`answered\`, \`resultName\`, \`callAgain\` (nobody was reached, and somebody may be later: results ${CALL_AGAIN.join(', ')}), \`directionName\`, \`callingNumber\`, \`customerNumber\` (of outbound calls: those with a row or a task, whatever \`direction\` says) or \`calledNumber\`, \`timeDial\`, \`timeRing\`, \`timeAnswer\`, \`timeHangup\`, \`durationRingSeconds\`, \`durationCallSeconds\`, \`row\` (by column)`,
		chinese: `\`record\`（\`basic\` 基本属性或 \`outbound\` 外呼属性）、\`answered\`、\`resultName\`、\`callAgain\`（未接通且稍后可能接通：结果 ${CALL_AGAIN.join('、')}）、\`directionName\`、\`callingNumber\`、\`customerNumber\`（外呼，即带数据行或任务的话单，不论 \`direction\` 的值）或 \`calledNumber\`、\`timeDial\`、\`timeRing\`、\`timeAnswer\`、\`timeHangup\`、\`durationRingSeconds\`、\`durationCallSeconds\`、\`row\`（以列名为键的数据行）`,
	},
	examples: [
		{ sent: OUTBOUND, described: DESCRIBED_OUTBOUND },
		{ sent: INBOUND, described: DESCRIBED_INBOUND },
	],
};
