/** The error of a run: its cause, what was sent, and the next step. */
import { fc } from '../aiCall/property';
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { DeliveryNames, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { DO, RUN, SAY } from '../../../nodes/IflytekAiCall/entry/sentences';
import { runError } from '../../../nodes/IflytekAiCall/report/runError';
import {
	RefusalError,
	UnreadableResponseError,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { Failure, InputError, TransportError } from '../../../nodes/shared/failure';
import { acceptedAs, decisionsOf, entriesTo, NOON, PLACE_NAMES, TASK_NAMES } from './context';

const entry = entriesTo({ body: () => ({}) });
const away = new TransportError('no connection', 'Check the network.', 'notConnected');
const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
const refused = (desc = 'wrong') => new RefusalError('placeCalls', '200203', desc);
const WRONG = new InputError('"123" is not a mobile number', 'Correct the number.');
const late = new OutsideHoursError(readCallingHours('13:00-20:00', 'Asia/Shanghai'), NOON);

const REFUSED_ADVICE = refused().details.advice;

const ACCEPTED = acceptedAs('7');
const PROBLEM: Ruling = { state: 'problem', failure: WRONG };
const NOT_SENT: Ruling = { state: 'notSent', failure: away };
const REFUSED: Ruling = { state: 'notAccepted', failure: refused() };
const LATE: Ruling = { state: 'outsideHours', failure: late, saysNext: true };
const LOST: Ruling = {
	state: 'unknown',
	failure: new Failure(SAY.lostAnswer('this row', 'was accepted', lost.message), 'interrupted', {
		advice: DO.afterLostAnswer('placeCalls', true),
	}),
	cause: lost,
	saysNext: true,
};
const IN_DOUBT: Ruling = {
	state: 'unknown',
	failure: new Failure(SAY.inDoubt, 'interrupted', { advice: DO.lookForCalls }),
	saysNext: true,
};
const FOLLOWING: Ruling = {
	state: 'notSent',
	failure: new Failure(SAY.following, 'stopped', { advice: DO.sendItAgain }),
	isFollowing: true,
};
const SENT_BEFORE: Ruling = { state: 'sentBefore', reason: SAY.sentToday };
const leftOut = (state: 'blank' | 'neverCall' | 'duplicate'): Ruling => ({ state, reason: 'x' });

interface Setup {
	names?: DeliveryNames;
	skip?: SkipSettings['skip'] | null;
	sendOthers?: boolean;
}

/** The error of a run in which the rows have these rulings, in their order. */
function errorOf(
	given: readonly (Ruling | readonly [Row, Ruling])[],
	{ names = PLACE_NAMES, skip = 'sameValues', sendOthers = false }: Setup = {},
) {
	const rulings = given.map((one, item): readonly [Row, Ruling] =>
		'state' in one ? [entry(item), one] : one,
	);
	const settings =
		skip === null ? undefined : { skip, allowsDuplicates: false, sendInterrupted: false };
	const rows = rulings.map(([row]) => row);
	return runError({ names, skip: settings, sendOthers }, rows, decisionsOf(...rulings));
}
const adviceOf = (...given: Parameters<typeof errorOf>) => errorOf(...given)?.details.advice;
const saidOf = (...given: Parameters<typeof errorOf>) => {
	const error = errorOf(...given);
	return [error?.message, error?.details.advice];
};

test('there is none if no row failed by itself', () => {
	expect(errorOf([])).toBeUndefined();
	expect(
		errorOf([ACCEPTED, SENT_BEFORE, FOLLOWING, leftOut('duplicate'), leftOut('blank')]),
	).toBeUndefined();
});

test('of one row it is the failure of that row, with its facts', () => {
	const [row, failure] = [entry(4, { rowIndex: 2 }), refused()];
	const error = errorOf([[row, { state: 'notAccepted', failure }]]);
	expect(error).toBeInstanceOf(Failure);
	expect({ ...error, message: error?.message }).toMatchObject({
		message: failure.message,
		kind: 'refused',
		details: {
			code: '200203',
			desc: 'wrong',
			advice: `Nothing was sent. ${failure.details.advice} Then run it again.`,
			facts: { notAccepted: [{ item: 4, row: 2, label: '1394' }] },
		},
	});
});

test('it counts each state, and its facts list the rows of each with their IDs', () => {
	const error = errorOf([ACCEPTED, NOT_SENT, LOST, FOLLOWING, SENT_BEFORE, LATE]);
	expect([error?.message, error?.kind, error?.details]).toEqual([
		'It is not known whether the platform accepted 1 of 6 rows: connection lost',
		'interrupted',
		{
			advice: `Affected: 1392 (item 3), 1391 (item 2), 1395 (item 6). There are 2 more reasons. Of the others: 1 accepted, 1 outside the calling times, 2 not sent, 1 sent before. ${DO.lookForCalls}`,
			facts: {
				state: 'unknown',
				accepted: [{ item: 0, label: '1390', task_data_id: '7' }],
				unknown: [{ item: 2, label: '1392' }],
				outsideHours: [{ item: 5, label: '1395' }],
				notSent: [
					{ item: 1, label: '1391' },
					{ item: 3, label: '1393' },
				],
				sentBefore: [{ item: 4, label: '1394' }],
			},
		},
	]);
});

test('states for which there is no room are summed up', () => {
	const others = [SENT_BEFORE, leftOut('duplicate'), FOLLOWING, LATE];
	expect(adviceOf([ACCEPTED, NOT_SENT, ...others])).toContain(
		'Of the others: 1 accepted, 1 outside the calling times, 1 not sent, 1 with the number or key of another row, 1 sent before. Check the network.',
	);
	const long: Ruling = {
		state: 'notSent',
		failure: new Failure(Array.from({ length: 80 }, () => 'word').join(' '), 'refused'),
	};
	expect(adviceOf([ACCEPTED, long, ...others])).toContain(
		'Of the others: 1 accepted, 4 more. Then',
	);
});

describe('the customers', () => {
	test('that failed are named with their places, counted from 1', () => {
		const given = [
			ACCEPTED,
			[entry(1, { rowIndex: 2 }), PROBLEM],
			[entry(2, { sheetRow: 9 }), PROBLEM],
			[{ item: 3, problems: [WRONG] }, PROBLEM],
			[entry(4, { label: '' }), PROBLEM],
		] satisfies Parameters<typeof errorOf>[0];
		expect(adviceOf(given)).toContain(
			'Affected: 1391 (item 2, row 3), 1392 (row 9), item 4, item 5. ',
		);
	});

	test('are at most six, then a count', () => {
		const advice = adviceOf([ACCEPTED, ...Array.from({ length: 30 }, () => REFUSED)]);
		expect(advice).toContain(
			'Affected: 1391 (item 2), 1392 (item 3), 1393 (item 4), 1394 (item 5), 1395 (item 6), 1396 (item 7) and 24 more. ',
		);
		const six = adviceOf([ACCEPTED, ...Array.from({ length: 6 }, () => REFUSED)]);
		expect(six).toContain('1396 (item 7). ');
	});

	test('are named if they are six, or if each failed by itself', () => {
		const failed = (count: number, ruling: Ruling) =>
			adviceOf([ACCEPTED, ...Array.from({ length: count }, () => ruling)]);
		expect(failed(6, NOT_SENT)).toContain('Affected: 1391 (item 2), ');
		expect(failed(7, NOT_SENT)).not.toContain('Affected');
		expect(failed(7, { ...PROBLEM, isOfRow: true })).toContain('Affected: 1391 (item 2), ');
	});

	test('are not named if the error concerns all rows', () => {
		expect(saidOf([PROBLEM, PROBLEM])).toEqual([
			WRONG.message,
			'Nothing was sent. Correct the number. Then run it again.',
		]);
		expect(adviceOf([PROBLEM, REFUSED])).toContain('Affected: 1391 (item 2), 1390 (item 1). ');
	});
});

describe('that nothing was sent', () => {
	const NOTHING = 'Nothing was sent.';
	const NOBODY = 'Nobody was called.';
	const campaign = { names: { ...PLACE_NAMES, done: 'called' } };

	test.each<[string, Ruling[]]>([
		['only problems', [PROBLEM, FOLLOWING]],
		['the hours have ended', [LATE, FOLLOWING]],
		['refused by the platform', [REFUSED, REFUSED]],
		['no connection', [NOT_SENT, NOT_SENT]],
		['in doubt since an earlier run', [IN_DOUBT, FOLLOWING]],
		['sent before', [PROBLEM, SENT_BEFORE]],
	])('is said if it is so: %s', (_name, rulings) => {
		expect(adviceOf(rulings)).toContain(NOTHING);
		const advice = adviceOf(rulings, campaign);
		expect([advice?.includes(NOBODY), advice?.includes(NOTHING)]).toEqual([true, false]);
	});

	test.each<[string, Ruling[]]>([
		['one row was accepted', [ACCEPTED, PROBLEM]],
		['an answer was lost', [PROBLEM, LOST]],
		['all answers were lost', [LOST, LOST]],
		['one of many', [...Array.from({ length: 20 }, () => PROBLEM), LOST, FOLLOWING]],
	])('is not said if %s', (_name, rulings) => {
		for (const setup of [{}, campaign]) {
			const said = saidOf(rulings, setup).join(' ');
			expect([said.includes(NOTHING), said.includes(NOBODY)]).toEqual([false, false]);
		}
	});

	test('is said with the counts if rows are in doubt or left out', () => {
		expect(adviceOf([PROBLEM, IN_DOUBT, SENT_BEFORE, leftOut('neverCall'), FOLLOWING])).toContain(
			'Nothing was sent. Of the others: 1 not sent, 1 with problems, 1 on the do-not-call list, 1 sent before.',
		);
		expect(adviceOf([PROBLEM, FOLLOWING])).not.toContain('Of the others');
	});
});

test('rows that something on the way has turned back are not said to be refused by the platform', () => {
	const failure = new UnreadableResponseError('html', 403);
	expect(saidOf([{ state: 'notAccepted', failure }, FOLLOWING, FOLLOWING])[0]).toMatch(
		/^1 of 3 rows was not accepted: /,
	);
	const cause = new UnreadableResponseError('html', 502);
	expect(saidOf([{ ...LOST, cause }, FOLLOWING])[0]).toMatch(/^It is not known whether /);
});

describe('rows that failed in several ways', () => {
	test('have what must be cleared up first as the headline, and the other reasons after it', () => {
		expect(saidOf([PROBLEM, REFUSED, FOLLOWING])).toEqual([
			'The platform refused 1 of 3 rows: wrong outbound number (code 200203, the platform says: wrong)',
			`Affected: 1391 (item 2), 1390 (item 1). 1 row: "123" is not a mobile number. Nothing was sent. ${REFUSED_ADVICE} Then run it again.`,
		]);
	});

	test('and of which none was sent say no more than that', () => {
		const other: Ruling = { state: 'notAccepted', failure: refused('full') };
		expect(adviceOf([REFUSED, other])).toMatch(/Nothing was sent\. (?!Of the others)/);
	});

	test('have no more reasons than there is room for', () => {
		const problems = Array.from({ length: 9 }, (_none, item): Ruling => ({
			state: 'problem',
			failure: new InputError(`The value of column ${item} is longer than the platform takes`),
		}));
		const advice = adviceOf(problems);
		expect(advice).toMatch(/There are \d more reasons\./);
		expect(adviceOf(problems.slice(0, 2))).not.toContain('more reason');
		const long = new InputError(Array.from({ length: 40 }, () => 'word').join(' '));
		expect(adviceOf([REFUSED, { state: 'problem', failure: long }])).toContain(
			'There is one more reason.',
		);
		expect(adviceOf([LOST, { state: 'problem', failure: long }])).toContain(
			'There is one more reason. Of the others: 1 with problems. Look',
		);
	});

	test('with the same message, but other advice, are counted apart', () => {
		const stopped = (task: string): Ruling => ({
			state: 'unknown',
			failure: new Failure('in doubt', 'interrupted', { advice: `Look at task ${task}.` }),
			saysNext: true,
		});
		expect(saidOf([stopped('1'), stopped('2'), stopped('1')])).toEqual([
			'in doubt (2 of 3 rows)',
			'Affected: 1390 (item 1), 1392 (item 3), 1391 (item 2). 1 row: in doubt. Nothing was sent. Of the others: 1 unknown. Look at task 1.',
		]);
		expect(adviceOf([stopped('1'), stopped('1')])).toBe('Nothing was sent. Look at task 1.');
	});
});

describe('what is left of a campaign', () => {
	const left = (sentence: string): Ruling => ({
		state: 'notSent',
		failure: new Failure('no balance', 'refused', { advice: 'Top up.' }),
		left: sentence,
	});
	const campaign = { names: { ...PLACE_NAMES, done: 'called' } };

	test('is said once, after that nobody was called', () => {
		expect(saidOf([left(RUN.taskDeleted), left(RUN.taskDeleted)], campaign)).toEqual([
			'no balance',
			`Nobody was called. ${RUN.taskDeleted} Top up. Then run it again.`,
		]);
	});

	test('is said beside the customers that another campaign calls', () => {
		expect(saidOf([ACCEPTED, left(RUN.taskDeleted)], campaign)).toEqual([
			'1 of 2 rows could not be sent: no balance',
			`Affected: 1391 (item 2). The others were accepted. ${RUN.taskDeleted} Top up. Then run it again today: what was sent is left out.`,
		]);
	});
});

describe('the next step', () => {
	const SEND_OTHERS = 'To send the others now, set If Rows Have Problems to Send the Others.';

	test('is to correct what is wrong, or to send the others', () => {
		expect(adviceOf([PROBLEM, FOLLOWING])).toBe(
			`Affected: 1390 (item 1). Nothing was sent. Correct the number. Then run it again. ${SEND_OTHERS}`,
		);
		// There are no others, or they are sent already, or they are tasks.
		expect(adviceOf([PROBLEM, SENT_BEFORE])).not.toContain(SEND_OTHERS);
		expect(adviceOf([PROBLEM, FOLLOWING], { sendOthers: true })).not.toContain(SEND_OTHERS);
		expect(adviceOf([PROBLEM, FOLLOWING], { skip: null })).not.toContain(SEND_OTHERS);
		expect(adviceOf([NOT_SENT, FOLLOWING])).not.toContain(SEND_OTHERS);
	});

	test.each<[SkipSettings['skip'], string]>([
		['sameValues', 'Then run it again today: what was sent is left out.'],
		['sentKey', 'Then run it again today: what was sent is left out.'],
		['none', 'Then run it again without the rows that were accepted.'],
	])('after some rows were accepted follows Repeat (%s)', (skip, again) => {
		expect(adviceOf([ACCEPTED, NOT_SENT], { skip })).toBe(
			`Affected: 1391 (item 2). The others were accepted. Check the network. ${again}`,
		);
		expect(adviceOf([ACCEPTED, REFUSED], { skip })).toBe(
			`Affected: 1391 (item 2). The others were accepted. ${REFUSED_ADVICE} ${again}`,
		);
	});

	test('after some tasks were created is to run it without them', () => {
		expect(saidOf([ACCEPTED, NOT_SENT], { names: TASK_NAMES, skip: null })).toEqual([
			'1 of 2 tasks could not be sent: no connection',
			'Affected: 1391 (item 2). The others were accepted. Check the network. Then run it again without the tasks that were accepted.',
		]);
	});

	test('of a failure without advice stands alone', () => {
		const silent: Ruling = { state: 'notSent', failure: new Failure('no answer', 'unavailable') };
		expect(adviceOf([silent, silent])).toBe('Nothing was sent. Then run it again.');
	});

	test('of a row that says it all is only that', () => {
		expect(adviceOf([LOST, LOST])).toBe(DO.lookForCalls);
		expect(adviceOf([IN_DOUBT])).toBe(`Nothing was sent. ${DO.lookForCalls}`);
	});

	test('after the hours ended calls nobody twice', () => {
		const from = 'Mon, Nov 23, 13:00 (UTC+8)';
		expect(adviceOf([LATE, LATE])).toBe(
			`Nothing was sent. Run it again from ${from} on, or use a task, which waits.`,
		);
		const rest = `Retry this execution from ${from} on: it sends the rest. A new run on that day calls everybody.`;
		for (const skip of ['sameValues', 'sentKey'] as const)
			expect(adviceOf([ACCEPTED, LATE], { skip })).toBe(
				`Affected: 1391 (item 2). The others were accepted. ${rest}`,
			);
		expect(adviceOf([SENT_BEFORE, LATE])).toContain(rest);
		expect(adviceOf([ACCEPTED, LATE], { skip: 'none' })).toContain(
			`Remove from the list what was accepted, and run it again from ${from} on.`,
		);
	});
});

test('the error of an invalid row is one of the input, and other ones are not', () => {
	expect([errorOf([PROBLEM, ACCEPTED]), errorOf([LATE])]).toEqual([
		expect.any(InputError),
		expect.any(InputError),
	]);
	expect(errorOf([REFUSED])).not.toBeInstanceOf(InputError);
});

test('the failure that rows share is not changed', () => {
	const failure = new Failure('no', 'refused', { advice: 'Own.', code: '1', facts: { a: 1 } });
	const shared: Ruling = { state: 'notSent', failure };
	const error = errorOf([shared, shared]);
	expect(error?.details).toMatchObject({ code: '1', facts: { a: 1, notSent: { length: 2 } } });
	expect(failure.details).toEqual({ advice: 'Own.', code: '1', facts: { a: 1 } });
	const input = new InputError('wrong', 'Own.');
	errorOf([{ state: 'problem', failure: input }, ACCEPTED]);
	expect(input).toMatchObject({ message: 'wrong', details: { advice: 'Own.' } });
});

describe('there is room for exactly 60 words', () => {
	/** How many words the error has at most, without the customers, whatever the length of this reason is. */
	const most = (
		rulings: (failure: Failure) => Ruling[],
		isCounted: (text: string) => boolean = () => true,
	) => {
		const texts = Array.from({ length: 30 }, (_none, count) => {
			const reason = Array.from({ length: count + 1 }, () => 'word').join(' ');
			const [message, advice = ''] = saidOf(rulings(new InputError(reason)));
			return `${message} ${advice.replace(/Affected: .*?\)\. /, '')}`;
		});
		return Math.max(...texts.filter(isCounted).map((text) => text.split(' ').length));
	};

	test('with the states of the others', () => {
		const others = [SENT_BEFORE, leftOut('duplicate'), leftOut('neverCall'), LATE];
		const rulings = (failure: Failure): Ruling[] => [{ state: 'problem', failure }, ...others];
		expect(most(rulings)).toBe(60);
		// All are told as long as there is room for them, after the reasons of the others.
		expect(most(rulings, (text) => !/more|1 row:/.test(text))).toBe(60);
	});

	test('with the reasons of the others', () => {
		expect(most((failure) => [REFUSED, { state: 'problem', failure }])).toBe(60);
	});
});

test('an error without a next step ends with what it says', () => {
	const failure = new Failure('It is not known', 'interrupted');
	expect(adviceOf([{ state: 'unknown', failure, saysNext: true }, FOLLOWING])).toMatch(/[^ ]$/);
});

test('whatever happened, it has at most 60 words beside the customers, and denies only what is not so', () => {
	const all: readonly Ruling[] = [
		ACCEPTED,
		PROBLEM,
		{ state: 'problem', failure: new InputError('The line 055168204601 has expired', 'Renew it.') },
		NOT_SENT,
		REFUSED,
		LATE,
		LOST,
		IN_DOUBT,
		FOLLOWING,
		SENT_BEFORE,
		leftOut('duplicate'),
		leftOut('neverCall'),
	];
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 40 }),
			fc.constantFrom('sameValues' as const, 'sentKey' as const, 'none' as const),
			fc.boolean(),
			(rulings, skip, sendOthers) => {
				const error = errorOf(rulings, { skip, sendOthers });
				const own = rulings.filter((one) => 'failure' in one && !one.isFollowing);
				expect(error === undefined).toBe(own.length === 0);
				if (!error) return;
				const text = `${error.message} ${error.details.advice}`;
				const words = text.replace(/Affected: .*?\. (?=[A-Z0-9])/, '').split(/\s+/);
				expect([text, words.length <= 60]).toEqual([text, true]);
				const isAnySent = rulings.some((one) => one === ACCEPTED || one === LOST);
				expect(text.includes('Nothing was sent.')).toBe(!isAnySent);
				expect(text).not.toMatch(/undefined|item 0| {2}/);
			},
		),
	);
});
