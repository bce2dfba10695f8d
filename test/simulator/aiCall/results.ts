/**
 * One way in which a call can end: a `task_result` of document 2, 6.1. `retried` says whether the platform calls again,
 * because a later call may succeed.
 */
export interface ResultKind {
	code: string;
	desc: string;
	answered: boolean;
	retried: boolean;
}

function unanswered(code: string, desc: string, retried: boolean): ResultKind {
	return { code, desc, answered: false, retried };
}

function answered(code: string, desc: string): ResultKind {
	return { code, desc, answered: true, retried: false };
}

/** The results of both revisions of the document. Tests use these names to script customers. */
export const RESULTS = {
	timeout: unanswered('-1', '呼叫超时', true),
	answers: answered('0', '呼叫成功'),
	alreadyOnCall: unanswered('2', '正在通话中', true),
	cannotConnect: unanswered('3', '无法接通', true),
	poweredOff: unanswered('4', '客户已关机', true),
	busy: unanswered('5', '用户忙', true),
	emptyNumber: unanswered('6', '空号', false),
	wrongNumber: unanswered('7', '号码错误', false),
	suspended: unanswered('9', '号码已停机', false),
	answersAndHangsUp: answered('15', '客户接听后主动挂断'),
	drops: answered('16', '客户掉线'),
	noAnswer: unanswered('20', '用户未接听', true),
	transferFailed: answered('22', '转接失败'),
	inboundRestricted: unanswered('23', '呼入限制', false),
	networkFault: unanswered('26', '网络故障', true),
	outboundRestricted: unanswered('27', '呼出限制', false),
	lineFault: unanswered('28', '线路故障', true),
	// The following results are only in the newer revision.
	rejected: unanswered('8', '拒接', true),
	connected: answered('18', '已接通'),
	passedToAgent: answered('19', '转人工'),
	transferred: answered('25', '呼叫转移'),
} as const satisfies Record<string, ResultKind>;

export type ResultName = keyof typeof RESULTS;

/** Narrows a text to the name of a documented result. */
export function isResultName(name: string): name is ResultName {
	return Object.hasOwn(RESULTS, name);
}

/** How a customer behaves in one call. Omitted values are random. */
export interface ScriptedCall {
	/** A result by name, or any other code. */
	result: ResultName | (Partial<ResultKind> & { code: string });
	/** Seconds from dialing to the answer, or to the end of ringing. */
	ringSeconds?: number;
	/** Seconds from the answer to the end of the call. Has no effect on a call that is not answered. */
	talkSeconds?: number;
	/** Highest and lowest intention level of the dialog, from "A" to "F". */
	tagMax?: string;
	tagMin?: string;
	/** The customer's answers, one after another. */
	says?: string[];
}

/** A customer's behavior: the same in each call, or a list with one entry per call. The last entry holds for all further calls. */
export type Customer = ResultName | ScriptedCall | readonly (ResultName | ScriptedCall)[];

/** The behavior of customers whose behavior no test sets, by the last digit of their number. */
export const BY_LAST_DIGIT: Readonly<Record<string, Customer>> = {
	0: 'answers',
	1: 'answersAndHangsUp',
	2: 'busy',
	3: 'noAnswer',
	4: 'emptyNumber',
	5: 'poweredOff',
	6: 'suspended',
	7: ['noAnswer', 'answers'],
	8: 'cannotConnect',
	9: 'answers',
};

function isSequence(customer: Customer): customer is readonly (ResultName | ScriptedCall)[] {
	return Array.isArray(customer);
}

/** How a customer behaves in a call. The first call has the index 0. */
export function nthCall(customer: Customer, index: number): ScriptedCall {
	const call = isSequence(customer)
		? (customer[Math.min(index, customer.length - 1)] ?? 'noAnswer')
		: customer;
	return typeof call === 'string' ? { result: call } : call;
}

/** The result of a scripted call. If only a code is given, the call is neither answered nor retried. */
export function resultOf(call: ScriptedCall): ResultKind {
	if (typeof call.result === 'string') return RESULTS[call.result];
	return { desc: `结果${call.result.code}`, answered: false, retried: false, ...call.result };
}
