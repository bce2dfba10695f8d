import type { Account, Line } from './config';
import type { Random } from './random';
import { resultOf, type ResultKind, type ScriptedCall } from './results';
import type { CallRow, Task } from './task';

/** A call to or from a customer, which is planned, under way or ended. */
export interface Call {
	callUuid: string;
	/** 1 for an inbound call, 2 for an outbound one (document 2, 6.1). */
	direction: 1 | 2;
	businessId: string;
	appId: string;
	robotId: string;
	caller: string;
	callee: string;
	/** Millisecond timestamps of the calling clock. 0 means that the call has no such time. */
	timeDial: number;
	timeRing: number;
	timeAnswer: number;
	timeHangup: number;
	ringSeconds: number;
	talkSeconds: number;
	/** `task_result` and `task_result_desc` of the push. */
	result: string;
	resultDesc: string;
	answered: boolean;
	/** How the customer behaves in this call. */
	script: ScriptedCall;
	/** Whether the call has ended. */
	over: boolean;
	/** Outbound calls only. */
	outbound: OutboundPart | undefined;
	/** Inbound calls only: the ID that the application's own phone system gave the call. */
	relationId: string | undefined;
	/** The customer's data for the script, by name. They come from the row, or from the dynamic context of an inbound call. */
	values: Readonly<Record<string, string>>;
}

export interface OutboundPart {
	taskId: string;
	/** A number as text. It can be too large for a JavaScript number. */
	taskDataId: string;
	tries: number;
	/** Position of the row in its task, from 1. */
	rowIndex: number;
	rowHead: readonly string[];
	rowValue: readonly string[];
}

/** The times of a call, and its result. */
type Course = Pick<
	Call,
	| 'timeDial'
	| 'timeRing'
	| 'timeAnswer'
	| 'timeHangup'
	| 'ringSeconds'
	| 'talkSeconds'
	| 'result'
	| 'resultDesc'
	| 'answered'
>;

/** Determines when a call rings, is answered and ends. If the customer's script does not contain a time, it is random. */
export function courseOf(script: ScriptedCall, timeDial: number, random: Random): Course {
	const result: ResultKind = resultOf(script);
	const ringSeconds =
		script.ringSeconds ?? (result.code === '20' ? random.between(30, 50) : random.between(3, 15));
	const talkSeconds = result.answered
		? (script.talkSeconds ?? (result.code === '0' ? random.between(15, 90) : random.between(2, 12)))
		: 0;
	const ringingEnd = timeDial + ringSeconds * 1000;
	return {
		timeDial,
		timeRing: timeDial + Math.min(ringSeconds * 1000, random.between(300, 1500)),
		timeAnswer: result.answered ? ringingEnd : 0,
		timeHangup: ringingEnd + talkSeconds * 1000,
		ringSeconds,
		talkSeconds,
		result: result.code,
		resultDesc: result.desc,
		answered: result.answered,
	};
}

/** The part of a call that is the same for inbound and outbound calls. */
export function callOf(account: Account, callUuid: string, script: ScriptedCall, course: Course) {
	return {
		callUuid,
		businessId: account.businessId,
		appId: account.appId,
		script,
		over: false,
		...course,
	};
}

/** A call on a line to the customer in a row of a task. */
export function outboundCall(
	task: Task,
	row: CallRow,
	line: Line,
	callUuid: string,
	script: ScriptedCall,
	course: Course,
): Call {
	return {
		...callOf(task.account, callUuid, script, course),
		direction: 2,
		robotId: row.robotId,
		caller: line.line_num,
		callee: row.values[0] ?? '',
		outbound: {
			taskId: task.id,
			taskDataId: row.taskDataId.toString(),
			tries: row.calls,
			rowIndex: row.rowIndex,
			rowHead: row.columns,
			rowValue: row.values,
		},
		relationId: undefined,
		values: Object.fromEntries(
			row.columns.map((column, index) => [column, row.values[index] ?? '']),
		),
	};
}
