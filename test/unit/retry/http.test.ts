import { limitOfCode } from '../../../nodes/shared/resultCodes';
import { kindOfStatus, retryAfterMs } from '../../../nodes/shared/retry/responseStatus';

const NOW = Date.UTC(2026, 10, 22, 2, 0, 0);
const date = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

test.each<[string, Record<string, unknown>, number | undefined]>([
	['seconds', { 'retry-after': '7' }, 7000],
	['minutes', { 'retry-after': '120' }, 120_000],
	['no time at all', { 'retry-after': ' 0 ' }, 0],
	['a date', { 'retry-after': date(90) }, 90_000],
	['a date in the past', { 'retry-after': date(-90) }, 0],
	[
		'a date from a server whose clock is wrong, with its own date',
		{ 'retry-after': date(690), date: date(600) },
		90_000,
	],
	['no header', {}, undefined],
	['words', { 'retry-after': 'later' }, undefined],
	['a negative number', { 'retry-after': '-5' }, undefined],
	['a fraction', { 'retry-after': '1.5' }, undefined],
	['a list', { 'retry-after': ['1', '2'] }, undefined],
])('the wait that Retry-After asks for: %s', (_name, headers, ms) => {
	expect(retryAfterMs(headers, NOW)).toBe(ms);
});

test('the HTTP status decides the kind of failure if the body does not say more', () => {
	const statuses = [200, 299, 300, 302, 400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504];
	expect(statuses.map((status) => `${status} ${kindOfStatus(status)}`)).toEqual([
		'200 unreadable',
		'299 unreadable',
		'300 refused',
		'302 refused',
		'400 refused',
		'401 refused',
		'403 refused',
		'404 refused',
		'408 timedOut',
		'413 refused',
		'429 rateLimited',
		'500 unavailable',
		'502 unavailable',
		'503 unavailable',
		'504 unavailable',
	]);
});

test('limitOfCode returns the limit of the account that a code reports', () => {
	expect(['11202', '11203', '11201', 'constructor', ''].map(limitOfCode)).toEqual([
		'perSecond',
		'atOnce',
		undefined,
		undefined,
		undefined,
	]);
});
