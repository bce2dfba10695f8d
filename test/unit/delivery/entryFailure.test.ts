/** The failure of one entry. */
import { InterruptedRowError } from '../../../nodes/IflytekAiCall/entry/outcomes';
import { entryFailure, failureOf } from '../../../nodes/IflytekAiCall/report/entryFailure';
import {
	CountMismatchError,
	UnknownOutcomeError,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, PlatformError, TransportError } from '../../../nodes/shared/failure';
import { PLACE_NAMES, TASK_NAMES } from './context';

const lost = new TransportError('connection lost', 'Try again.', 'interrupted');

test('an entry that was not sent says so', () => {
	const failure = entryFailure(PLACE_NAMES, { state: 'notSent' });
	expect(failure).toMatchObject({ kind: 'stopped', details: { advice: 'It can be sent again.' } });
	expect([failure, entryFailure(TASK_NAMES, { state: 'notSent' })].map(String)).toEqual([
		'Failure: Not sent: another row failed or has a problem, or the execution was stopped',
		'Failure: Not sent: another task failed or has a problem, or the execution was stopped',
	]);
});

test('an outcome with a known reason has that reason', () => {
	const refused = new PlatformError('refused', 'refused', { code: '200203' });
	for (const state of ['notAccepted', 'outsideHours', 'notSent'] as const)
		expect(entryFailure(PLACE_NAMES, { state, error: refused })).toBe(refused);
});

test('an unknown outcome says how to find out', () => {
	expect(entryFailure(PLACE_NAMES, { state: 'unknown', error: lost })).toEqual(
		new UnknownOutcomeError('placeCalls', lost, 1, ['row', 'rows']),
	);
	expect(failureOf(TASK_NAMES, { state: 'unknown', error: lost }, 2)).toEqual(
		new UnknownOutcomeError('createTask', lost, 2, ['task', 'tasks']),
	);
});

test.each([
	['too few IDs', { error: new CountMismatchError(2, 1, ['7']) }],
	['a campaign that says all', { error: lost, saysAll: true as const }],
])('an unknown outcome that says so itself stays as it is: %s', (_name, outcome) => {
	const failure = entryFailure(PLACE_NAMES, { state: 'unknown', ...outcome });
	expect(failure).toBe(outcome.error);
});

test.each<[unknown, string]>([
	[new TypeError('a bug'), 'a bug'],
	['text', 'text'],
])('the unforeseen error %p has the kind "unexpected"', (error, message) => {
	const failure = entryFailure(PLACE_NAMES, { state: 'notAccepted', error });
	expect(failure).toBeInstanceOf(Failure);
	expect(failure).toMatchObject({ message, kind: 'unexpected' });
});

test('several rows in doubt are counted', () => {
	const error = new InterruptedRowError('How to check');
	const one = failureOf(PLACE_NAMES, { state: 'unknown', error }, 1);
	const many = failureOf(PLACE_NAMES, { state: 'unknown', error }, 50);
	expect([one.message, many.message, many.details.advice]).toEqual([
		'It is not known whether an earlier execution has sent this row',
		'Of 50 rows it is not known whether an earlier execution has sent them',
		'How to check',
	]);
});
