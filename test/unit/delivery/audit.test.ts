import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
/** Why a row was called or not, and when that was decided. */
import { StoreError } from '../../../nodes/IflytekAiCall/sentBefore/processedData';
import type { Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/batch/entry';
import {
	InterruptedRowError,
	Outcomes,
	type AuditReason,
	type Outcome,
} from '../../../nodes/IflytekAiCall/batch/outcomes';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { FAILURE_KINDS, Failure, InputError } from '../../../nodes/shared/failure';

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
	const interrupted = new Failure('x', 'interrupted');
	const interruptedRow = new InterruptedRowError('placeCalls', interrupted, ['Item 0']);
	const reasons: [found: AuditReason | undefined, expected: AuditReason][] = [
		[reason(accepted), 'platform'],
		[reason(accepted, entry({ neverCall: true })), 'list'],
		[reason(accepted, entry({ duplicateOf: entry() })), 'duplicate'],
		[reason(undefined), 'stopped'],
		[reason({ state: 'notSent' } as Outcome), 'stopped'],
		[reason({ state: 'sentBefore' } as Outcome), 'retry'],
		[reason(failed(outsideHoursAt('2026-11-23T22:00'))), 'hours'],
		[reason(failed(outsideHoursAt('2026-11-24T12:00'))), 'days'],
		[reason(failed(new StoreError('away'))), 'database'],
		[reason(failed(new InputError('empty'))), 'input'],
		[reason(failed(interruptedRow)), 'retry'],
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

test('without a clock there are neither reasons nor times', () => {
	const all = new Outcomes();
	all.set(entry(), accepted);
	expect([all.auditOf(entry()), all.auditOf(invalid)]).toEqual([{}, {}]);
});
