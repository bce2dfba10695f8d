/** How many rows have each state, and why. */
import type { Decisions, Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Row } from '../../../nodes/IflytekAiCall/entry/entry';
import {
	countTexts,
	failedGroups,
	shortReason,
	stateCounts,
} from '../../../nodes/IflytekAiCall/report/counts';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { Failure, InputError } from '../../../nodes/shared/failure';
import { acceptedAs, decisionsOf, entriesTo, NOON } from './context';

const entry = entriesTo({ body: () => ({}) });
const WRONG = new InputError('Wrong number', 'Correct it.');
const refused = (code = '200203', desc = 'wrong') => new RefusalError('placeCalls', code, desc);
const lost = new Failure('connection lost', 'interrupted');
const failed = (
	state: 'problem' | 'outsideHours' | 'notAccepted' | 'unknown' | 'notSent',
	failure: Failure,
): Ruling => ({ state, failure });
const following: Ruling = { state: 'notSent', failure: lost, isFollowing: true };
const leftOut = (state: 'blank' | 'neverCall' | 'duplicate' | 'sentBefore'): Ruling => ({
	state,
	reason: 'Left out',
});
const late = () => new OutsideHoursError(readCallingHours('13:00-20:00', 'Asia/Shanghai'), NOON);

/** Rows with these rulings. */
function rowsWith(...rulings: Ruling[]): { rows: Row[]; decisions: Decisions } {
	const rows = rulings.map((_ruling, item) => entry(item));
	const decisions = decisionsOf(
		...rulings.map((ruling, item): [Row, Ruling] => [rows[item] ?? entry(item), ruling]),
	);
	return { rows, decisions };
}
const countsOf = (...rulings: Ruling[]) => {
	const { rows, decisions } = rowsWith(...rulings);
	return stateCounts(rows, decisions).map(({ count, text }) => {
		expect(text.startsWith(`${count} `)).toBe(true);
		return text;
	});
};
const textsOf = (...rulings: Ruling[]) => {
	const { rows, decisions } = rowsWith(...rulings);
	return countTexts(rows, decisions);
};
const EACH: Ruling[] = [
	leftOut('blank'),
	leftOut('sentBefore'),
	leftOut('duplicate'),
	leftOut('neverCall'),
	failed('problem', WRONG),
	following,
	failed('outsideHours', late()),
	failed('unknown', lost),
	failed('notAccepted', refused()),
	acceptedAs('7'),
	{ state: 'ready' },
];

test('each state that a row has is counted, in one order', () => {
	expect(countsOf(...EACH, acceptedAs('8'))).toEqual([
		'2 accepted',
		'1 rejected',
		'1 unknown',
		'1 outside the calling times',
		'1 not sent',
		'1 with problems',
		'1 on the do-not-call list',
		'1 with the number or key of another row',
		'1 sent before',
		'1 blank',
	]);
	expect([countsOf(), countsOf({ state: 'ready' })]).toEqual([[], []]);
});

test('the counts of a hint have the reasons, and are without the rows that were accepted', () => {
	expect(textsOf(...EACH)).toEqual([
		'1 rejected: wrong outbound number (code 200203, the platform says: wrong)',
		'1 unknown: connection lost',
		'1 outside the calling times',
		'1 not sent',
		'1 with problems (1394)',
		'1 on the do-not-call list',
		'1 with the number or key of another row',
		'1 sent before',
		'1 blank',
	]);
});

test('a reason is said if all rows of a state share it', () => {
	expect([
		textsOf(failed('notAccepted', refused()), failed('notAccepted', refused())),
		textsOf(failed('notAccepted', refused()), failed('notAccepted', refused('200200'))),
		textsOf(failed('notSent', lost), following),
		textsOf(following, following),
	]).toEqual([
		['2 rejected: wrong outbound number (code 200203, the platform says: wrong)'],
		['2 rejected'],
		['2 not sent'],
		['2 not sent'],
	]);
});

test('rows with problems are named, unless they share one', () => {
	const other = failed('problem', new InputError('No name'));
	const many = Array.from({ length: 8 }, (_none, item) =>
		failed('problem', new InputError(`Problem ${item}`)),
	);
	expect([
		textsOf(failed('problem', WRONG), failed('problem', WRONG)),
		textsOf(failed('problem', WRONG), other),
		textsOf(...many),
	]).toEqual([
		['2 with problems: Wrong number'],
		['2 with problems (1390, 1391)'],
		['8 with problems (1390, 1391, 1392, 1393, 1394, 1395 and 2 more)'],
	]);
});

test('the short reason of a failure is the code with the words of the platform, or its message', () => {
	expect([
		shortReason(refused()),
		shortReason(refused('200203', '')),
		shortReason(new Failure('no balance', 'refused', { code: '200202' })),
		shortReason(WRONG),
	]).toEqual([
		'wrong outbound number (code 200203, the platform says: wrong)',
		refused('200203', '').message,
		'no balance',
		'Wrong number',
	]);
});

describe('groups of rows that failed', () => {
	/** The state, the message and the items of each group. */
	const groupsOf = (...rulings: Ruling[]) => {
		const { rows, decisions } = rowsWith(...rulings);
		return failedGroups(rows, decisions).map(({ state, failure, rows: own }) => [
			state,
			failure.message,
			own.map(({ item }) => item),
		]);
	};

	test('are those of one state and one reason, and what must be cleared up first comes first', () => {
		expect(
			groupsOf(...EACH, failed('problem', new InputError('Wrong number', 'Correct it.'))),
		).toEqual([
			['unknown', 'connection lost', [7]],
			['notAccepted', refused().message, [8]],
			['problem', 'Wrong number', [4, 11]],
			['outsideHours', late().message, [6]],
		]);
		expect(groupsOf(failed('problem', WRONG), failed('notSent', lost))).toEqual([
			['notSent', 'connection lost', [1]],
			['problem', 'Wrong number', [0]],
		]);
	});

	test('have the largest of a state first', () => {
		const other = failed('problem', new InputError('No name'));
		expect(groupsOf(failed('problem', WRONG), other, other)).toEqual([
			['problem', 'No name', [1, 2]],
			['problem', 'Wrong number', [0]],
		]);
	});

	test('are apart if their advice or their state is another one', () => {
		const stopped = (task: string) =>
			failed(
				'unknown',
				new Failure('in doubt', 'interrupted', { advice: `Look at task ${task}.` }),
			);
		expect(groupsOf(stopped('1'), stopped('2'), stopped('1'), failed('notSent', lost))).toEqual([
			['unknown', 'in doubt', [0, 2]],
			['unknown', 'in doubt', [1]],
			['notSent', 'connection lost', [3]],
		]);
		expect(groupsOf(failed('notSent', lost), failed('unknown', lost))).toEqual([
			['unknown', 'connection lost', [1]],
			['notSent', 'connection lost', [0]],
		]);
	});

	test('are without rows that only follow, are left out, are accepted, or wait', () => {
		expect(groupsOf(following, leftOut('sentBefore'), acceptedAs('7'), { state: 'ready' })).toEqual(
			[],
		);
	});
});
