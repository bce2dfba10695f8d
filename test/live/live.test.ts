import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OPERATIONS } from '../document';
import { withAnswers, type GivenAnswer } from '../engine/answers';
import { OUTBOUND } from '../engine/callPushes';
import { hastyClock } from '../setup/quickClock';
import { note } from '../setup/requests';
import { until } from '../setup/until';
import {
	demoAccounts,
	startSimulator,
	type RequestLogEntry,
	type Simulator,
	type SimulatorOptions,
} from '../simulator';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET, defaultRobots } from '../simulator/aiCall';
import { live, type Surroundings } from './main';

const APP_ID = '5a1c0de1';
const NUMBER = '13912345678';
const { text: words, streaming } = demoAccounts[APP_ID] ?? {};
const SECRETS = [APP_ID, words?.apiKey, streaming?.apiSecret, DEFAULT_APP_KEY, DEFAULT_APP_SECRET];

const log: RequestLogEntry[] = [];
let simulator: Simulator;
const start = async (options: SimulatorOptions = {}) => {
	// The clock of calls stands still, so that no task ends by itself.
	const aiCall = { speed: 0, ...options.aiCall };
	simulator = await startSimulator({ ...options, aiCall, onRequest: (entry) => log.push(entry) });
};
afterEach(async () => {
	await simulator.close();
});
afterAll(() => note(log));

const OPEN_PLATFORM_KEYS = {
	IFLYTEK_APP_ID: APP_ID,
	IFLYTEK_API_KEY: words?.apiKey,
	IFLYTEK_API_SECRET: streaming?.apiSecret,
};
const CALL_KEYS = {
	IFLYTEK_AI_CALL_APP_KEY: DEFAULT_APP_KEY,
	IFLYTEK_AI_CALL_APP_SECRET: DEFAULT_APP_SECRET,
};
/** The addresses of the local platform, or of what stands before it. */
const addresses = ({ nlp, ocr, vision, api, call } = simulator.baseUrls) => ({
	IFLYTEK_NLP_BASE_URL: nlp,
	IFLYTEK_OCR_BASE_URL: ocr,
	IFLYTEK_VISION_BASE_URL: vision,
	IFLYTEK_API_BASE_URL: api,
	IFLYTEK_STREAMING_BASE_URL: simulator.baseUrls.streaming,
	IFLYTEK_AI_CALL_BASE_URL: call,
});
const allKeys = () => ({ ...OPEN_PLATFORM_KEYS, ...CALL_KEYS, ...addresses() });

/** Runs the command in this process. Returns its exit code, what it said, and the report. */
async function run(
	args: string[],
	env: Record<string, string | undefined> = allKeys(),
	more: Partial<Surroundings> = {},
) {
	const said: string[] = [];
	const say = (line: string) => void said.push(line);
	const { signal } = new AbortController();
	const confirms = async () => await Promise.resolve(false);
	const { code, report } = await live(args, { env, signal, say, confirms, ...more });
	return { code, said: said.join('\n'), report };
}

/** The lines of a table under its heading, by the first column. */
const linesOf = (report: string, heading: string): Record<string, string> => {
	const [, table = ''] = report.split(new RegExp(`^${heading} .*\n`, 'm'));
	const lines = (table.split('\n\n')[0] ?? '').split('\n').slice(1);
	return Object.fromEntries(
		lines
			.map((line) => line.split(/ {2,}/))
			.map(([name = '', ...cells]) => [name, cells.join(' | ')]),
	);
};

const AT_THE_END = ['task/getAll at the end', 'task/delete at the end'];

test('every operation works on the local platform, no response differs, and as many requests are sent as it says', async () => {
	await start();
	const { code, said, report } = await run(['--yes', '--call', NUMBER]);
	expect(report).toContain('No difference from test/document');
	const operations = linesOf(report, 'operation');
	expect(Object.keys(operations).sort()).toEqual(
		[...OPERATIONS.map(({ title }) => title), ...AT_THE_END].sort(),
	);
	expect(Object.values(operations).filter((cells) => !cells.startsWith('yes | '))).toEqual([]);
	expect(code).toBe(0);
	const [, count] = /^This sends (\d+) requests:$/m.exec(said) ?? [];
	expect(simulator.log).toHaveLength(Number(count));
	expect(said).toContain(`${NUMBER} is called, and nobody else.`);
	expect(simulator.aiCall.acceptedRows.map(({ values }) => values[0])).toEqual([
		NUMBER,
		NUMBER,
		NUMBER,
	]);
	expect(undeleted()).toEqual([]);
});

/** The tasks that the command has created, and those of them that are not deleted. */
const tasks = () =>
	simulator.aiCall.tasks.filter(({ taskName }) => taskName.startsWith('n8n live'));
const undeleted = () => tasks().filter(({ deleted }) => !deleted);

test('without --call nobody is called, and no row is added', async () => {
	await start();
	const { code, said, report } = await run(['--yes']);
	const leftOut = Object.entries(linesOf(report, 'operation')).filter(([, cells]) =>
		cells.startsWith('left out'),
	);
	expect(leftOut).toEqual(
		['call/place', 'task/addRows', 'task/run', 'task/start', 'task/pause'].map((name) => [
			name,
			'left out | 0 | needs --call',
		]),
	);
	expect([code, simulator.aiCall.acceptedRows, undeleted()]).toEqual([0, [], []]);
	expect(said).toContain('The tasks that it creates are deleted again.\nNobody is called.');
	const [, count] = /^This sends (\d+) requests:$/m.exec(said) ?? [];
	expect(simulator.log).toHaveLength(Number(count));
});

test('the report has no key, token, App ID, number or text of the user, but session IDs', async () => {
	await start();
	const tokens = new Set<string>();
	const { said, report } = await withProxy(
		(path, answer) => {
			const token = new URL(path, simulator.url).searchParams.get('token');
			if (token !== null) tokens.add(token);
			return answer;
		},
		async (env) => await run(['--yes', '--call', NUMBER], env),
	);
	const scripts = defaultRobots().flatMap(({ robot_name, call_column }) => [
		robot_name,
		...call_column,
	]);
	const texts = [...scripts, '055168204601', '王小明', 'n8n live', '127.0.0.1'];
	expect([tokens.size, texts.length > 10]).toEqual([1, true]);
	const found = [...SECRETS, NUMBER, ...tokens, ...texts].filter((secret = '') =>
		report.includes(secret),
	);
	expect(found).toEqual([]);
	expect(SECRETS.filter((secret = '') => said.includes(secret))).toEqual([]);
	expect(report).toMatch(/ltp[0-9a-f]{8}@ch[0-9a-f]+/);
});

test('it asks before it sends, and runs only operations for which there is a key', async () => {
	await start();
	const env = {
		IFLYTEK_APP_ID: APP_ID,
		IFLYTEK_DEPENDENCIES_KEY: words?.apiKey,
		IFLYTEK_TEXT_KEY: words?.apiKey,
		...addresses(),
	};
	await expect(run([], env)).rejects.toThrow('Nothing was sent.');
	expect(simulator.log).toEqual([]);
	const { code, said, report } = await run([], env, {
		confirms: async () => await Promise.resolve(true),
	});
	expect(said).toContain(
		'This sends 11 requests:\n  9 to lexical analysis\n  2 to dependency parsing\n',
	);
	const operations = Object.entries(linesOf(report, 'operation'));
	expect(operations.filter(([, cells]) => cells.startsWith('yes')).map(([name]) => name)).toEqual([
		'text/analyze',
		'text/parseDependencies',
		'text/recognizeEntities',
		'text/segment',
		'text/tagPartsOfSpeech',
	]);
	expect(linesOf(report, 'operation')).toMatchObject({
		'text/labelSemanticRoles': 'left out | 0 | IFLYTEK_ROLES_KEY is missing',
		'speech/synthesize': 'left out | 0 | IFLYTEK_STREAMING_KEY is missing',
		'task/get': 'left out | 0 | IFLYTEK_AI_CALL_APP_KEY is missing',
	});
	expect(code).toBe(0);
	const { report: empty } = await run(['--yes'], {});
	expect(
		new Set(Object.values(linesOf(empty, 'operation')).map((cells) => cells.split(' | ')[0])),
	).toEqual(new Set(['left out']));
	await expect(run(['--call', '1391234567'])).rejects.toThrow(
		'--call takes a mobile number of 11 digits.',
	);
});

type Json = Record<string, unknown>;
const dataOf = (answer: Json) => (answer.data ?? answer.result) as Json;
const changed = (answer: Json, changes: Json): Json => ({
	...answer,
	['data' in answer ? 'data' : 'result']: { ...dataOf(answer), ...changes },
});
const rowsOf = (answer: Json) => dataOf(answer).rows as Json[];

/** Ways in which a live service may have drifted: where, how, and the difference that is reported. */
const DRIFTS: [
	path: string,
	drift: (answer: Json) => Partial<GivenAnswer> | Json,
	difference: string,
][] = [
	['/v1/cws', (answer) => changed(answer, { words: ['extra'] }), 'cws: data.words is new'],
	['/v1/pos', (answer) => ({ ...answer, desc: undefined }), 'pos: desc is missing'],
	['/v1/ner', (answer) => ({ ...answer, code: 0 }), 'ner: code is a number, not string'],
	['/v1/dp', (answer) => ({ ...answer, code: '19999', data: {} }), 'dp: code 19999 has no page'],
	[
		'/v1/srl',
		(answer) => ({ status: 201, body: JSON.stringify(answer) }),
		'srl: the HTTP status is 201',
	],
	[
		'/v1/sdp',
		() => ({ body: '<html>', headers: { 'Content-Type': 'text/html' } }),
		'sdp: it is no JSON but text/html',
	],
	[
		'/ocr/handwriting',
		(answer) => changed(answer, { block: null }),
		'handwriting: data.block is null, not array',
	],
	[
		'/v1/scene',
		(answer) =>
			changed(answer, { fileList: [{ ...(dataOf(answer).fileList as Json[])[0], rate: null }] }),
		'scene: data.fileList[].rate is null, not string or number',
	],
	[
		'/v1/tts',
		() => ({ headers: { 'Content-Type': 'audio/wav', sid: 's' } }),
		'speech: contentType has another value',
	],
	[
		'/oauth/v1/token',
		(answer) => changed(answer, { time_expire: '3600' }),
		'token: result.time_expire is text, not integer',
	],
	[
		'/task/query',
		(answer) =>
			changed(answer, { rows: rowsOf(answer).map((row) => ({ ...row, 客户: '王小明' })) }),
		'taskQuery: result.rows[].(another) is new',
	],
	[
		'/task/delete',
		(answer) => ({ ...answer, result: null }),
		'taskDelete: result is null, not object',
	],
	[
		'/config/v1/query',
		(answer) => changed(answer, { hosts: [] }),
		'configQuery: result.hosts is new',
	],
];

/**
 * Runs `use` with the environment for a server that passes requests on to the local platform.
 * @param change returns the answer to the request for a path
 */
const withProxy = async <T>(
	change: (path: string, answer: GivenAnswer) => GivenAnswer,
	use: (env: Record<string, string | undefined>) => Promise<T>,
): Promise<T> =>
	await withAnswers(
		async ({ path, headers, body }) => {
			const sent = Object.entries(headers).filter(([name]) => /^(x-|content-type)/.test(name));
			const {
				status,
				headers: received,
				...response
			} = await fetchWhole(simulator.url + path, {
				method: 'POST',
				headers: sent as [string, string][],
				body: new Uint8Array(body),
			});
			const type = {
				'Content-Type': received.get('content-type') ?? '',
				sid: received.get('sid') ?? '',
			};
			return change(path, { status, headers: type, body: response.body });
		},
		async (url) => {
			const bases = { nlp: url, ocr: url, vision: url, api: url, call: url };
			return await use({ ...allKeys(), ...addresses({ ...simulator.baseUrls, ...bases }) });
		},
	);

async function fetchWhole(url: string, init: RequestInit) {
	const response = await fetch(url, init);
	const { status, headers } = response;
	return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

const drifted = (path: string, answer: GivenAnswer): GivenAnswer => {
	const [, drift] = DRIFTS.find(([end]) => path.split('?')[0]?.endsWith(end)) ?? [];
	if (!drift) return answer;
	const isJson = answer.headers?.['Content-Type']?.includes('json');
	const change = drift(isJson ? (JSON.parse(String(answer.body)) as Json) : {});
	return 'headers' in change || 'body' in change
		? { ...answer, ...(change as Partial<GivenAnswer>) }
		: { ...answer, body: JSON.stringify(change) };
};

test('each difference of a platform that has drifted is reported', async () => {
	await start();
	const { code, report } = await withProxy(drifted, async (env) => await run(['--yes'], env));
	const [, differences = ''] = report.split('Differences from test/document\n');
	const reported = (differences.split('\n\n')[0] ?? '')
		.split('\n')
		.map((line) => line.replace(/^- .*?: /, ''));
	expect([...new Set(reported)].sort()).toEqual(
		DRIFTS.map(([, , difference]) => difference).sort(),
	);
	expect(code).toBe(1);
	expect(report).not.toContain('王小明');
	expect(undeleted()).toEqual([]);
});

test('answers of silences are reported as they were seen', async () => {
	await start({
		settings: {
			sdpBase: 1,
			visionData: 'array',
			visionCode: 'text',
			nerLength: 'words+1',
			rawAudio: 'pcm',
		},
	});
	const { code, report } = await run(['--yes']);
	expect(linesOf(report, 'silence')).toMatchObject({
		'Type of code, images': 'text',
		'Form of the data of an image': expect.stringContaining('a list'),
		'Where indexes of sdp begin': 'at 1 (Root has 0)',
		'Entries of ner': '1 more than words',
		'Audio with aue=raw': 'PCM without a header',
	});
	expect(code).toBe(0);
});

test.each([
	[
		'is unreachable',
		{
			...CALL_KEYS,
			...OPEN_PLATFORM_KEYS,
			...Object.fromEntries(
				['NLP', 'OCR', 'VISION', 'API', 'AI_CALL'].map((name) => [
					`IFLYTEK_${name}_BASE_URL`,
					'http://127.0.0.1:9',
				]),
			),
			IFLYTEK_STREAMING_BASE_URL: 'ws://127.0.0.1:9',
		},
		'notConnected',
	],
	[
		'refuses the keys',
		{
			IFLYTEK_API_KEY: '00000000000000000000000000000000',
			IFLYTEK_API_SECRET: 'x'.repeat(32),
			IFLYTEK_AI_CALL_APP_SECRET: 'wrong',
		},
		'refused',
	],
] as const)(
	'if the platform %s, each operation says so with the next step',
	async (_name, keys, kind) => {
		await start();
		const { code, said, report } = await run(['--yes'], { ...allKeys(), ...keys });
		const failed = Object.values(linesOf(report, 'operation')).filter((cells) =>
			cells.startsWith('no'),
		);
		expect(failed.length).toBeGreaterThan(15);
		expect(failed.filter((cells) => !cells.includes(kind))).toEqual([]);
		expect(said).toMatch(
			kind === 'refused'
				? /^no {7}text\/segment {2}.*App ID.*console/m
				: /^no {7}text\/segment {2}.*not running, or a firewall/m,
		);
		expect(code).toBe(1);
	},
);

test('if the platform limits the rate, the operations say so', async () => {
	await start();
	simulator.openPlatform.faults.add({ kind: 'code', code: '11202', endpoint: 'cws', times: 2 });
	simulator.openPlatform.faults.add({
		kind: 'code',
		code: '11203',
		endpoint: 'scene',
		times: 'always',
	});
	const env = { ...OPEN_PLATFORM_KEYS, ...addresses() };
	const { code, said, report } = await run(['--yes'], env, { clock: hastyClock });
	const operations = linesOf(report, 'operation');
	expect(operations).toMatchObject({
		'image/recognizeScene': expect.stringMatching(/^no \| .* \| rateLimited 11203 \| /),
		'text/analyze': expect.stringMatching(/^yes/),
	});
	expect(linesOf(report, 'silence')).toMatchObject({
		'HTTP status of a failure': '200',
		'Code of a limited rate': '11203; 11202',
	});
	expect(said).toMatch(/^no {7}image\/recognizeScene {2}.*accepted no request.*Check whether/m);
	expect(report).toContain('No difference from test/document');
	expect(code).toBe(1);
});

/** Whether this endpoint has got so many requests since a task was created. */
const isAsked = (endpoint: string, count: number) => {
	const { requests } = simulator.aiCall;
	const created = requests.findIndex((request) => request.endpoint === 'taskCreate');
	const later = created < 0 ? [] : requests.slice(created);
	return later.filter((request) => request.endpoint === endpoint).length >= count;
};

test.each([
	['before the ID of a task has come', 'taskCreate', 1],
	['while a task is asked for', 'taskQuery', 1],
	['while a task is deleted', 'taskDelete', 1],
	['while the tasks are listed at the end', 'taskQuery', 2],
] as const)('if it is stopped %s, no task is left', async (_when, endpoint, count) => {
	await start({ aiCall: { latencyMs: 50 } });
	const stop = new AbortController();
	const running = run(['--yes'], { ...CALL_KEYS, ...addresses() }, { signal: stop.signal });
	await until(() => isAsked(endpoint, count));
	stop.abort();
	const { report } = await running;
	expect([tasks().length, undeleted()]).toEqual([1, []]);
	// What creates a task is not broken off.
	expect(linesOf(report, 'operation')['task/create']).toMatch(/^yes/);
});

test('if it is stopped while a service does not answer, it does not wait for the answer', async () => {
	await start();
	simulator.openPlatform.faults.add({ kind: 'stall', endpoint: 'cws', times: 'always' });
	const stop = new AbortController();
	const env = { ...OPEN_PLATFORM_KEYS, ...addresses() };
	const running = run(['--yes'], env, { signal: stop.signal });
	await until(() => simulator.log.some(({ path }) => path.endsWith('/cws')));
	stop.abort();
	const { code, report } = await running;
	expect(report).not.toContain('timedOut');
	expect(Object.entries(linesOf(report, 'operation')).at(-1)).toEqual([
		'text/analyze',
		expect.stringMatching(/^no \| /),
	]);
	expect(code).toBe(1);
});

test('after Ctrl-C, the tasks are deleted, and the report is in .cache', async () => {
	await start({ aiCall: { latencyMs: 50 } });
	const main = join(__dirname, 'main.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', main, '--yes', '--call', NUMBER], {
		env: { ...process.env, ...CALL_KEYS, ...addresses() },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = text(child.stdout);
	// One of two tasks is deleted at the end, and the other one before.
	await until(() => isAsked('taskDelete', 2));
	child.kill('SIGINT');
	const [code] = (await once(child, 'exit')) as [number];
	const [, file = ''] = /You can attach this report to an issue: (.+)\n/.exec(await printed) ?? [];
	const report = readFileSync(file, 'utf8');
	expect(await printed).toContain(report);
	expect(linesOf(report, 'operation')['task/delete at the end']).toMatch(/^yes/);
	expect([code, tasks().length, undeleted()]).toEqual([130, 2, []]);
});

test("only its own tasks are deleted, also if the platform lists others' too", async () => {
	await start();
	simulator.aiCall.stageTasks(3);
	let asked = 0;
	const { report } = await withProxy(
		(path, answer) => {
			if (!path.includes('/task/query')) return answer;
			const listed = JSON.parse(String(answer.body)) as Json;
			const others = simulator.aiCall.tasks.map(({ taskId: task_id, taskName: task_name }) => ({
				...{ task_id, task_name, status: 0, deleted: 0 },
			}));
			asked += 1;
			return { ...answer, body: JSON.stringify(changed(listed, { rows: others, total_rows: 4 })) };
		},
		async (env) => await run(['--yes'], env),
	);
	expect(asked).toBeGreaterThan(2);
	expect(linesOf(report, 'operation')['task/getAll at the end']).toMatch(/^yes/);
	expect(simulator.aiCall.tasks.map(({ deleted }) => deleted)).toEqual([false, false, false, true]);
});

test('a task whose ID does not come is found by its name and deleted', async () => {
	await start();
	simulator.aiCall.failNext('taskCreate', { kind: 'drop', when: 'after' });
	const { code, report } = await run(['--yes'], { ...CALL_KEYS, ...addresses() });
	expect(linesOf(report, 'operation')).toMatchObject({
		'task/create': expect.stringContaining('interrupted'),
		'task/get': 'left out | 0 | no taskId was found',
		'task/delete at the end': expect.stringMatching(/^yes/),
	});
	expect([code, tasks().length, undeleted()]).toEqual([1, 1, []]);
});

test('with --push, the triggers receive pushes, and the first of each kind is compared', async () => {
	await start({ aiCall: { pushOrder: 'documented' } });
	const stop = new AbortController();
	const said: string[] = [];
	const ended = live(['--push', '0'], {
		env: {},
		signal: stop.signal,
		say: (line) => void said.push(line),
		confirms: async () => await Promise.resolve(false),
	});
	await until(() => said.filter((line) => line.startsWith('  http')).length === 2);
	const [calls = '', context = ''] = said
		.filter((line) => line.startsWith('  http'))
		.map((line) => line.trim());
	simulator.aiCall.setUrls({
		receiveCallRecord: calls,
		receiveVoice: calls,
		receiveDialog: calls,
		getDialogContext: context,
	});
	await simulator.aiCall.placeInboundCall({ robot_id: '5204', call_relation_id: 'R000001' });
	await simulator.aiCall.placeInboundCall({ robot_id: '5204', call_relation_id: 'R000002' });
	simulator.aiCall.runCalls();
	await simulator.aiCall.settled();
	await simulator.aiCall.push('receiveCallRecord', { ...OUTBOUND, caller: 1 });
	stop.abort();
	const { code, report } = await ended;
	expect(code).toBe(1);
	expect(linesOf(report, 'operation')).toEqual({
		getDialogContext: 'yes | 0',
		callRecord: 'yes | 0',
		recording: 'yes | 0',
		dialog: 'yes | 0',
		'callRecord (outbound)': 'yes | 1',
	});
	expect(report).toContain('- callRecord (outbound): callRecord: caller is a number, not string');
	expect(linesOf(report, 'silence')).toMatchObject({
		'Unit of times in a record': 'milliseconds',
		'Unit of duration_call': 'seconds',
		'IDs in a push': 'text of 18 digits',
		'Type of seq': 'text',
		'URL of a recording': 'a path',
	});
});
