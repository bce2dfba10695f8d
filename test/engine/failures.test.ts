import type { IDataObject } from 'n8n-workflow';
import { DO, RUN as SAYS } from '../../nodes/IflytekAiCall/entry/sentences';
import type { Endpoint } from '../simulator/aiCall/endpointList';
import type { Fault } from '../simulator/aiCall/faults';
import {
	ADD_ROWS,
	CallBench,
	chosen,
	customer,
	customers,
	LINE,
	numberOf,
	PLACE,
	RUN,
	SCRIPT,
} from './aiCall';
import type { InputItem, NodeResult } from './harness';

/**
 * Failures that people meet. Each error says what failed, what was sent, and one next step, in few words. The person does
 * what it says, and then everybody is called once.
 */

const REFUSED = [55, 21, 7];
const bench = new CallBench({ speed: 0, sensitiveNumbers: REFUSED.map(numberOf) });

const GOOD = customers(123).filter((_, index) => !REFUSED.includes(index));
const with_ = (...more: InputItem[]) => [...GOOD.slice(0, 60), ...more, ...GOOD.slice(60)];
const refused = REFUSED.map((index) => ({ json: customer(index) }));

const SERIAL = { options: { concurrentRequests: 1 } };
const ONCE = { skipCustomers: 'calledToday', ...SERIAL };
const OPERATIONS = {
	Place: { ...PLACE, ...ONCE },
	Run: { ...RUN, ...ONCE },
	Add: { ...ADD_ROWS, ...ONCE },
};
type Name = keyof typeof OPERATIONS;

interface Failing {
	operation: Name;
	/** What goes wrong, or what is wrong in the panel or in the list. */
	fault?: [Endpoint, Fault, after?: number];
	wrong?: object;
	items?: InputItem[];
	/** What the person does, by the text of the error; without it, the fault is over. */
	fix?: object;
	/** Whether the person removes from the list what the platform has, as the error says. */
	removesSent?: true;
	/** The sentences that the error has, or their beginnings. */
	says: string[];
}

const code = (number: number): Fault => ({ kind: 'code', code: number });
const lost: Fault = { kind: 'drop', when: 'after' };
const broken: Fault = { kind: 'http', status: 500, when: 'before' };
const SEND = { options: { concurrentRequests: 1, sendInterrupted: true } };

const FAILURES: Record<string, Failing> = {
	'Place, balance': {
		operation: 'Place',
		fault: ['callout', code(200209), 1],
		says: ['Top up the account'],
	},
	'Place, line occupied': {
		operation: 'Place',
		fault: ['callout', code(3030002), 1],
		says: ['or choose another line'],
	},
	'Place, maintenance': {
		operation: 'Place',
		fault: ['callout', code(10020), 1],
		says: ['Wait until the maintenance is over'],
	},
	'Place, a parameter': {
		operation: 'Place',
		fault: ['callout', code(10005), 1],
		says: ['Check script, line, times and columns'],
	},
	'Place, no permission': {
		operation: 'Place',
		fault: ['callout', code(10002), 1],
		says: ['Enable the AI call service'],
	},
	'Place, an unknown code': {
		operation: 'Place',
		fault: ['callout', code(999999), 1],
		fix: SEND,
		says: [DO.lookForCalls],
	},
	'Place, an answer lost before it was carried out': {
		operation: 'Place',
		fault: ['callout', { kind: 'drop', when: 'before' }, 1],
		fix: SEND,
		says: [DO.lookForCalls],
	},
	'Place, an answer lost after it was carried out': {
		operation: 'Place',
		fault: ['callout', lost, 1],
		fix: SEND,
		removesSent: true,
		says: [DO.lookForCalls],
	},
	'Place, HTTP 500': {
		operation: 'Place',
		fault: ['callout', broken, 1],
		fix: SEND,
		says: [DO.lookForCalls],
	},
	'Place, a number refused': {
		operation: 'Place',
		items: with_(...refused.slice(0, 1)),
		says: [
			SAYS.notAccepted(1, '121 rows'),
			SAYS.customers('13800000055 (item 61)'),
			SAYS.againLeavesOut,
		],
	},
	'Place, three numbers refused': {
		operation: 'Place',
		items: with_(...refused),
		says: [SAYS.notAccepted(3, '123 rows'), SAYS.againLeavesOut],
	},
	'Place, a row that cannot be sent': {
		operation: 'Place',
		items: with_({ json: { ...customer(5), 客户手机号码: '138' } }),
		says: [SAYS.problem(1, '121 rows'), SAYS.nothingSent, SAYS.again, SAYS.orSendOthers],
	},
	'Place, the platform away': {
		operation: 'Place',
		fault: ['configQuery', { kind: 'drop', when: 'before' }],
		wrong: {},
		says: [SAYS.nothingSent],
	},
	'Place, voice unknown': {
		operation: 'Place',
		wrong: { voiceCode: chosen('1') },
		fix: { voiceCode: chosen('') },
		says: ['Voice 1 not found ', ' or leave it empty'],
	},
	'Place, line unknown': {
		operation: 'Place',
		wrong: { lineNum: chosen('999') },
		fix: { lineNum: chosen(LINE) },
		says: ['Choose a line from the list'],
	},
	'Run, balance at create': {
		operation: 'Run',
		fault: ['taskCreate', code(200209)],
		says: [SAYS.nobodyCalled, SAYS.noTask, 'Top up the account', SAYS.again],
	},
	'Run, line occupied at create': {
		operation: 'Run',
		fault: ['taskCreate', code(3030002)],
		says: [SAYS.nobodyCalled, SAYS.noTask, SAYS.again],
	},
	'Run, an answer lost at create': {
		operation: 'Run',
		fault: ['taskCreate', lost],
		says: [SAYS.nobodyCalled, SAYS.emptyTask],
	},
	'Run, balance at insert': {
		operation: 'Run',
		fault: ['taskInsert', code(200209), 1],
		says: [SAYS.nobodyCalled, SAYS.taskDeleted, 'Top up the account', SAYS.again],
	},
	'Run, maintenance at insert': {
		operation: 'Run',
		fault: ['taskInsert', code(10020), 1],
		says: [SAYS.nobodyCalled, SAYS.taskDeleted],
	},
	'Run, an unknown code at insert': {
		operation: 'Run',
		fault: ['taskInsert', code(999999), 1],
		says: ['Ask iFLYTEK support'],
	},
	'Run, line occupied at start': {
		operation: 'Run',
		fault: ['taskStart', code(3030002)],
		says: [SAYS.nobodyCalled, SAYS.taskDeleted, 'Wait until'],
	},
	'Run, a number refused': {
		operation: 'Run',
		items: with_(...refused.slice(0, 1)),
		says: [
			SAYS.notAccepted(1, '121 rows'),
			SAYS.customers('13800000055 (item 61)'),
			SAYS.nobodyCalled,
		],
	},
	'Run, three numbers refused': {
		operation: 'Run',
		items: with_(...refused),
		says: [SAYS.notAccepted(3, '123 rows'), SAYS.nobodyCalled],
	},
	'Run, script unknown': {
		operation: 'Run',
		wrong: { robotId: chosen('999') },
		fix: { robotId: chosen(SCRIPT) },
		says: ['Script 999 not found ', ' Choose a script'],
	},
	'Run, End Time before Start Time': {
		operation: 'Run',
		wrong: { begin: '2026-12-02T09:00:00+08:00', end: '2026-12-01T09:00:00+08:00' },
		fix: { begin: '', end: '' },
		says: ['End Time must be after Start Time', SAYS.nobodyCalled],
	},
	'Run, four redials': {
		operation: 'Run',
		wrong: { recalls: 4 },
		fix: { recalls: 3 },
		says: ['from 0 to 3'],
	},
	'Run, a year that nobody means': {
		operation: 'Run',
		wrong: { begin: '2126-12-02 09:00' },
		fix: { begin: '' },
		says: ['Start Time lies in the year 2126', 'between 2000 and 2099'],
	},
	'Run, no day left': {
		operation: 'Run',
		wrong: { end: '2026-11-24T09:00:00+08:00', datesLeftOut: '2026-11-23, 2026-11-24' },
		fix: { datesLeftOut: '' },
		says: ['leave no day', 'Choose a later End Time or other days'],
	},
	'Add Rows, balance': {
		operation: 'Add',
		fault: ['taskInsert', code(200209), 1],
		says: [
			SAYS.notAccepted(50, '120 rows'),
			SAYS.others(['50 accepted', '20 not sent']),
			SAYS.againLeavesOut,
		],
	},
	'Add Rows, a number refused': {
		operation: 'Add',
		items: with_(...refused.slice(0, 1)),
		says: [SAYS.othersAccepted, SAYS.againLeavesOut],
	},
	'Add Rows, an answer lost after it was carried out': {
		operation: 'Add',
		fault: ['taskInsert', lost, 1],
		fix: SEND,
		removesSent: true,
		says: [DO.compareTotal],
	},
	'Add Rows, an answer lost before it was carried out': {
		operation: 'Add',
		fault: ['taskInsert', { kind: 'drop', when: 'before' }, 1],
		fix: SEND,
		says: [DO.compareTotal],
	},
};

const NOTHING_TO_DO = 'All 120 rows were sent today already, so nothing was sent';

/** The words and the numbers of an error, without addresses and the customers that it names. */
function counts({ error }: NodeResult) {
	const text = `${error?.message} ${error?.description ?? ''}`
		.replaceAll(/https?:\S+|127\.0\.0\.1:\d+/g, '…')
		.replace(/Affected: [^.]*\. /, '');
	return {
		words: text.split(/\s+/).length,
		numbers: text.match(/(?<![\p{L}\d])\d+(?![\p{L}\d])/gu)?.length ?? 0,
	};
}

test.each(Object.entries(FAILURES))(
	'%s: the error is short, and what it says helps',
	async (_, failing) => {
		const { operation, fault, wrong = {}, items = GOOD, fix = {}, removesSent, says } = failing;
		const taskId = operation === 'Add' ? chosen(await bench.newTask({ begin: '' })) : undefined;
		const panel: IDataObject = { ...OPERATIONS[operation], ...(taskId && { taskId }) };
		if (fault) {
			const [endpoint, what, after = 0] = fault;
			if (after > 0) bench.platform.failNext(endpoint, { kind: 'late', ms: 0 }, after);
			bench.platform.failNext(endpoint, what, endpoint === 'configQuery' ? 9 : 1);
		}
		const failed = await bench.run({ ...panel, ...wrong }, items);
		const text = `${failed.error?.message} ${failed.error?.description ?? ''}`;
		for (const sentence of says) expect(text).toContain(sentence);
		const { words, numbers } = counts(failed);
		expect({ text, isShort: words <= 60 && numbers <= 5 }).toEqual({ text, isShort: true });

		bench.platform.clearFaults();
		const has = new Set(bench.platform.acceptedRows.map(({ values }) => values[0]));
		const list = removesSent
			? GOOD.filter(({ json }) => !has.has(String(json?.客户手机号码)))
			: GOOD;
		const again = await bench.run({ ...panel, ...fix }, list);
		// If all others were sent by the first run, the second one says that there is nothing to do.
		expect(again.error?.message ?? NOTHING_TO_DO).toBe(NOTHING_TO_DO);
		const live = bench.platform.tasks.filter(({ deleted }) => !deleted).map((task) => task.taskId);
		const called = bench.platform.acceptedRows
			.filter((row) => row.endpoint === 'callout' || live.includes(row.taskId))
			.map(({ values }) => values[0]);
		expect(called.sort()).toEqual(GOOD.map(({ json }) => json?.客户手机号码).sort());
	},
);
