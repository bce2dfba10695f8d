/** The states of entries. */
import { Repeats } from '../../../nodes/IflytekAiCall/entry/entry';
import {
	leftOut,
	leftOutText,
	maySendAgain,
	OUTCOMES,
	outcomeOfRepeat,
	StoreError,
	type Outcome,
} from '../../../nodes/IflytekAiCall/entry/outcomes';
import { Failure } from '../../../nodes/shared/failure';
import { entriesTo } from './context';

const entry = entriesTo({ body: () => ({}) });
const accepted: Outcome = {
	state: 'accepted',
	id: '7',
	envelope: { code: '0', message: '', result: {}, sent: {} },
};
const lost = new Failure('lost', 'interrupted');

test('a later row repeats the first row with the same key, and a row without a key repeats nothing', () => {
	const keys = ['a', undefined, 'b', 'a', undefined, 'a'];
	const repeats = new Repeats();
	expect(keys.map((key, item) => repeats.firstOf(entry(item), key)?.item)).toEqual([
		undefined,
		undefined,
		undefined,
		0,
		undefined,
		0,
	]);
});

test('the outcome of a repeat depends on the outcome of the first row', () => {
	expect([
		outcomeOfRepeat({ state: 'notSent' }),
		outcomeOfRepeat(accepted),
		outcomeOfRepeat({ state: 'sentBefore' }),
	]).toEqual([{ state: 'notSent' }, { state: 'sentBefore' }, { state: 'sentBefore' }]);
	for (const state of ['outsideHours', 'unknown', 'notSent'] as const)
		expect(outcomeOfRepeat({ state, error: lost })).toEqual({ state, error: lost });
	expect(outcomeOfRepeat({ state: 'notAccepted', error: lost })).toEqual({
		state: 'notAccepted',
		error: expect.objectContaining({
			message: 'An earlier row of this run has the same row key and was not accepted',
			kind: 'invalidInput',
			details: { advice: 'See the error of that row. This one can be sent again.' },
		}),
	});
});

test('what was certainly not accepted may be sent again', () => {
	const states = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];
	expect(states.filter((state) => OUTCOMES[state].maySendAgain)).toEqual([
		'notAccepted',
		'outsideHours',
		'notSent',
		'problem',
	]);
	expect(
		[
			undefined,
			accepted,
			{ state: 'unknown', error: lost } as const,
			{ state: 'notSent' } as const,
		].map(maySendAgain),
	).toEqual([false, false, false, true]);
});

test('a row is left out because of its number, or of an earlier row', () => {
	const texts = [
		entry(0, { neverCall: true, duplicateOf: entry(1) }),
		entry(0, { duplicateOf: entry(1) }),
		entry(0),
	].map((row) => {
		const omission = leftOut(row);
		return omission && [omission, leftOutText(omission)];
	});
	expect(texts).toEqual([
		[{ state: 'neverCall' }, 'The number is under Do-Not-Call Numbers'],
		[{ state: 'duplicate', duplicateOf: '1391' }, 'An earlier row has the same number (1391)'],
		undefined,
	]);
});

test('an error of the database says that nothing was sent', () => {
	expect([new StoreError(new Error('away')), new StoreError('gone')]).toMatchObject(
		['away', 'gone'].map((reason) => ({
			message: `n8n's database could not be asked what was sent before: ${reason}`,
			kind: 'unavailable',
			details: {
				advice: "Nothing was sent. Check n8n's log and its database, then run the workflow again.",
				facts: { state: 'notSent' },
			},
		})),
	);
});
