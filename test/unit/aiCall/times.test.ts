import { DateTime } from 'luxon';
import { isoTime, readPeriod, readPeriods, toMilliseconds } from '../../../nodes/shared/aiCall/times';

const SHANGHAI = 'Asia/Shanghai';

describe('toMilliseconds', () => {
	it.each<[unknown, number]>([
		['2026-11-21T09:00:00', Date.UTC(2026, 10, 21, 1)],
		['2026-11-21 09:00:00', Date.UTC(2026, 10, 21, 1)],
		['2026-11-21T09:00:00Z', Date.UTC(2026, 10, 21, 9)],
		['2026-11-21T09:00:00.500+02:00', Date.UTC(2026, 10, 21, 7, 0, 0, 500)],
		['2026-11-21', Date.UTC(2026, 10, 20, 16)],
		[' 1800000000000 ', 1_800_000_000_000],
		[1_800_000_000_000, 1_800_000_000_000],
		[new Date(1_800_000_000_000), 1_800_000_000_000],
		[DateTime.fromMillis(1_800_000_000_000), 1_800_000_000_000],
	])('%p is %d', (value, ms) => {
		expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(ms);
	});

	it.each([undefined, null, '', 'tomorrow', {}, Number.NaN, new Date('x'), DateTime.invalid('none')])('refuses %p', (value) => {
		expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow('Begin is not a date');
	});

	it('refuses seconds', () => {
		expect(() => toMilliseconds(1_800_000_000, SHANGHAI, 'End')).toThrow('End lies in 1970');
		expect(() => toMilliseconds('1800000000', SHANGHAI, 'End')).toThrow('End lies in 1970');
	});
});

describe('platform times', () => {
	it('gives ISO 8601, and null for no time', () => {
		expect([1_800_000_000_000, '1800000000000', 0, '0', -1, '', null, undefined, 'x', 1e20].map(isoTime)).toEqual([
			'2027-01-15T08:00:00.000Z',
			'2027-01-15T08:00:00.000Z',
			...Array.from({ length: 8 }, () => null),
		]);
	});

	it('reads periods', () => {
		expect(readPeriod('08:30:00-11:30:00')).toEqual({ from: '08:30:00', to: '11:30:00' });
		expect([readPeriod('08:30-11:30'), readPeriod(''), readPeriod(7)]).toEqual([undefined, undefined, undefined]);
		expect(readPeriods(['x', ' 08:30:00 - 11:30:00 '])).toEqual([{ from: '08:30:00', to: '11:30:00' }]);
		expect(readPeriods('08:30:00-11:30:00')).toEqual([]);
	});
});
