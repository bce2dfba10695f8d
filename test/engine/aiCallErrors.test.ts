import type { Fault } from '../simulator/aiCall';
import { CallBench, chosen } from './aiCall';

const bench = new CallBench({ speed: 0 });
const pause = { resource: 'task', operation: 'pause', taskId: chosen('88101') };
const get = { resource: 'configuration', operation: 'get', kind: 'lines' };

/** Runs the node, which must fail, and returns what the user reads. */
async function failureOf(parameters: object) {
	const { error, outputs } = await bench.run({ ...parameters });
	expect(outputs).toEqual([]);
	return {
		name: error?.name,
		message: error?.message,
		description: error?.description,
		code: error?.httpCode,
		data: error?.context?.data,
	};
}

test('a request to a busy platform is repeated twice before it fails', async () => {
	bench.platform.failNext('taskPause', { kind: 'code', code: 10004 }, 3);
	expect((await failureOf(pause)).message).toBe(
		'The AI call platform refused to pause a task: the service is busy (code 10004, the platform says: Service busy, retry later)',
	);
	expect(bench.requests('taskPause')).toHaveLength(3);
});

test('a request whose token is always refused is repeated five times before it fails', async () => {
	bench.platform.failNext('taskPause', { kind: 'code', code: 10001 }, 6);
	expect((await failureOf(pause)).code).toBe('10001');
	expect(bench.requests('taskPause')).toHaveLength(6);
});

test.each([
	['200777', 'unknown code: service level, module 007, error 77'],
	['103405', 'unknown code: system level, module 034, error 05'],
	['77', 'unknown code'],
])(
	'the message explains the parts of the unknown code %s, if it has six digits',
	async (code, meaning) => {
		bench.platform.failNext('taskPause', { kind: 'code', code: Number(code), message: '' });
		const { message, description } = await failureOf(pause);
		expect(message).toBe(`The AI call platform failed to pause a task: ${meaning} (code ${code})`);
		expect(description).toMatch(/^This code is not in the platform's documents\./);
	},
);

test('a refusal is recognized by its code, whatever its HTTP status', async () => {
	bench.platform.failNext('taskPause', { kind: 'code', code: 200202, status: 500 });
	expect((await failureOf(pause)).code).toBe('200202');
});

describe('answers that cannot be used', () => {
	test.each<[string, Fault, string]>([
		[
			'a page',
			{ kind: 'body', text: '<html>Sign in</html>' },
			'a web page instead of JSON (HTTP status 200)',
		],
		['nothing', { kind: 'body', text: '' }, 'an empty body (HTTP status 200)'],
		['text', { kind: 'body', text: 'ECONNRESET' }, 'not JSON (HTTP status 200)'],
		[
			'other JSON',
			{ kind: 'body', text: '{"status":"UP"}' },
			'JSON without a result code (HTTP status 200)',
		],
	])('the error says what came instead of an answer: %s', async (_name, fault, received) => {
		bench.platform.failNext('configQuery', fault, 3);
		const { message, description } = await failureOf(get);
		expect(message).toBe(`Unexpected response from the AI call platform: ${received}`);
		expect(description).toMatch(/base URL/);
	});
});

test.each<[string, Fault, string]>([
	[
		'a bare 403',
		{ kind: 'http', status: 403 },
		'HTTP 403 instead of an answer of the AI call platform: forbidden',
	],
	[
		'a 403 with the JSON of a gateway',
		{ kind: 'http', status: 403, json: true },
		'HTTP 403 instead of an answer of the AI call platform: forbidden (Gateway trouble)',
	],
	[
		'a bare 404',
		{ kind: 'http', status: 404 },
		'HTTP 404 instead of an answer of the AI call platform: not found',
	],
])('%s has the same message as in the iFLYTEK node', async (_name, fault, expected) => {
	bench.platform.failNext('configQuery', fault);
	const { message, description } = await failureOf(get);
	expect(message).toBe(expected);
	expect(description).toMatch(
		expected.includes('403')
			? /is authorized for this service, and whether a proxy or firewall/
			: /base URL/,
	);
});

test.each<[string, Fault]>([
	['empty', { kind: 'body', text: '' }],
	[
		'cut off',
		{
			kind: 'body',
			text: '{"code":0,"message":"ok","result":{"lines":[{"line_num":"0551',
			contentType: 'application/json',
		},
	],
])('a configuration is requested again if its answer is %s', async (_name, fault) => {
	bench.platform.failNext('configQuery', fault, 2);
	expect(await bench.json(get)).toHaveLength(4);
	expect(bench.requests('configQuery')).toHaveLength(3);
});

describe('a request that only reads', () => {
	test.each<[string, Fault]>([
		['a lost connection', { kind: 'drop', when: 'before' }],
		['half an answer', { kind: 'half' }],
		['HTTP 503', { kind: 'http', status: 503 }],
		['HTTP 429', { kind: 'http', status: 429 }],
		['JSON of a gateway', { kind: 'http', status: 502, json: true }],
		['the answer that the platform is busy', { kind: 'code', code: 10004 }],
	])('a request that only reads is repeated after %s', async (_name, fault) => {
		bench.platform.failNext('configQuery', fault);
		expect(await bench.json(get)).toHaveLength(4);
		expect(bench.requests('configQuery')).toHaveLength(2);
	});
});

test('failed items leave through the error output with the fields of their input', async () => {
	const items = ['1', '2'].map((id) => ({ json: { id } }));
	const { outputs } = await bench.run(
		{ ...pause, taskId: chosen('={{ $json.id }}', 'id') },
		items,
		{ settings: { onError: 'continueErrorOutput' } },
	);
	const details = {
		kind: 'refused',
		code: '200202',
		desc: 'Wrong task id',
		advice: expect.stringMatching(/^There is no such task in this application\./),
	};
	const error =
		'The AI call platform refused to pause a task: there is no such task (code 200202, the platform says: Wrong task id)';
	expect(outputs).toEqual([
		[],
		[0, 1].map((item) => ({
			json: { id: String(item + 1), error, details },
			pairedItem: { item },
		})),
	]);
});
