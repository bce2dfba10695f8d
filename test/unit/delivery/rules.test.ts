/** What decides on a row, and in which order. */
import { rule, rulingOn, type Facts } from '../../../nodes/IflytekAiCall/decide/rules';
import type { Before } from '../../../nodes/IflytekAiCall/entry/before';
import { isFailed, isLeftOut, type Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Entry, InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { CONSOLE } from '../../setup/console';
import { Failure, InputError } from '../../../nodes/shared/failure';
import { acceptedAs, clockAt, entriesTo, NOON, PLACE_NAMES } from './context';

/** At noon, rows to this destination are outside its hours. */
const late = entriesTo({
	body: (rows) => ({ rows }),
	hours: readCallingHours('13:00-20:00', 'Asia/Shanghai'),
});
const entry = entriesTo({ body: (rows) => ({ rows }) });
const WRONG_NUMBER = new InputError('Wrong number', 'Correct it.');
const NO_LINE = new InputError('No line', 'Choose one.');
const TOO_MANY = new InputError('Too many rows', 'Send fewer.');
const FACTS: Facts = {
	names: PLACE_NAMES,
	clock: clockAt(NOON),
	before: new Map(),
	problemsOfItem: [],
	hasFilledRows: true,
	rivalOf: () => undefined,
};
const SENT: Before = { was: 'sent' };
const DETAILS = { state: 'unknown', code: '7' };
const INVALID: InvalidEntry = { item: 0, label: '139', problems: [WRONG_NUMBER, NO_LINE] };

const rulingFor = (row: Row, facts: Partial<Facts> = {}) => rule(row, { ...FACTS, ...facts });
/** A ruling without the classes and stacks of errors. */
function shown(ruling: Ruling) {
	if (isFailed(ruling)) {
		const { failure, ...others } = ruling;
		const { message, kind, details } = failure;
		return { ...others, message, kind, advice: details.advice };
	}
	return ruling;
}

test('a row against which nothing speaks is ready', () => {
	expect(rulingFor(entry(0))).toEqual({ state: 'ready' });
});

describe('each rule decides on its own', () => {
	test('a blank row is left out, unless all rows are blank', () => {
		const row = { ...INVALID, isBlank: true as const };
		expect(rulingFor(row)).toEqual({ state: 'blank', reason: 'The row is blank' });
		expect(rulingFor(row, { hasFilledRows: false })).toEqual({
			state: 'problem',
			failure: WRONG_NUMBER,
		});
	});

	test('a number on the do-not-call list is left out', () => {
		expect(rulingFor(entry(0, { neverCall: true }))).toEqual({
			state: 'neverCall',
			reason: 'The number is on the do-not-call list',
		});
	});

	test('a row of which an earlier run has said that nobody knows stays so, with the details of that run', () => {
		const ruling = rulingFor(entry(0, { leftUnknown: DETAILS }));
		const advice =
			'Look what the earlier error says. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.';
		expect(shown(ruling)).toEqual({
			state: 'unknown',
			message: 'An earlier run could not tell whether it was accepted',
			kind: 'invalidInput',
			advice,
			saysNext: true,
		});
		expect(isFailed(ruling) && ruling.failure.details.facts).toEqual({ ...DETAILS, advice });
	});

	test('a row that cannot be read has its first problem', () => {
		expect(rulingFor({ ...INVALID, original: 'x' }, { problemsOfItem: [[NO_LINE]] })).toEqual({
			state: 'problem',
			failure: WRONG_NUMBER,
			isOfRow: true,
		});
	});

	test('an item that cannot be read has its own problem, if the platform tells none', () => {
		expect([rulingFor(INVALID), rulingFor(INVALID, { problemsOfItem: [[NO_LINE]] })]).toEqual([
			{ state: 'problem', failure: WRONG_NUMBER },
			{ state: 'problem', failure: NO_LINE },
		]);
	});

	test('a row that could not be looked up is only not sent', () => {
		const failure = new LookupError(new Failure('away', 'unavailable'));
		const lookedUp = { ...INVALID, problems: [failure] satisfies InvalidEntry['problems'] };
		expect([rulingFor(lookedUp), rulingFor(entry(0), { problemsOfItem: [[failure]] })]).toEqual([
			{ state: 'notSent', failure },
			{ state: 'notSent', failure },
		]);
	});

	test('a row that was sent before is left out', () => {
		const row = entry(0);
		expect(rulingFor(row, { before: new Map([[row, SENT]]) })).toEqual({
			state: 'sentBefore',
			reason: 'It was called today',
			task: undefined,
		});
		expect(rulingFor(entry(0), { before: new Map([[row, SENT]]) })).toEqual({ state: 'ready' });
	});

	test('a row has the first problem of its item, and none of another one', () => {
		const problemsOfItem = [[], [NO_LINE, TOO_MANY]];
		expect([0, 1, 2].map((item) => rulingFor(entry(item), { problemsOfItem }))).toEqual([
			{ state: 'ready' },
			{ state: 'problem', failure: NO_LINE },
			{ state: 'ready' },
		]);
	});

	test('a row outside its hours says when it can be sent', () => {
		const ruling = rulingFor(late(0));
		expect(shown(ruling)).toEqual({
			state: 'outsideHours',
			message: 'It is 12:00 in Asia/Shanghai, outside the Calling Hours 13:00-20:00',
			kind: 'invalidInput',
			advice: 'Send it from 2026-11-23T13:00:00+08:00 on, or use a task, which waits.',
			saysNext: true,
		});
		expect(isFailed(ruling) && ruling.failure.details.retryAt).toBe('2026-11-23T13:00:00+08:00');
		expect(rulingFor(late(0), { clock: clockAt(NOON + 3_600_000) })).toEqual({ state: 'ready' });
	});

	test('a row with the number or the key of another one names it', () => {
		const other = entry(1, { values: ['1391', '', 'Ms Wang'] });
		const rulingBeside = (shares: 'number' | 'key') =>
			rulingFor(entry(0), { rivalOf: () => ({ row: other, shares }) });
		expect([rulingBeside('number'), rulingBeside('key')]).toEqual([
			{
				state: 'duplicate',
				reason: 'Another row has the same number (1391, Ms Wang)',
				duplicateOf: '1391, Ms Wang',
			},
			{
				state: 'duplicate',
				reason: 'Another row has the same row key (1391, Ms Wang)',
				duplicateOf: '1391, Ms Wang',
			},
		]);
	});

	test('what concerns the whole run is a problem of each row', () => {
		expect(rulingFor(entry(0), { problemOfRun: TOO_MANY })).toEqual({
			state: 'problem',
			failure: TOO_MANY,
		});
	});
});

describe('of two rules that apply, the first decides', () => {
	/** What each rule needs to say something, in the order of the rules. */
	const rival: Partial<Facts> = { rivalOf: () => ({ row: entry(9), shares: 'number' }) };
	const brought = { leftUnknown: DETAILS };
	const noLine: Partial<Facts> = { problemsOfItem: [[NO_LINE]] };
	const sentBefore = (row: Row): Partial<Facts> => ({ before: new Map([[row, SENT]]) });
	/** The state of a row, and what says why. */
	const decided = (row: Row, facts: Partial<Facts> = {}) => {
		const ruling = rulingFor(row, facts);
		if (isLeftOut(ruling)) return [ruling.state, ruling.reason];
		return isFailed(ruling) ? [ruling.state, ruling.failure.message] : [ruling.state];
	};

	test('blank before do-not-call', () => {
		expect(decided({ ...INVALID, isBlank: true, neverCall: true })).toEqual([
			'blank',
			'The row is blank',
		]);
	});

	test('do-not-call before what an earlier run has left unknown', () => {
		expect(decided(entry(0, { neverCall: true, ...brought }))).toEqual([
			'neverCall',
			'The number is on the do-not-call list',
		]);
	});

	test('left unknown before what cannot be read', () => {
		expect(decided({ ...INVALID, ...brought })).toEqual([
			'unknown',
			'An earlier run could not tell whether it was accepted',
		]);
	});

	test('what cannot be read before what was sent', () => {
		expect(decided(INVALID, sentBefore(INVALID))).toEqual(['problem', 'Wrong number']);
	});

	test('sent before, before a problem of the item', () => {
		const row = entry(0);
		expect(decided(row, { ...sentBefore(row), ...noLine })).toEqual([
			'sentBefore',
			'It was called today',
		]);
	});

	test('a problem of the item before the hours', () => {
		expect(decided(late(0), noLine)).toEqual(['problem', 'No line']);
	});

	test('the hours before a duplicate', () => {
		expect(decided(late(0), rival)).toEqual([
			'outsideHours',
			'It is 12:00 in Asia/Shanghai, outside the Calling Hours 13:00-20:00',
		]);
	});

	test('a duplicate before a problem of the whole run', () => {
		expect(decided(entry(0), { ...rival, problemOfRun: TOO_MANY })).toEqual([
			'duplicate',
			'Another row has the same number (1399)',
		]);
	});

	test('also if they are far apart', () => {
		const facts = { ...noLine, ...rival, problemOfRun: TOO_MANY };
		const row: Entry = late(0, { neverCall: true });
		expect([
			decided(row, { ...facts, ...sentBefore(row) })[0],
			decided(late(0), facts)[1],
			decided(entry(0), { ...rival, problemOfRun: TOO_MANY })[0],
		]).toEqual(['neverCall', 'No line', 'duplicate']);
	});
});

describe('what earlier runs have done', () => {
	const saidOf = (
		known: Before,
		{ method = 'placeCalls', skip = 'sameValues' }: Partial<Record<string, string>> = {},
	) =>
		shown(
			rulingOn(known, {
				names: { ...PLACE_NAMES, method: method === 'addRows' ? 'addRows' : 'placeCalls' },
				skip: {
					skip: skip === 'sentKey' ? 'sentKey' : 'sameValues',
					allowsDuplicates: false,
					sendInterrupted: false,
				},
			}),
		);

	test('what an earlier try of this execution has sent, with its answer, is accepted', () => {
		const { id, envelope } = { envelope: undefined, id: '', ...acceptedAs('7') };
		if (!envelope) throw new Error('It has no envelope');
		expect(saidOf({ was: 'accepted', id, envelope })).toEqual({
			...acceptedAs('7'),
			earlierTry: true,
		});
	});

	test.each<[Before & { was: 'sent' }, string, string]>([
		[{ was: 'sent' }, 'sameValues', 'It was called today'],
		[{ was: 'sent', task: 't1' }, 'sameValues', 'It was called today'],
		[{ was: 'sent' }, 'sentKey', 'Its row key was sent before'],
		[
			{ was: 'sent', otherValues: true },
			'sameValues',
			'The number was called today with other values (Skip Customers: Called Today with the Same Values would call it)',
		],
		[
			{ was: 'sent', earlierTry: true, otherValues: true },
			'sentKey',
			'An earlier try of this execution sent it, and its output had the ID',
		],
	])('%j (%s) is left out: %s', (known, skip, reason) => {
		expect(saidOf(known, { skip })).toEqual({ state: 'sentBefore', reason, task: known.task });
	});

	test('what is in a task that was not started is not sent', () => {
		expect(saidOf({ was: 'waiting', task: 't1' })).toEqual({
			state: 'notSent',
			message: 'An earlier execution added it to task t1, which was not started',
			kind: 'refused',
			advice: 'Start that task (Task: Start), or delete it (Task: Delete) and run this again.',
			saysNext: true,
		});
	});

	const lookForCalls = `Look in ${CONSOLE} which were called. Remove these from the list, then turn on Send Interrupted Rows for one run.`;
	test.each<[Before & { was: 'inDoubt' }, string, string, string]>([
		[
			{ was: 'inDoubt', doubt: { why: 'interrupted' } },
			'placeCalls',
			'It is not known whether an earlier execution sent it',
			lookForCalls,
		],
		[
			{ was: 'inDoubt', doubt: { why: 'interrupted' } },
			'addRows',
			'It is not known whether an earlier execution sent it',
			'Compare total (Task: Get) with the accepted rows. Remove from the list what was added, then turn on Send Interrupted Rows for one run.',
		],
		[
			{ was: 'inDoubt', doubt: { why: 'taskDeleted', task: 't1' } },
			'addRows',
			'Task t1 was deleted while it called',
			lookForCalls,
		],
		[
			{ was: 'inDoubt', doubt: { why: 'taskStarted', task: 't1' } },
			'addRows',
			'Task t1 was started before all its rows were in it',
			`Look in ${CONSOLE} which rows task t1 has. Remove these from the list, then turn on Send Interrupted Rows for one run.`,
		],
	])('%j (%s) is left to a person: %s', (known, method, message, advice) => {
		expect(saidOf(known, { method })).toEqual({
			state: 'unknown',
			message,
			kind: 'interrupted',
			advice,
			saysNext: true,
		});
	});
});
