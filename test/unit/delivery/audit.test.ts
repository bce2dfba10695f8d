/** Why a row was called or not, and when that was decided. */
import { Outcomes, type AuditReason } from '../../../nodes/IflytekAiCall/delivery/audit';
import type { Entry, Outcome } from '../../../nodes/IflytekAiCall/delivery/entry';
import { NodeStoreError } from '../../../nodes/IflytekAiCall/delivery/nodeStore';
import { InterruptedRowError } from '../../../nodes/IflytekAiCall/delivery/rowKeys';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { FAILURE_KINDS, Failure, InputError } from '../../../nodes/shared/failure';

const entry = (more: Partial<Entry> = {}): Entry => ({
	item: 0,
	label: '139',
	to: { body: (rows) => ({ rows }), shown: () => ({}) },
	values: ['139'],
	original: {},
	...more,
});
const failed = (error: unknown): Outcome => ({ state: 'notAccepted', error }) as Outcome;
const accepted: Outcome = {
	state: 'accepted',
	id: '1',
	envelope: { code: '0', message: '', result: {}, sent: {} },
};

/** A clock that is read once at the beginning and then advances by a second at each reading. */
function outcomes(): Outcomes {
	let seconds = -1;
	return new Outcomes(() => Date.UTC(2026, 10, 23) + 1000 * ++seconds);
}

/** The reason shown for an entry with this outcome. */
function reason(outcome: Outcome | undefined, one = entry()): AuditReason | undefined {
	const all = outcomes();
	if (outcome) all.set(one, outcome);
	return all.auditOf(one).reason;
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
	expect([
		reason(accepted),
		reason(accepted, entry({ neverCall: true })),
		reason(accepted, entry({ duplicateOf: entry() })),
		reason(undefined),
		reason({ state: 'notSent' } as Outcome),
		reason({ state: 'sentBefore' } as Outcome),
		reason(failed(outsideHoursAt('2026-11-23T22:00'))),
		reason(failed(outsideHoursAt('2026-11-24T12:00'))),
		reason(failed(new NodeStoreError('away'))),
		reason(failed(new InputError('empty'))),
		reason(
			failed(new InterruptedRowError('placeCalls', new Failure('x', 'interrupted'), ['Item 0'])),
		),
		reason(failed(new Error('a bug'))),
	]).toEqual([
		'platform',
		'list',
		'duplicate',
		'stopped',
		'stopped',
		'rowKey',
		'hours',
		'days',
		'database',
		'input',
		'rowKey',
		'platform',
	]);
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

test('the time of a row is the time of its outcome, or of its beginning if it has no outcome', () => {
	const all = outcomes();
	const [first, second, third] = [entry(), entry(), entry()];
	all.set(first, accepted).set(second, accepted);
	expect([first, second, third].map((one) => all.auditOf(one).at)).toEqual([
		'2026-11-23T00:00:01.000Z',
		'2026-11-23T00:00:02.000Z',
		'2026-11-23T00:00:00.000Z',
	]);
	expect(all.auditOfInvalid()).toEqual({ reason: 'input', at: '2026-11-23T00:00:00.000Z' });
	expect(all.get(first)).toBe(accepted);
});

test('without a clock there are neither reasons nor times', () => {
	const all = new Outcomes();
	all.set(entry(), accepted);
	expect([all.auditOf(entry()), all.auditOfInvalid()]).toEqual([{}, {}]);
});
