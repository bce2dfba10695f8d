/** What the output panel shows of a run as a whole. */
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { DeliveryNames, InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import {
	earliestOf,
	showHeld,
	showRun,
	showWarnings,
} from '../../../nodes/IflytekAiCall/report/hints';
import { problem, warning } from '../../../nodes/shared/aiCall/finding';
import type { DeliveryMethod } from '../../../nodes/shared/aiCall/protocol/apiMethods';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { Failure, InputError, PlatformError } from '../../../nodes/shared/failure';
import { acceptedAs, contextOf, decisionsOf, deliveryOf, entriesTo } from './context';

const entry = entriesTo({ body: () => ({}) });
const WRONG = new InputError('wrong');
const invalid: InvalidEntry = { item: 1, label: '138', problems: [WRONG] };
const accepted = acceptedAs('1');
const following: Ruling = {
	state: 'notSent',
	failure: new Failure('It follows', 'stopped'),
	isFollowing: true,
};
const sentBefore: Ruling = { state: 'sentBefore', reason: 'It was called today' };

/** The hints of a run whose rows have these rulings. */
function hintsOf(
	method: DeliveryMethod,
	rulings: (readonly [Row, Ruling])[],
	skip?: Partial<SkipSettings>,
) {
	const { context, hints } = contextOf();
	const names: DeliveryNames = { method, idName: 'id', nouns: ['row', 'rows'] };
	const settings = skip && {
		skip: 'sameValues' as const,
		allowsDuplicates: false,
		sendInterrupted: false,
		...skip,
	};
	const rows = rulings.map(([row]) => row);
	showRun(context, deliveryOf({ names, skip: settings }), rows, decisionsOf(...rulings));
	return hints;
}
const textsOf = (...given: Parameters<typeof hintsOf>) =>
	hintsOf(...given).map((hint) => (hint as { message: string }).message);
const failed = (
	state: 'problem' | 'notAccepted' | 'unknown' | 'outsideHours',
	item: number,
): [Row, Ruling] => [entry(item), { state, failure: new Failure(state, 'refused') }];

test('the hint of a run counts each state; calls also have a hint that says where their results come from', () => {
	expect(
		hintsOf('placeCalls', [
			[entry(0), accepted],
			[entry(1), accepted],
			[entry(2), { state: 'duplicate', reason: 'Another row has the same number (1390)' }],
			failed('notAccepted', 3),
			failed('unknown', 4),
			failed('outsideHours', 5),
			[entry(6), following],
			[entry(7), following],
			[invalid, { state: 'problem', failure: WRONG }],
			failed('problem', 9),
		]),
	).toEqual([
		{
			message:
				'2 accepted · 1 rejected: notAccepted · 1 unknown: unknown · 1 outside the calling times: outsideHours · 2 not sent · 2 with problems (138, 1399) · 1 with the number or key of another row',
			location: 'outputPane',
		},
		{ message: expect.stringMatching(/^How each call went comes later/), location: 'outputPane' },
	]);
});

test('the hint of a run that accepted nothing is a warning, and does not speak of results', () => {
	expect(
		hintsOf('placeCalls', [
			[entry(0), following],
			[invalid, { state: 'problem', failure: WRONG }],
		]),
	).toEqual([
		{
			message: '0 accepted · 1 not sent · 1 with problems (138)',
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('the hint of shared tasks counts each once, and the items that have them', () => {
	const first = entry(0);
	const shared = entry(2, { sharedWith: first });
	expect(
		hintsOf('createTask', [
			[first, accepted],
			[shared, { state: 'ready' }],
			[invalid, { state: 'problem', failure: WRONG }],
		]),
	).toEqual([{ message: '1 created for 2 items · 1 with problems (138)', location: 'outputPane' }]);
	expect(textsOf('createTask', [[first, accepted]])).toEqual(['1 created']);
});

test('a reason that all rejected rows share is said once, in the words of the platform', () => {
	const refused = (item: number, code: string): [Row, Ruling] => [
		entry(item),
		{
			state: 'notAccepted',
			failure: new PlatformError('no', 'refused', { code, desc: `d${code}` }),
		},
	];
	expect([
		textsOf('placeCalls', [refused(0, '200203'), refused(1, '200203')]),
		textsOf('placeCalls', [refused(0, '200200'), refused(1, '200203')]),
	]).toEqual([
		['0 accepted · 2 rejected: wrong outbound number (code 200203, the platform says: d200203)'],
		['0 accepted · 2 rejected'],
	]);
});

describe('rows outside the calling times', () => {
	const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
	const at = (time: string) => new OutsideHoursError(hours, Date.parse(`${time}+08:00`));
	const held = (item: number, failure = at('2026-11-23T21:00:00')): [Row, Ruling] => [
		entry(item),
		{ state: 'outsideHours', failure },
	];

	test('have a hint that says from when on they can be called', () => {
		const why =
			'cannot be called now: it is 21:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00. Nothing is queued.';
		const from = 'from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.';
		expect([
			textsOf('addRows', [held(0), held(1)]),
			textsOf('addRows', [[entry(0), accepted], held(1), held(2)]),
			textsOf('addRows', [held(0), [entry(1), following]])[1],
		]).toEqual([
			['0 accepted · 2 outside the calling times', `2 rows ${why} Run it again ${from}`],
			['1 accepted · 2 outside the calling times', `2 rows ${why} Send only these ${from}`],
			`1 row ${why} Send only these ${from}`,
		]);
		expect(hintsOf('addRows', [held(0)])[1]).toMatchObject({
			type: 'warning',
			location: 'outputPane',
		});
	});

	test('are said by those whose hours begin first, of 200,000', () => {
		const later = at('2026-11-24T21:00:00');
		const rulings = Array.from({ length: 200_000 }, (_none, item) =>
			held(item, item === 100_000 ? at('2026-11-23T21:00:00') : later),
		);
		const { context, hints } = contextOf();
		const rows = rulings.map(([row]) => row);
		const decisions = decisionsOf();
		for (const [row, ruling] of rulings) decisions.set(row, ruling);
		showHeld(context, rows, decisions);
		expect(hints).toEqual([
			{
				message:
					'200000 rows cannot be called now: it is 21:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00. Nothing is queued. Run it again from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('are found among other failures', () => {
		const first = at('2026-11-23T21:00:00');
		const rulings = [failed('problem', 0), held(1, at('2026-11-24T21:00:00')), held(2, first)];
		const rows = rulings.map(([row]) => row);
		expect(earliestOf(rows, decisionsOf(...rulings))).toBe(first);
		expect(earliestOf(rows.slice(0, 1), decisionsOf(...rulings))).toBeUndefined();
	});

	test('are said by the first of those whose hours begin at the same time', () => {
		const [first, second] = [at('2026-11-23T21:00:00'), at('2026-11-23T21:00:00')];
		const rulings = [held(0, first), held(1, second)];
		const rows = rulings.map(([row]) => row);
		expect(earliestOf(rows, decisionsOf(...rulings))).toBe(first);
	});
});

test.each([
	[
		1,
		'1 row was sent before and left out. To send it again, set Skip Customers to None for one run.',
	],
	[
		2,
		'2 rows were sent before and left out. To send them again, set Skip Customers to None for one run.',
	],
])('a run says of %d rows that were sent before how to send them again', (count, text) => {
	const before = Array.from({ length: count }, (_none, item): [Row, Ruling] => [
		entry(item + 1),
		sentBefore,
	]);
	expect(hintsOf('addRows', [[entry(0), accepted], ...before], {})).toEqual([
		{ message: `1 accepted · ${count} sent before`, location: 'outputPane' },
		{ message: text, location: 'outputPane' },
	]);
});

test('a run with Send Interrupted Rows says that it is on', () => {
	const rulings: [Row, Ruling][] = [[entry(0), accepted]];
	const on = 'Send Interrupted Rows is on: rows in doubt are sent. Turn it off after this run.';
	expect(hintsOf('addRows', rulings, { allowsDuplicates: false, sendInterrupted: true })).toEqual([
		{ message: '1 accepted', location: 'outputPane' },
		{ message: on, type: 'warning', location: 'outputPane' },
	]);
	expect(textsOf('addRows', rulings, {})).toEqual(['1 accepted']);
});

test('of many warnings the first five are shown, each once, and no problem', () => {
	const warnings = [1, 2, 3, 4, 5, 6].map((number) => warning(`Warning ${number}`, 'Look.'));
	const [first, second, ...others] = warnings;
	const { context, hints } = contextOf();
	showWarnings(context, {
		ofRun: [first, problem('No script', 'Choose one.')].flatMap((one) => one ?? []),
		ofItems: [[first, second].flatMap((one) => one ?? []), others],
	});
	expect(hints).toEqual(
		[1, 2, 3, 4, 5].map((number) => ({
			message: `Warning ${number}. Look.`,
			type: 'warning',
			location: 'outputPane',
		})),
	);
});

test('a warning counts the rows that were sent though their numbers were called today', () => {
	const again = <Known extends Ruling>(ruling: Known) => ({ ...ruling, isCalledAgain: true });
	const hints = hintsOf('addRows', [
		[entry(0), again(accepted)],
		[entry(1), accepted],
		[entry(2), again(sentBefore)],
	]);
	expect(hints).toContainEqual({
		message: '1 of these 2 numbers was called today.',
		type: 'warning',
		location: 'outputPane',
	});
	expect(textsOf('addRows', [[entry(0), accepted]])).toEqual(['1 accepted']);
});
