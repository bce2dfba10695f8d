/** The error of a run: its cause, what was sent, and the next step. */
import { Outcomes } from '../../../nodes/IflytekAiCall/entry/audit';
import type { RepeatSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { InterruptedRowError, type Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import { refusedRows, runError, withAdvice } from '../../../nodes/IflytekAiCall/report/runError';
import {
	HOW_TO_CHECK,
	HOW_TO_FIND,
	RefusalError,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, InputError, TransportError } from '../../../nodes/shared/failure';
import { entriesTo, PLACE_NAMES, TASK_NAMES } from './context';

const entry = entriesTo({ body: () => ({}) });
const accepted = (id: string): Outcome => ({
	state: 'accepted',
	id,
	envelope: { code: '0', message: '', result: {}, sent: {} },
});
const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
const away = new TransportError('no connection', 'Check the network.', 'notConnected');
const refused = (desc = '') => new RefusalError('placeCalls', '200203', desc);
const AGAIN = 'Then run it again: what was sent is left out.';

/** The error of a run in which the rows have these outcomes, in their order. */
function errorOf(
	outcomes: readonly (Outcome | [Entry, Outcome])[],
	names = PLACE_NAMES,
	repeat: RepeatSettings['repeat'] | undefined = 'onceADay',
) {
	const all = new Outcomes();
	for (const [item, given] of outcomes.entries()) {
		const [row, outcome] = Array.isArray(given) ? given : [entry(item), given];
		all.set(row, outcome);
	}
	const settings = repeat && { repeat, sendInterrupted: false };
	const found = runError({ names, repeat: settings }, all);
	if (!found) return undefined;
	const { message, kind, details } = found.error;
	return { index: found.index, message, kind, details };
}

test('there is none if no entry failed by itself', () => {
	expect(errorOf([accepted('7'), { state: 'sentBefore' }, { state: 'notSent' }])).toBeUndefined();
	expect(errorOf([])).toBeUndefined();
});

test('of one entry it is the error of that entry, with its facts', () => {
	const [row, error] = [entry(4, { rowIndex: 2 }), refused('wrong')];
	expect(errorOf([[row, { state: 'notAccepted', error }]])).toEqual({
		index: 4,
		message: error.message,
		kind: error.kind,
		details: { ...error.details, facts: { notAccepted: [{ item: 4, row: 2, label: '1394' }] } },
	});
});

test('it counts each state, and its facts list the entries of each with their IDs', () => {
	expect(
		errorOf([
			accepted('7'),
			{ state: 'notSent', error: away },
			{ state: 'unknown', error: lost },
			{ state: 'notSent' },
			{ state: 'sentBefore' },
			{ state: 'outsideHours', error: new InputError('late') },
		]),
	).toEqual({
		index: 1,
		message: 'no connection',
		kind: 'notConnected',
		details: {
			advice: `Of 6 rows: 1 accepted, 1 unknown, 1 outside the calling times, 2 not sent, 1 sent before. Check the network. ${AGAIN}`,
			facts: {
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
	});
});

test('rows with the same message and other advice are counted apart', () => {
	const stopped = (task: string) => ({
		state: 'unknown' as const,
		error: new InterruptedRowError(`Look at task ${task}.`),
	});
	const late = { state: 'outsideHours' as const, error: new InputError('late') };
	const error = errorOf([stopped('1'), stopped('2'), stopped('1'), { state: 'notSent' }, late]);
	expect([error?.message, error?.details.advice]).toEqual([
		'Of 2 rows it is not known whether an earlier execution has sent them',
		`Of the others: 1 outside the calling times, 1 not sent. 1 more unknown for other reasons: On Error > Continue shows them. Look at task 1. ${AGAIN}`,
	]);
	expect(errorOf([stopped('1'), stopped('1')])?.details.advice).toBe(`Look at task 1. ${AGAIN}`);
});

test('of an unknown outcome it counts the rows with that cause', () => {
	const unknown = { state: 'unknown', error: lost } as const;
	expect(errorOf([unknown, unknown, { state: 'notSent' }])).toMatchObject({
		index: 0,
		message: 'It is not known whether 2 rows were accepted: connection lost',
		details: {
			advice: expect.stringMatching(
				/^Of the others: 1 not sent\. Look in .* which were called, .* and run it again\.$/,
			) as string,
		},
	});
	const other = { state: 'unknown', error: new Failure('other', 'interrupted') } as const;
	expect(errorOf([unknown, other])).toMatchObject({
		message: 'It is not known whether this row was accepted: connection lost',
	});
});

test('if nothing is left out in the next run, it says not to send again what was accepted', () => {
	const failed = [accepted('7'), { state: 'notSent', error: away } as const];
	const adviceOf = (...error: Parameters<typeof errorOf>) => errorOf(...error)?.details.advice;
	expect(adviceOf(failed, PLACE_NAMES, 'eachRun')).toBe(
		'Of 2 rows: 1 accepted, 1 not sent. Check the network. Then run it again without the rows that were accepted.',
	);
	expect(adviceOf(failed, PLACE_NAMES, 'oncePerKey')).toMatch(AGAIN);
	// Tasks are created by each run.
	const all = new Outcomes();
	for (const [item, outcome] of failed.entries()) all.set(entry(item), outcome);
	expect(runError({ names: TASK_NAMES }, all)?.error.details.advice).toBe(
		'Of 2 tasks: 1 accepted, 1 not sent. Check the network. Then run it again without the tasks that were accepted.',
	);
	const refusal = { state: 'notAccepted', error: refused() } as const;
	expect(adviceOf([accepted('7'), refusal], PLACE_NAMES, 'eachRun')).toBe(
		'The others were accepted. Correct or remove what was refused, then run it again without the rows that were accepted.',
	);
});

test('the item is the first that failed, though not the first that was set', () => {
	const error = { state: 'notSent', error: away } as const;
	expect(
		errorOf([
			[entry(5), error],
			[entry(2), error],
		])?.index,
	).toBe(2);
});

describe('rows that the platform has refused', () => {
	const notAccepted = (desc?: string) => ({ state: 'notAccepted', error: refused(desc) }) as const;

	test('are counted and named, a few of many', () => {
		expect(errorOf([accepted('7'), notAccepted('wrong number')])).toEqual({
			index: 1,
			message:
				'The AI call platform refused 1 of 2 rows: 1391 (wrong outbound number, code 200203, the platform says: wrong number)',
			kind: refused().kind,
			details: {
				code: '200203',
				desc: 'wrong number',
				advice:
					'The others were accepted. Correct or remove what was refused, then run it again: what was sent is left out.',
				facts: {
					accepted: [{ item: 0, label: '1390', task_data_id: '7' }],
					notAccepted: [{ item: 1, label: '1391' }],
				},
			},
		});
		const many = errorOf(Array.from({ length: 30 }, () => notAccepted()));
		expect(many?.message).toBe(
			'The AI call platform refused 30 of 30 rows: 1390, 1391, … (wrong outbound number, code 200203)',
		);
		expect(many?.details.facts).toMatchObject({ notAccepted: { length: 30 } });
	});

	test('are told by an operation with its own words', () => {
		const failure = refusedRows(PLACE_NAMES, refused(), [entry(0)], 1, 'Nobody was called.');
		expect([failure.message, failure.details.advice]).toEqual([
			'The AI call platform refused 1 of 1 row: 1390 (wrong outbound number, code 200203)',
			'Nobody was called. Correct or remove what was refused, then run it again.',
		]);
		expect(refusedRows(PLACE_NAMES, refused(), [entry(0)], 1, '').details.advice).toBe(
			'Correct or remove what was refused, then run it again.',
		);
	});
});

test('what a campaign says of itself is the cause of all its rows', () => {
	const said = new Failure('no balance', 'refused', { advice: 'Nobody was called.' });
	expect(
		errorOf([
			{ state: 'notAccepted', error: refused() },
			{ state: 'notSent', error: said, saysAll: true },
		]),
	).toEqual({
		index: 0,
		message: 'no balance',
		kind: 'refused',
		details: {
			advice: 'Nobody was called.',
			facts: {
				notAccepted: [{ item: 0, label: '1390' }],
				notSent: [{ item: 1, label: '1391' }],
			},
		},
	});
});

test('the error that rows share is not changed', () => {
	const error = new Failure('no', 'refused', { advice: 'Own.', code: '1', facts: { a: 1 } });
	const other = withAdvice(error, 'Another.');
	expect(other).toMatchObject({ message: 'no', details: { advice: 'Another.', code: '1' } });
	expect(error.details.advice).toBe('Own.');
	errorOf([
		{ state: 'notSent', error },
		{ state: 'notSent', error },
	]);
	expect(error.details).toEqual({ advice: 'Own.', code: '1', facts: { a: 1 } });
});

describe('the next step', () => {
	const silent = new Failure('no answer', 'unavailable');
	const adviceOf = (...error: Parameters<typeof errorOf>) => errorOf(...error)?.details.advice;

	test('is only to run it again if nothing was sent', () => {
		const notSent = { state: 'notSent', error: away } as const;
		expect(adviceOf([notSent, notSent])).toBe(
			'Of 2 rows: 2 not sent. Check the network. Then run it again.',
		);
		const refusal = { state: 'notAccepted', error: refused() } as const;
		expect(adviceOf([refusal, refusal])).toBe(
			'Correct or remove what was refused, then run it again.',
		);
	});

	test('of a failure without advice stands alone', () => {
		const notSent = { state: 'notSent', error: silent } as const;
		expect(adviceOf([notSent, notSent])).toBe('Of 2 rows: 2 not sent. Then run it again.');
	});

	test('after an unknown outcome is to find out, and not to send what was sent', () => {
		const outcomes = [{ state: 'unknown', error: lost } as const, { state: 'notSent' } as const];
		expect(adviceOf(outcomes, PLACE_NAMES, 'eachRun')).toBe(
			`Of the others: 1 not sent. ${HOW_TO_FIND.placeCalls} Then run it again without the rows that were accepted.`,
		);
		expect(adviceOf(outcomes)).toBe(`Of the others: 1 not sent. ${HOW_TO_CHECK.placeCalls}`);
	});
});

test('rows with the same message, but other states, are not counted as one cause', () => {
	expect(
		errorOf([
			{ state: 'unknown', error: lost },
			{ state: 'notSent', error: lost },
		])?.message,
	).toBe('It is not known whether this row was accepted: connection lost');
});

test('among refused rows, none that failed for another reason is named', () => {
	expect(
		errorOf([
			{ state: 'notAccepted', error: refused() },
			{ state: 'unknown', error: lost },
		]),
	).toMatchObject({
		message: 'The AI call platform refused 1 of 2 rows: 1390 (wrong outbound number, code 200203)',
		details: {
			advice:
				'Of the others: 1 unknown. Correct or remove what was refused, then run it again: what was sent is left out.',
		},
	});
});

test('what a campaign says of itself stands after the counts, if a row was accepted', () => {
	const adviceOf = (advice?: string) => {
		const error = new Failure('no balance', 'refused', { advice });
		return errorOf([accepted('7'), { state: 'notSent', error, saysAll: true }])?.details.advice;
	};
	expect([adviceOf('Top up.'), adviceOf()]).toEqual([
		'Of 2 rows: 1 accepted, 1 not sent. Top up.',
		'Of 2 rows: 1 accepted, 1 not sent.',
	]);
});
