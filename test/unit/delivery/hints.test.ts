import type { DeliveryMethod } from '../../../nodes/shared/aiCall/protocol/apiMethods';
import type { DeliveryNames, Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import { Outcomes } from '../../../nodes/IflytekAiCall/entry/audit';
import type { RepeatSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import { showOutcomes } from '../../../nodes/IflytekAiCall/report/hints';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { PlatformError } from '../../../nodes/shared/failure';
import { contextOf, deliveryOf, entriesTo } from './context';

const entry = entriesTo({ body: () => ({}) });
const invalid: InvalidEntry = {
	label: '138',
	problems: [new Error('wrong')],
	original: 0,
};
const accepted: Outcome = {
	state: 'accepted',
	id: '1',
	envelope: { code: '0', message: '', result: {}, sent: {} },
};

/** The hints of a run whose items have these entries, each with its outcome. */
function hintsOf(
	method: DeliveryMethod,
	outcomes: [Entry, Outcome][],
	others: (Entry | InvalidEntry)[] = [],
	repeat?: RepeatSettings['repeat'],
) {
	const { context, hints } = contextOf();
	const entries = [...outcomes.map(([one]) => one), ...others];
	const unreadable = {
		label: 'item 1',
		problems: [new Error('unreadable')],
	} satisfies InvalidEntry;
	const items = [
		{ simplified: true, entries },
		{ simplified: true, entries: [unreadable] },
	];
	const names: DeliveryNames = {
		method,
		idName: 'id',
		nouns: ['row', 'rows'],
	};
	const known = new Outcomes();
	for (const [one, outcome] of outcomes) known.set(one, outcome);
	const settings = repeat && { repeat, sendInterrupted: false };
	showOutcomes(context, deliveryOf({ names, repeat: settings }), items, known);
	return hints;
}

test('the hint of a run counts each outcome; calls also have a hint that says where their results come from', () => {
	const failed = (state: 'notAccepted' | 'unknown' | 'outsideHours', item: number) =>
		[entry(item), { state, error: new Error(state) }] satisfies [Entry, Outcome];
	expect(
		hintsOf('placeCalls', [
			[entry(0), accepted],
			[entry(1), accepted],
			[entry(2), { state: 'sentBefore' }],
			failed('notAccepted', 3),
			failed('unknown', 4),
			failed('outsideHours', 5),
			[entry(6), { state: 'notSent' }],
			[entry(7), { state: 'notSent' }],
		]),
	).toEqual([
		{
			message:
				'2 accepted · 1 rejected: notAccepted · 1 unknown: unknown · 1 outside the calling times: outsideHours · 2 not sent · 1 with problems (item 1) · 1 sent before',
			location: 'outputPane',
		},
		{ message: expect.stringMatching(/^How each call went comes later/), location: 'outputPane' },
	]);
});

test('the hint of a run that accepted nothing does not speak of results', () => {
	expect(hintsOf('placeCalls', [[entry(0), { state: 'notSent' }]])).toEqual([
		{
			message: '0 accepted · 1 not sent · 1 with problems (item 1)',
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('the hint of shared entries counts the items that have them, without invalid ones', () => {
	const first = entry(0);
	const shared = entry(1, { sharedWith: first });
	expect(hintsOf('createTask', [[first, accepted]], [shared, invalid])).toEqual([
		{
			message: '1 created for 2 items · 2 with problems (138, item 1)',
			location: 'outputPane',
		},
	]);
});

test('a reason that all rejected rows share is said once, in the words of the platform', () => {
	const refused = (item: number, code: string): [Entry, Outcome] => [
		entry(item),
		{
			state: 'notAccepted',
			error: new PlatformError('the data does not match', 'refused', { code, desc: `d${code}` }),
		},
	];
	const messageOf = (...codes: string[]) =>
		hintsOf(
			'placeCalls',
			codes.map((code, item) => refused(item, code)),
		)[0];
	expect([messageOf('200200', '200200'), messageOf('200200', '200203')]).toEqual([
		{
			message: '0 accepted · 2 rejected: d200200 (200200) · 1 with problems (item 1)',
			type: 'warning',
			location: 'outputPane',
		},
		{
			message: '0 accepted · 2 rejected · 1 with problems (item 1)',
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('a run says from when on rows can be called that were outside the calling times', () => {
	const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
	const error = new OutsideHoursError(hours, Date.parse('2026-11-23T21:00:00+08:00'));
	const held: [Entry, Outcome][] = [1, 2].map((item) => [
		entry(item),
		{ state: 'outsideHours', error },
	]);
	const textsOf = (...outcomes: [Entry, Outcome][]) =>
		hintsOf('addRows', outcomes).map((hint) => (hint as { message: string }).message);
	const reason =
		'be called now: it is 21:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00. Nothing is queued: run this again from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.';
	expect(textsOf(...held)[1]).toBe(`Nobody can ${reason}`);
	expect(textsOf([entry(0), accepted], ...held)[1]).toBe(`2 of the rows cannot ${reason}`);
});

test.each([
	['onceADay', 1, '1 row was sent today and left out. To send it again, set Repeat to Each Run.'],
	[
		'onceADay',
		2,
		'2 rows were sent today and left out. To send them again, set Repeat to Each Run.',
	],
	[
		'oncePerKey',
		2,
		'2 rows were sent before and left out. To send them again, set Repeat to Each Run.',
	],
] as const)(
	'a run (%s) says of %d rows that were sent before how to send them again',
	(repeat, count, text) => {
		const before = Array.from({ length: count }, (_none, item): [Entry, Outcome] => [
			entry(item + 1),
			{ state: 'sentBefore' },
		]);
		expect(hintsOf('addRows', [[entry(0), accepted], ...before], [], repeat)).toEqual([
			{
				message: `1 accepted · 1 with problems (item 1) · ${count} sent before`,
				location: 'outputPane',
			},
			{ message: text, location: 'outputPane' },
		]);
	},
);

test('a run that repeats all rows does not say how to send again what its retry left out', () => {
	expect(
		hintsOf(
			'addRows',
			[
				[entry(0), accepted],
				[entry(1), { state: 'sentBefore' }],
			],
			[],
			'eachRun',
		),
	).toEqual([
		{ message: '1 accepted · 1 with problems (item 1) · 1 sent before', location: 'outputPane' },
	]);
});
