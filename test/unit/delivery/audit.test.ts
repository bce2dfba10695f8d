/** Why a row was called or not, and when that was decided. */
import { outcomesOf, Outcomes, type AuditReason } from '../../../nodes/IflytekAiCall/entry/audit';
import type { Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import {
	InterruptedRowError,
	StoreError,
	type Outcome,
} from '../../../nodes/IflytekAiCall/entry/outcomes';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { FAILURE_KINDS, Failure, InputError } from '../../../nodes/shared/failure';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import { PLACE_NAMES } from './context';

const entry = (more: Partial<Entry> = {}): Entry => ({
	item: 0,
	label: '139',
	destination: { body: (rows) => ({ rows }) },
	values: ['139'],
	original: {},
	...more,
});
const failed = (error: unknown): Outcome => ({ state: 'notAccepted', error }) as Outcome;
const invalid: InvalidEntry = { problems: [new Error('x')] };
const accepted: Outcome = {
	state: 'accepted',
	id: '1',
	envelope: { code: '0', message: '', result: {}, sent: {} },
};

/** Outcomes with a clock that is read at the beginning and advances by a second at each later reading. */
function outcomes(): Outcomes {
	let seconds = -1;
	const date = () => Date.UTC(2026, 10, 23) + 1000 * ++seconds;
	return new Outcomes({ ...systemClock, date });
}

/** The reason shown for a row with this outcome. */
function reason(outcome: Outcome | undefined, row = entry()): AuditReason | undefined {
	const all = outcomes();
	if (outcome) all.set(row, outcome);
	return all.auditOf(row).reason;
}

test('each outcome of a row has its reason', () => {
	const outsideHoursAt = (time: string) =>
		new OutsideHoursError(
			{
				...readCallingHours('09:00-20:00', 'Asia/Shanghai'),
				days: { weekdays: ['monday'], leftOut: new Set() },
			},
			Date.parse(`${time}+08:00`),
		);
	const interruptedRow = new InterruptedRowError('x');
	const keyed = entry({ key: 'k' });
	const reasons: [found: AuditReason | undefined, expected: AuditReason][] = [
		[reason(accepted), 'platform'],
		[reason(accepted, entry({ neverCall: true })), 'list'],
		[reason(accepted, entry({ duplicateOf: entry() })), 'duplicate'],
		[reason(undefined), 'stopped'],
		[reason({ state: 'notSent' }), 'stopped'],
		[reason({ state: 'notSent', error: new Failure('refused', 'refused') }), 'platform'],
		[reason({ state: 'sentBefore' }), 'repeat'],
		[reason({ state: 'sentBefore' }, keyed), 'rowKey'],
		[reason(failed(outsideHoursAt('2026-11-23T22:00'))), 'hours'],
		[reason(failed(outsideHoursAt('2026-11-24T12:00'))), 'days'],
		[reason(failed(new StoreError('away'))), 'database'],
		[reason(failed(new InputError('empty'))), 'input'],
		[reason(failed(interruptedRow)), 'repeat'],
		[reason(failed(interruptedRow), keyed), 'rowKey'],
		[reason(failed(new Error('a bug'))), 'platform'],
	];
	expect(reasons.map(([found]) => found)).toEqual(reasons.map(([, expected]) => expected));
});

test('the reason is "connection" for each failure of the connection, and "platform" for other failures', () => {
	const reasons = FAILURE_KINDS.map((kind) => [kind, reason(failed(new Failure('x', kind)))]);
	expect(reasons.filter(([, why]) => why === 'connection').map(([kind]) => kind)).toEqual([
		'timedOut',
		'notConnected',
		'interrupted',
		'stopped',
	]);
	expect(new Set(reasons.map(([, why]) => why))).toEqual(new Set(['platform', 'connection']));
});

test('the time of a row is when its outcome was set, or when the run began if the row has no outcome', () => {
	const all = outcomes();
	const [first, second, third] = [entry(), entry(), entry()];
	all.set(first, accepted).set(second, accepted);
	expect([first, second, third].map((row) => all.auditOf(row).at)).toEqual([
		'2026-11-23T00:00:01.000Z',
		'2026-11-23T00:00:02.000Z',
		'2026-11-23T00:00:00.000Z',
	]);
	expect(all.auditOf(invalid)).toEqual({ reason: 'input', at: '2026-11-23T00:00:00.000Z' });
	expect(all.get(first)).toBe(accepted);
});

test('an item has its own problem as the reason, unless the platform could not be asked about it', () => {
	const reasonOf = (error: unknown) => outcomes().auditOf({ problems: [error] }).reason;
	const lookup = (kind: 'unavailable' | 'timedOut') => new LookupError(new Failure('x', kind));
	expect([
		reasonOf(new InputError('empty')),
		reasonOf(lookup('unavailable')),
		reasonOf(lookup('timedOut')),
	]).toEqual(['input', 'platform', 'connection']);
});

test('an entry without an outcome was not sent', () => {
	expect(outcomes().of(entry())).toEqual({ state: 'notSent' });
});

test('tasks have neither reasons nor times', () => {
	const reasonOf = (method: 'placeCalls' | 'createTask') =>
		outcomesOf({ names: { ...PLACE_NAMES, method }, clock: systemClock }).auditOf(entry()).reason;
	expect([reasonOf('placeCalls'), reasonOf('createTask')]).toEqual(['stopped', undefined]);
});

test('without a clock there are neither reasons nor times', () => {
	const all = new Outcomes();
	all.set(entry(), accepted);
	expect([all.auditOf(entry()), all.auditOf(invalid)]).toEqual([{}, {}]);
});
