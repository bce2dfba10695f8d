import {
	CountMismatchError,
	inDoubtError,
	LookupError,
	noSuchTask,
	RefusalError,
	TokenError,
	UnreadableResponseError,
	type UnreadableBody,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, TransportError } from '../../../nodes/shared/failure';
import { CONSOLE } from '../../setup/console';

const contents = ({ message, kind, details, hints }: Failure) => ({
	message,
	kind,
	details,
	hints,
});

describe('a response that is no envelope', () => {
	const DESCRIPTIONS: Record<UnreadableBody, string> = {
		empty: 'an empty body',
		cutOff: 'it is cut off or damaged',
		html: 'a web page instead of JSON',
		notJson: 'not JSON',
		notEnvelope: 'JSON without a result code',
		noResult: 'a success (code 0) without its result',
	};
	const SITE =
		'The base URL in the credential may point to another site, a login page or a proxy. The default is https://callapi.xfyun.cn.';
	const NETWORK =
		'Check the base URL in the credential, and whether there is a proxy or firewall between n8n and the platform.';
	const REDIRECT =
		'The base URL in the credential redirects. Enter the target URL instead (often the same with https).';
	const SERVICE =
		"The platform or a proxy has a problem. Try again later. If it goes on, check the credential's base URL.";

	test.each<[UnreadableBody, number, string, string]>([
		['empty', 200, 'interrupted', NETWORK],
		['cutOff', 200, 'interrupted', NETWORK],
		['html', 200, 'unreadable', SITE],
		['notJson', 299, 'unreadable', NETWORK],
		['notEnvelope', 200, 'unreadable', NETWORK],
		['noResult', 200, 'unreadable', NETWORK],
		['empty', 300, 'refused', REDIRECT],
		['html', 302, 'refused', REDIRECT],
		['notJson', 399, 'refused', REDIRECT],
		['html', 500, 'unavailable', SERVICE],
		['notJson', 503, 'unavailable', SERVICE],
	])('the error about a body of the form %s with status %p', (body, status, kind, advice) => {
		const message =
			status >= 300 && status < 500
				? `HTTP ${status} instead of an answer of the AI call platform: moved`
				: `Unexpected response from the AI call platform: ${DESCRIPTIONS[body]} (HTTP status ${status})`;
		expect(contents(new UnreadableResponseError(body, status, 5))).toEqual({
			message,
			kind,
			details: { advice },
			hints: { retryAfterMs: 5 },
		});
	});

	test.each<[UnreadableBody, number, string, string]>([
		['html', 400, 'unexpected response', SITE],
		['notJson', 400, 'unexpected response', NETWORK],
		['empty', 401, 'not authorized', NETWORK],
		[
			'html',
			403,
			'forbidden',
			'Check that the application is authorized for this service, and whether a proxy or firewall between n8n and the platform blocks the request.',
		],
		['notJson', 404, 'not found', SITE],
		[
			'html',
			413,
			'the request is too large',
			'A proxy between n8n and the platform limits the size of requests.',
		],
		['notJson', 499, 'unexpected response', NETWORK],
	])(
		'the error about a body of the form %s with status %d names only the status',
		(body, status, statusText, advice) => {
			expect(contents(new UnreadableResponseError(body, status))).toEqual({
				message: `HTTP ${status} instead of an answer of the AI call platform: ${statusText}`,
				kind: 'refused',
				details: { advice },
				hints: { retryAfterMs: undefined },
			});
		},
	);
});

describe('a refusal', () => {
	test('a refusal says which limit its code is about, and how long to wait', () => {
		expect(new RefusalError('addRows', '11203', '', 200, 7000)).toMatchObject({
			kind: 'rateLimited',
			hints: { limit: 'atOnce', retryAfterMs: 7000 },
		});
	});

	test('a refusal quotes what the platform says, without surrounding spaces, unless the platform says nothing', () => {
		expect(
			[' slow ', ' '].map((desc) => new RefusalError('addRows', '10004', desc).message),
		).toEqual([
			'The AI call platform refused to add rows to a task: the service is busy (code 10004, the platform says: slow)',
			'The AI call platform refused to add rows to a task: the service is busy (code 10004)',
		]);
		expect(
			[' slow ', ' '].map((desc) => new RefusalError('addRows', '429', desc, 429).message),
		).toEqual([
			'HTTP 429 instead of an answer of the AI call platform: too many requests (slow)',
			'HTTP 429 instead of an answer of the AI call platform: too many requests',
		]);
	});
});

test('a refusal with a code that is not documented names the HTTP status unless it is a success', () => {
	expect(
		[299, 300].map((status) => new RefusalError('addRows', '987654', 'odd', status).message),
	).toEqual(
		['', ', HTTP status 300'].map(
			(status) =>
				`The AI call platform failed to add rows to a task: unknown code (code 987654${status}, the platform says: odd)`,
		),
	);
});

test('the error of a missing task says where to find its ID', () => {
	expect(contents(noSuchTask('4711'))).toEqual({
		message: 'Task 4711 not found',
		kind: 'refused',
		details: {
			advice:
				'There is no such task in this application. Use the ID returned by Create or Get Many, as text. Long IDs lose digits when converted to numbers.',
		},
		hints: {},
	});
});

test('if rows and IDs do not match, the error has the IDs in its advice and in its facts', () => {
	const advice = (ids: string) =>
		`At least some rows were accepted. Check ${CONSOLE} before sending them again. IDs received: ${ids}.`;
	expect(contents(new CountMismatchError(3, 2, ['7', '8']))).toEqual({
		message:
			'3 rows were sent, the platform reports a total of 2 and 2 ids, so the IDs cannot be matched to the rows',
		kind: 'unreadable',
		details: { advice: advice('7, 8'), facts: { sent: 3, total: 2, ids: ['7', '8'] } },
		hints: {},
	});
	expect(contents(new CountMismatchError(1, undefined, []))).toEqual({
		message:
			'1 rows were sent, the platform reports no total and 0 ids, so the IDs cannot be matched to the rows',
		kind: 'unreadable',
		details: { advice: advice('none'), facts: { sent: 1, total: undefined, ids: [] } },
		hints: {},
	});
});

test('if rows and IDs do not match, the error lists at most 50 IDs, and shortens a very long ID', () => {
	const ids = Array.from({ length: 1_000_000 }, (_, index) => `${index}`);
	const first = ids.slice(0, 50);
	const { details } = new CountMismatchError(50, 50, ids);
	expect(details.advice).toMatch(/IDs received: 0, 1, 2, .* 49 and 999950 more\.$/);
	expect(details.facts).toEqual({ sent: 50, total: 50, ids: first, idsLeftOut: 999_950 });
	expect(new CountMismatchError(49, 50, first).details.facts).toEqual({
		sent: 49,
		total: 50,
		ids: first,
	});
	const long = new CountMismatchError(1, 1, ['7'.repeat(5_000_000), '8']);
	expect(JSON.stringify([long.message, long.details]).length).toBeLessThan(5000);
});

test('the error of a failed sign-in says why it failed', () => {
	expect(
		contents(
			new TokenError(new TransportError('no connection', 'Check the network.', 'notConnected')),
		),
	).toEqual({
		message: 'Could not sign in to the AI call platform: no connection',
		kind: 'notConnected',
		details: { advice: 'Check the network.' },
		hints: {},
	});
});

test('if App Key or App Secret is wrong, the error of the refusal and of the sign-in says only that', () => {
	const refusal = new RefusalError('token', '200101', 'invalid account');
	const message =
		'App Key or App Secret is wrong (code 200101, the platform says: invalid account)';
	expect([refusal.message, new TokenError(refusal).message]).toEqual([message, message]);
	expect(new TokenError(refusal)).toMatchObject({ kind: refusal.kind, details: refusal.details });
});

describe('a change of state after an attempt that may have succeeded', () => {
	test('the error says that the outcome is unclear, and quotes the last attempt', () => {
		const last = new Failure('busy', 'unavailable', { code: '10004', advice: 'Try again.' });
		expect(contents(inDoubtError('startTask', last) as Failure)).toEqual({
			message: 'It is unclear whether the request to start a task succeeded. Last attempt: busy',
			kind: 'unavailable',
			details: {
				code: '10004',
				advice:
					'An earlier attempt got no response and may have succeeded. Check the task first (Task > Get). Try again.',
			},
			hints: {},
		});
		expect(inDoubtError('deleteTask', new Failure('busy', 'unavailable'))).toMatchObject({
			details: {
				advice:
					'An earlier attempt got no response and may have succeeded. Check the task first (Task > Get).',
			},
		});
	});

	test('the error of a query stays as it is, and so does an unexpected error', () => {
		const last = new Failure('busy', 'unavailable');
		const bug = new Error('a bug');
		expect([inDoubtError('queryTasks', last), inDoubtError('startTask', bug)]).toEqual([last, bug]);
		expect(inDoubtError('queryTasks', last)).toBe(last);
		expect(inDoubtError('startTask', bug)).toBe(bug);
	});
});

test('a failed query before a run keeps what is known of the failure, and says that nothing was sent', () => {
	const busy = new RefusalError('queryTasks', '10004', 'slow');
	const { message, kind, details } = busy;
	expect(contents(new LookupError(busy))).toEqual({
		message,
		kind,
		details: { ...details, facts: { state: 'notSent' } },
		hints: {},
	});
	const withFacts = new Failure('no answer', 'unavailable', { facts: { tasks: 2 } });
	expect(new LookupError(withFacts).details).toEqual({ facts: { tasks: 2, state: 'notSent' } });
	expect(withFacts.details.facts).toEqual({ tasks: 2 });
});
