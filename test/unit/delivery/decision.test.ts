/** What became of a row, and when that was decided. */
import {
	Decisions,
	isFailed,
	isLeftOut,
	maySendAgain,
	reasonOf,
	stopsOthers,
	type Ruling,
} from '../../../nodes/IflytekAiCall/entry/decision';
import { Failure } from '../../../nodes/shared/failure';
import { acceptedAs, decisionsOf, entriesTo, NOON } from './context';

const entry = entriesTo({ body: () => ({}) });
const failure = new Failure('It broke', 'interrupted');
const ACCEPTED = acceptedAs('7');

/** A ruling of each state. */
const RULINGS: readonly Ruling[] = [
	{ state: 'ready' },
	ACCEPTED,
	...(['blank', 'neverCall', 'duplicate', 'sentBefore'] as const).map((state) => ({
		state,
		reason: `It is ${state}`,
	})),
	...(['problem', 'outsideHours', 'notAccepted', 'unknown', 'notSent'] as const).map((state) => ({
		state,
		failure,
	})),
];
const statesOf = (is: (ruling: Ruling) => boolean) => RULINGS.filter(is).map(({ state }) => state);

test('what was certainly not accepted may be sent again', () => {
	expect(statesOf(maySendAgain)).toEqual([
		'ready',
		'problem',
		'outsideHours',
		'notAccepted',
		'notSent',
	]);
});

test('only what was not sent because of itself keeps the others from being sent', () => {
	expect(statesOf(stopsOthers)).toEqual(['problem', 'outsideHours', 'notSent']);
});

test('what is left out on purpose has not failed', () => {
	expect(statesOf(isLeftOut)).toEqual(['blank', 'neverCall', 'duplicate', 'sentBefore']);
	expect(statesOf(isFailed)).toEqual([
		'problem',
		'outsideHours',
		'notAccepted',
		'unknown',
		'notSent',
	]);
});

test('each ruling has its reason', () => {
	expect(RULINGS.map(reasonOf)).toEqual([
		'Nothing speaks against it',
		'The platform accepted it',
		'It is blank',
		'It is neverCall',
		'It is duplicate',
		'It is sentBefore',
		...Array.from({ length: 5 }, () => 'It broke'),
	]);
});

test('the time of a decision is when it was made', () => {
	let time = 0;
	const decisions = new Decisions({ date: () => ++time });
	const [first, second, third] = [entry(0), entry(1), entry(2)];
	decisions.set(first, { state: 'ready' });
	decisions.set(second, { state: 'unknown', failure });
	decisions.set(first, ACCEPTED);
	expect([first, second].map((row) => decisions.of(row))).toEqual([
		{ ...ACCEPTED, at: 3 },
		{ state: 'unknown', failure, at: 2 },
	]);
	expect(decisions.of(third)).toEqual({ state: 'ready', at: 4 });
});

test('a row about which nothing was decided is ready', () => {
	expect(decisionsOf().of(entry(0))).toEqual({ state: 'ready', at: NOON });
});

test('rows are found by their states, in the given order', () => {
	const [first, second, third, fourth] = [entry(0), entry(1), entry(2), entry(3)];
	const decisions = decisionsOf(
		[third, { state: 'problem', failure }],
		[first, ACCEPTED],
		[second, { state: 'notSent', failure }],
	);
	expect(decisions.rows()).toEqual([third, first, second]);
	const rows = [first, second, third, fourth];
	expect([
		decisions.in(rows, 'notSent', 'problem'),
		decisions.in(rows, 'accepted'),
		decisions.in(rows, 'ready'),
		decisions.in(rows),
	]).toEqual([[second, third], [first], [fourth], []]);
});

test('only rows that are sent are marked as called again today', () => {
	const problem: Ruling = { state: 'problem', failure };
	const decisions = decisionsOf();
	const rows = ([{ state: 'ready' }, ACCEPTED, problem, ACCEPTED] as const).map((ruling, item) => {
		const row = entry(item);
		decisions.set(row, ruling);
		return row;
	});
	decisions.markCalledAgain(rows, { calledToday: ({ item }) => item < 3 });
	expect(rows.map((row) => decisions.of(row))).toEqual([
		{ state: 'ready', at: NOON, isCalledAgain: true },
		{ ...ACCEPTED, at: NOON, isCalledAgain: true },
		{ ...problem, at: NOON },
		{ ...ACCEPTED, at: NOON },
	]);
});
