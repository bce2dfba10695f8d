/** The item that comes out for each row, in each mode of On Error. */
import type { INode } from 'n8n-workflow';
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Delivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { adviceOf, resultOf, shownInvalid } from '../../../nodes/IflytekAiCall/report/results';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, InputError } from '../../../nodes/shared/failure';
import { contextOf, decisionsOf, entriesTo, NOON, PLACE_NAMES, TASK_NAMES } from './context';

const entry = entriesTo({ body: (rows) => ({ rows }), columns: ['tel', 'name'] });
const row = (more: Parameters<typeof entry>[1] = {}) =>
	entry(2, { values: ['1392', 'Li'], key: 'k', ...more });
const SHOWN = { phoneNumber: '1392', row: { tel: '1392', name: 'Li' } };
const AT = new Date(NOON).toISOString();
const ACCEPTED: Ruling = {
	state: 'accepted',
	id: '7',
	envelope: { code: '0', message: 'ok', result: {}, sent: { code: 0, message: 'ok' } },
};
const refused = () => new RefusalError('placeCalls', '200203', 'wrong');
const LOST: Ruling = {
	state: 'unknown',
	failure: new Failure('It is not known', 'interrupted', { advice: 'Look.' }),
	cause: new Failure('lost', 'interrupted'),
	saysNext: true,
};

/** The modes of On Error, as n8n tells them. */
const MODES = {
	stop: { continueOnFail: false, onError: undefined },
	continue: { continueOnFail: true, onError: 'continueRegularOutput' },
	errorOutput: { continueOnFail: true, onError: 'continueErrorOutput' },
} as const;
type Mode = keyof typeof MODES;

interface Setup {
	mode?: Mode;
	names?: Delivery['names'];
	runMode?: Delivery['mode'];
	simplified?: boolean;
	decided?: Row;
}

/** The item of a row with this ruling. */
function itemOf(
	one: Row,
	ruling: Ruling,
	{
		mode = 'stop',
		names = PLACE_NAMES,
		runMode = 'real',
		simplified = true,
		decided = one,
	}: Setup = {},
) {
	const { continueOnFail, onError } = MODES[mode];
	const node: Partial<INode> = onError ? { onError } : {};
	const { context } = contextOf({ continueOnFail, node });
	const delivery = { names, mode: runMode };
	return resultOf(context, delivery, one, one.item, decisionsOf([decided, ruling]), simplified);
}

describe('a row that was accepted', () => {
	test.each(Object.keys(MODES) as Mode[])('has its state, its ID and its values (%s)', (mode) => {
		expect(itemOf(row(), ACCEPTED, { mode })).toEqual({
			json: {
				state: 'accepted',
				task_data_id: '7',
				...SHOWN,
				rowKey: 'k',
				reason: 'The platform accepted it',
				at: AT,
			},
		});
		expect(Object.keys(itemOf(row(), ACCEPTED, { mode }).json)[0]).toBe('state');
	});

	test('has the response of the platform if Simplify is off', () => {
		expect(itemOf(row(), ACCEPTED, { simplified: false })).toEqual({
			json: {
				state: 'accepted',
				task_data_id: '7',
				response: { code: 0, message: 'ok' },
				rowKey: 'k',
				reason: 'The platform accepted it',
				at: AT,
			},
		});
	});

	test('says if its number was called today all the same', () => {
		const again = { ...ACCEPTED, isCalledAgain: true };
		expect(itemOf(row(), again).json.calledToday).toBe(true);
		expect(itemOf(row(), ACCEPTED).json).not.toHaveProperty('calledToday');
	});

	test('has its task, and of a test that it is one', () => {
		const inTask = entriesTo({ body: () => ({}), task: { id: 't1' }, shown: { task: 'Spring' } });
		const one = inTask(0, { original: undefined });
		expect(itemOf(one, ACCEPTED, { runMode: { number: '139' } }).json).toEqual({
			state: 'accepted',
			test: true,
			task_data_id: '7',
			task_id: 't1',
			task: 'Spring',
			reason: 'The platform accepted it',
			at: AT,
		});
	});

	test('has nothing of another row, but a task has the ID of the one that it shares', () => {
		const task = entriesTo({ body: () => ({}), shown: { taskName: 'Spring' } });
		const first = task(0);
		const shared = task(1, { sharedWith: first });
		const setup: Setup = { names: TASK_NAMES, decided: first };
		expect(itemOf(shared, ACCEPTED, setup).json).toEqual({ task_id: '7', taskName: 'Spring' });
		expect(itemOf(shared, ACCEPTED, { ...setup, simplified: false }).json).toEqual({
			code: 0,
			message: 'ok',
		});
	});
});

describe('a row that is left out on purpose', () => {
	test.each(Object.keys(MODES) as Mode[])(
		'is no error, but an item like the others (%s)',
		(mode) => {
			const blank: InvalidEntry = {
				item: 3,
				problems: [new InputError('No number')],
				original: {},
			};
			const items = [
				itemOf(row(), { state: 'neverCall', reason: 'On the list' }, { mode }),
				itemOf(
					row(),
					{ state: 'duplicate', reason: 'The same number', duplicateOf: '1390, Li' },
					{ mode },
				),
				itemOf(row(), { state: 'sentBefore', reason: 'Sent today', task: 't1' }, { mode }),
				itemOf(blank, { state: 'blank', reason: 'The row is blank' }, { mode }),
			];
			expect(items).toEqual([
				{
					json: { state: 'neverCall', ...SHOWN, rowKey: 'k', reason: 'On the list', at: AT },
				},
				{
					json: {
						state: 'duplicate',
						...SHOWN,
						rowKey: 'k',
						duplicateOf: '1390, Li',
						reason: 'The same number',
						at: AT,
					},
				},
				{
					json: {
						state: 'sentBefore',
						...SHOWN,
						rowKey: 'k',
						task_id: 't1',
						reason: 'Sent today',
						at: AT,
					},
				},
				{ json: { state: 'blank', row: {}, reason: 'The row is blank', at: AT } },
			]);
		},
	);
});

describe('a row that failed', () => {
	const REFUSED: Ruling = { state: 'notAccepted', failure: refused() };
	const { message, details } = refused();
	const DETAILS = {
		kind: 'refused',
		code: '200203',
		desc: 'wrong',
		advice: details.advice,
		state: 'notAccepted',
		reason: message,
		at: AT,
	};

	test('stands among the results if On Error is set to stop, with its values', () => {
		expect(itemOf(row(), REFUSED)).toEqual({
			json: {
				state: 'notAccepted',
				...SHOWN,
				rowKey: 'k',
				error: message,
				details: DETAILS,
				reason: message,
				at: AT,
			},
		});
	});

	test('has its state at the top and in its details with Continue, and n8n adds the input item', () => {
		expect(itemOf(row(), REFUSED, { mode: 'continue' })).toEqual({
			json: { state: 'notAccepted', error: message, details: DETAILS, reason: message, at: AT },
			pairedItem: { item: 2 },
		});
	});

	test('has only what n8n admits in the error output', () => {
		expect(itemOf(row(), REFUSED, { mode: 'errorOutput' })).toEqual({
			json: { error: message, details: DETAILS },
			pairedItem: { item: 2 },
		});
	});

	test.each(['problem', 'outsideHours', 'notAccepted', 'unknown', 'notSent'] as const)(
		'as %s has state, reason and time in both places',
		(state) => {
			const ruling: Ruling = { state, failure: new Failure('why', 'refused', { advice: 'Do.' }) };
			const why = { state, reason: 'why', at: AT };
			for (const mode of ['stop', 'continue'] as const)
				expect(itemOf(row(), ruling, { mode }).json).toMatchObject({
					...why,
					error: 'why',
					details: { ...why, kind: 'refused', advice: 'Do.' },
				});
			expect(itemOf(row(), ruling, { mode: 'errorOutput' }).json).toEqual({
				error: 'why',
				details: { ...why, kind: 'refused', advice: 'Do.' },
			});
		},
	);

	test('says its place in an array, counted from 1, and has only its own row for another run', () => {
		const one = row({ rowIndex: 1 });
		for (const mode of ['continue', 'errorOutput'] as const)
			expect(itemOf(one, LOST, { mode })).toMatchObject({
				json: {
					error: 'Row 2: It is not known',
					details: { state: 'unknown', advice: 'Look.', rows: [{ tel: 2 }] },
				},
				// A number: n8n must not add the whole array of the input item.
				pairedItem: 2,
			});
		expect(itemOf(row(), LOST, { mode: 'continue' }).json).not.toHaveProperty('details.rows');
	});

	test('says what is left of its campaign before what is to be done', () => {
		const failure = new Failure('no balance', 'refused', { advice: 'Top up.' });
		const ruling: Ruling = { state: 'notSent', failure, left: 'The task was deleted.' };
		expect(itemOf(row(), ruling).json).toMatchObject({
			reason: 'no balance',
			details: { advice: 'The task was deleted. Top up.' },
		});
		expect([
			adviceOf({ state: 'notSent', failure }),
			adviceOf({ state: 'notSent', failure, left: 'No task is left.' }),
			adviceOf({ state: 'notSent', failure: new Failure('x', 'refused') }),
		]).toEqual(['Top up.', 'No task is left. Top up.', undefined]);
	});

	test('shows as much of itself as could be read', () => {
		const [failure] = [new InputError('Wrong number', 'Correct it.')];
		const ruling: Ruling = { state: 'problem', failure };
		const invalid = { item: 0, label: '138', problems: [failure], original: ['138', 'Li'] };
		expect(itemOf({ ...invalid, problems: [failure] }, ruling).json).toEqual({
			state: 'problem',
			phoneNumber: '138',
			row: ['138', 'Li'],
			error: 'Wrong number',
			details: {
				kind: 'invalidInput',
				advice: 'Correct it.',
				state: 'problem',
				reason: 'Wrong number',
				at: AT,
			},
			reason: 'Wrong number',
			at: AT,
		});
		expect([
			shownInvalid({ item: 0, problems: [failure] }),
			shownInvalid({ item: 0, label: '', problems: [failure], original: 'x' }),
		]).toEqual([{}, { row: 'x' }]);
	});

	test('keeps the facts of an earlier run that could not tell', () => {
		const failure = new InputError('Not known', 'Look.');
		failure.details.facts = { state: 'unknown', code: '7' };
		expect(itemOf(row(), { state: 'unknown', failure }).json).toMatchObject({
			state: 'unknown',
			details: { code: '7', state: 'unknown', advice: 'Look.' },
		});
	});

	test('has neither reason nor time if it is a task', () => {
		const failure = new Failure('no', 'refused', { advice: 'Do.' });
		const setup: Setup = { names: TASK_NAMES, mode: 'continue' };
		expect(itemOf(entry(0), { state: 'notAccepted', failure }, setup).json).toEqual({
			state: 'notAccepted',
			error: 'no',
			details: { kind: 'refused', advice: 'Do.', state: 'notAccepted' },
		});
	});
});
