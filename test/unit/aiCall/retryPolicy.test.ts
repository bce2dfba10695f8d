import {
	API_METHODS,
	methodUrl,
	normalizeBaseUrl,
	type ApiMethod,
} from '../../../nodes/shared/aiCall/protocol/apiMethods';
import {
	CountMismatchError,
	RefusalError,
	TokenError,
	UnreadableResponseError,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import {
	finalError,
	isFaultOfOneRow,
	requestOutcome,
	retryPolicyOf,
	rowsOutcome,
} from '../../../nodes/shared/aiCall/protocol/retryPolicy';
import { InputError, NotSentError, TransportError } from '../../../nodes/shared/failure';
import { CALL_ADDRESSES, PAGES } from '../../document';
import type { Page } from '../../document/page';
import { Tries } from '../../../nodes/shared/retry/failurePolicy';

const METHODS = Object.keys(API_METHODS) as ApiMethod[];

/** The methods whose page in test/document/pages meets a condition. */
function methodsWhere(holds: (page: Page) => boolean): ApiMethod[] {
	const pages = PAGES.filter(({ node, page }) => node === 'iflytekAiCall' && holds(page));
	const urls = pages.map(({ page }) => page.sent.url);
	return METHODS.filter((method) => urls.includes(methodUrl('https://callapi.xfyun.cn', method)));
}

/** Methods that may be repeated without harm. The method `token` has no page. */
const HARMLESS = ['token', ...methodsWhere(({ repeated }) => repeated === 'harmless')];
/** Methods that change an existing task. */
const CHANGING_METHODS = methodsWhere(({ changesTask }) => changesTask === true);

const notConnected = new TransportError('no connection', '', 'notConnected');
const connectionLost = new TransportError('connection lost', '', 'interrupted');
const timedOut = new TransportError('time out', '', 'timedOut');
const stopped = new TransportError('stopped', '', 'stopped');
const refusal = (code: string, status?: number) => new RefusalError('addRows', code, '', status);
const unreadable = (status: number) => new UnreadableResponseError('html', status);

const LIMITS = { retries: 5, timeoutMs: 60_000 };

/** The methods whose request is repeated after this error. */
const repeatedAfter = (error: unknown) =>
	METHODS.filter(
		(method) => new Tries(retryPolicyOf(method, LIMITS)).nextStep(error, 0).step !== 'fail',
	);

describe('addresses', () => {
	it('methods have the addresses of the document', () => {
		const urls = METHODS.map((method) => methodUrl('https://callapi.xfyun.cn', method));
		expect([...urls].sort()).toEqual(Object.values(CALL_ADDRESSES).sort());
	});

	it('the base URL must be a web address without ? or #', () => {
		expect(normalizeBaseUrl('http://127.0.0.1:8080/base//')).toBe('http://127.0.0.1:8080/base');
		for (const address of [
			'',
			'callapi.xfyun.cn',
			'ftp://call.example',
			'https://call.example/?token=1',
			'https://call.example/#x',
		]) {
			expect(() => normalizeBaseUrl(address)).toThrow(
				'The base URL of the AI call platform must start with http:// or https://, without ? or #',
			);
		}
	});
});

describe('requestOutcome', () => {
	it('tells whether the request was carried out, if that is known', () => {
		expect([notConnected, connectionLost, timedOut, stopped].map(requestOutcome)).toEqual([
			'notSent',
			'unknown',
			'unknown',
			'unknown',
		]);
		expect(
			[new InputError('x'), new TokenError(timedOut), new NotSentError('x', 'rateLimited')].map(
				requestOutcome,
			),
		).toEqual(['notSent', 'notSent', 'notSent']);
		expect([refusal('10005'), refusal('10004', 503)].map(requestOutcome)).toEqual([
			'refused',
			'refused',
		]);
		// A code that is not in the document says no more than the HTTP status.
		expect(
			[
				refusal('-1'),
				refusal('100502', 502),
				refusal('constructor', 200),
				refusal('408', 408),
				refusal('404', 404),
				refusal('429', 429),
			].map(requestOutcome),
		).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'refused', 'refused']);
		expect(
			[
				200, 300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 408, 413, 429, 500, 502, 503, 504,
			].map((status) => [status, requestOutcome(unreadable(status))]),
		).toEqual([
			[200, 'unknown'],
			[300, 'unknown'],
			[301, 'refused'],
			[302, 'unknown'],
			[303, 'unknown'],
			[304, 'unknown'],
			[307, 'refused'],
			[308, 'refused'],
			[400, 'refused'],
			[401, 'refused'],
			[404, 'refused'],
			[408, 'unknown'],
			[413, 'refused'],
			[429, 'refused'],
			[500, 'unknown'],
			[502, 'unknown'],
			[503, 'unknown'],
			[504, 'unknown'],
		]);
		expect(
			[new CountMismatchError(2, 1, []), new Error('x'), undefined].map(requestOutcome),
		).toEqual(['unknown', 'unknown', 'unknown']);
	});
});

describe('retryPolicyOf', () => {
	it('never repeats calls, rows or a creation that may have been carried out', () => {
		for (const error of [
			connectionLost,
			timedOut,
			unreadable(408),
			unreadable(500),
			unreadable(502),
			unreadable(503),
			unreadable(504),
			refusal('504', 504),
			refusal('408', 408),
		])
			expect(repeatedAfter(error)).toEqual(HARMLESS);
	});

	it('repeats any method if it was certainly not carried out and may succeed a little later', () => {
		for (const error of [notConnected, refusal('10004'), unreadable(429), refusal('429', 429)])
			expect(repeatedAfter(error)).toEqual(METHODS);
	});

	it('repeats only harmless methods after an empty or incomplete answer, or after a code of too many requests', () => {
		for (const error of [
			new UnreadableResponseError('empty', 200),
			new UnreadableResponseError('cutOff', 200),
			refusal('11202', 200),
			refusal('11203'),
		])
			expect(repeatedAfter(error)).toEqual(HARMLESS);
	});

	it('repeats nothing that would fail in the same way again', () => {
		for (const error of [
			stopped,
			new TokenError(notConnected),
			refusal('10001'),
			refusal('10002'),
			refusal('200101'),
			refusal('10005'),
			refusal('10005', 500),
			refusal('77', 200),
			refusal('77', 404),
			refusal('77'),
			unreadable(200),
			unreadable(302),
			unreadable(307),
			unreadable(404),
			new CountMismatchError(2, 1, []),
			new Error('x'),
		]) {
			expect(repeatedAfter(error)).toEqual([]);
		}
	});

	it('waits longer and longer, and gives up', () => {
		const pauses = (random: number) => {
			const tries = new Tries(retryPolicyOf('addRows', LIMITS), () => random);
			return Array.from({ length: 6 }, () => {
				const next = tries.nextStep(refusal('10004'), 0);
				return next.step === 'retry' ? next.pauseMs : undefined;
			});
		};
		expect(pauses(1)).toEqual([500, 1000, 2000, 4000, 8000, undefined]);
		expect(pauses(0)).toEqual([250, 500, 1000, 2000, 4000, undefined]);
	});
});

describe('rowsOutcome', () => {
	it('rowsOutcome is notAccepted for the rows of a refused direct call', () => {
		for (const code of ['200203', '200212', '10005', '10004'])
			expect(rowsOutcome('placeCalls', refusal(code))).toBe('notAccepted');
	});

	it('rowsOutcome is notAccepted for refused task data only if the platform never looked at the rows', () => {
		expect(
			[
				'10001',
				'10002',
				'10003',
				'10004',
				'10020',
				'10021',
				'200101',
				'200202',
				'3010101',
				'3010102',
			].map((code) => rowsOutcome('addRows', refusal(code))),
		).toEqual(Array.from({ length: 10 }, () => 'notAccepted'));
		expect(
			['200203', '200212', '10005', '200209', '200213', '3030002', '209999'].map((code) =>
				rowsOutcome('addRows', refusal(code)),
			),
		).toEqual(Array.from({ length: 7 }, () => 'unknown'));
	});

	it('rowsOutcome is unknown for a code that is not in the document, because a gateway may have sent it', () => {
		for (const [code, status] of [
			['504', 504],
			['500', 500],
			['100502', 502],
			['-1', 200],
			['500', 200],
		] as const) {
			expect(
				(['placeCalls', 'createTask', 'addRows'] as const).map((method) =>
					rowsOutcome(method, refusal(code, status)),
				),
			).toEqual(['unknown', 'unknown', 'unknown']);
		}
	});

	it('rowsOutcome is unknown without a readable answer, unless the rows certainly never reached the platform', () => {
		expect(
			[connectionLost, timedOut, unreadable(502), unreadable(200)].map((error) =>
				rowsOutcome('placeCalls', error),
			),
		).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
		expect([notConnected, unreadable(404)].map((error) => rowsOutcome('addRows', error))).toEqual([
			'notSent',
			'notAccepted',
		]);
	});
});

test('the error of a change of state says that an earlier attempt may have succeeded', () => {
	const last = refusal('200200');
	expect([[], [refusal('10004')]].map((earlier) => finalError('startTask', last, earlier))).toEqual(
		[last, last],
	);
	expect(METHODS.filter((method) => finalError(method, last, [connectionLost]) !== last)).toEqual(
		CHANGING_METHODS,
	);
	for (const earlier of [[connectionLost], [refusal('10004'), timedOut]])
		expect(finalError('startTask', last, earlier)).toMatchObject({
			message: expect.stringContaining('It is unclear whether'),
		});
});

test('isFaultOfOneRow is true for a code that a single row can cause', () => {
	expect(
		[refusal('200203'), refusal('200212'), refusal('10005'), connectionLost, undefined].map(
			isFaultOfOneRow,
		),
	).toEqual([true, true, false, false, false]);
});
