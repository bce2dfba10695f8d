import {
	DEFAULT_APP_KEY,
	DEFAULT_APP_SECRET,
	RESTRICTED_APP_KEY,
	RESTRICTED_APP_SECRET,
} from '../../../simulator/aiCall/config';
import { PATHS } from '../../../simulator/aiCall/endpointList';
import { listen, post, type Listening } from './listen';

const LINE = '055168204601';
const PHONE = '客户手机号码';

let local: Listening;
afterEach(async () => local.close());

const rows = (count: number): string[][] =>
	Array.from({ length: count }, (_, index) => [`138${String(index).padStart(8, '0')}`]);
const calloutBody = (list: string[][], fields: object = {}): object => ({
	robot_id: '5202',
	line_num: LINE,
	call_column: [PHONE],
	call_list: list,
	...fields,
});
const taskBody = (fields: object = {}): object => ({
	task_name: '秋季回访',
	line_num: LINE,
	robot_id: '5202',
	time_begin: 1_700_000_000_000,
	...fields,
});

async function createTask(fields: object = {}): Promise<string> {
	return String((await local.call('taskCreate', taskBody(fields))).result.task_id);
}

describe('token', () => {
	it.each([
		['a wrong secret', { app_key: DEFAULT_APP_KEY, app_secret: RESTRICTED_APP_SECRET }, 200101],
		['a short key', { app_key: 'short', app_secret: DEFAULT_APP_SECRET }, 200101],
		[
			'swapped key and secret',
			{ app_key: DEFAULT_APP_SECRET, app_secret: DEFAULT_APP_KEY },
			200101,
		],
		['a key that is a number', { app_key: 1, app_secret: DEFAULT_APP_SECRET }, 10005],
		['no secret', { app_key: DEFAULT_APP_KEY }, 10005],
	])('a request for a token with %s is refused', async (_, body, code) => {
		local = await listen();
		expect(
			(JSON.parse((await post(local.url + PATHS.token, body)).data) as { code: number }).code,
		).toBe(code);
		expect(JSON.stringify(local.platform.requests)).not.toContain(DEFAULT_APP_SECRET);
	});

	it('a missing, unknown, expired or ended token is refused with 10001, with HTTP 200 or the configured status', async () => {
		local = await listen({ tokenLifeSeconds: 60 });
		const statusAndCode = async (token: string): Promise<unknown[]> => {
			const answer = await local.send('configQuery', {}, token);
			return [answer.status, (JSON.parse(answer.data) as { code: number }).code];
		};
		expect((await post(local.url + PATHS.configQuery, {})).data).toBe(
			'{"code":10001,"message":"Invalid token request","result":{}}',
		);
		expect(await statusAndCode('unknown')).toEqual([200, 10001]);
		const token = await local.token();
		local.platform.tokenClock.advance(59_000);
		expect(await statusAndCode(token)).toEqual([200, 0]);
		local.platform.tokenClock.advance(1_000);
		expect(await statusAndCode(token)).toEqual([200, 10001]);
		local.platform.configure({ tokenFailureStatus: 401 });
		expect(await statusAndCode(token)).toEqual([401, 10001]);
		const next = await local.token();
		expect(local.platform.expireAllTokens()).toBe(1);
		expect(await statusAndCode(next)).toEqual([401, 10001]);
	});

	it('an application without permission is refused with 10002', async () => {
		local = await listen();
		const answer = await post(local.url + PATHS.token, {
			app_key: RESTRICTED_APP_KEY,
			app_secret: RESTRICTED_APP_SECRET,
		});
		const { token } = (JSON.parse(answer.data) as { result: { token: string } }).result;
		expect((await local.send('configQuery', {}, token)).data).toContain('"code":0');
		expect((await local.send('callout', calloutBody(rows(1)), token)).data).toContain(
			'"code":10002',
		);
		expect(local.platform.acceptedRows).toEqual([]);
	});
});

describe('configuration', () => {
	it('the configuration has the documented fields and nothing else', async () => {
		local = await listen({ urls: [{ url: 'http://127.0.0.1:1/x', url_module: 'receiveVoice' }] });
		const { result } = await local.call('configQuery', {});
		const first = (name: string): unknown => (result[name] as unknown[])[0];
		expect(first('lines')).toEqual({
			line_num: LINE,
			concurrents: 10,
			time_work: ['00:00:00-23:59:59'],
			status: 0,
			time_apply: Date.UTC(2024, 0, 8, 2, 0),
			time_expire: -1,
		});
		expect(Object.keys(first('robots') as object)).toEqual([
			'robot_id',
			'robot_name',
			'call_column',
			'status',
			'type',
			'deleted',
			'time_create',
			'time_update',
		]);
		expect(first('urls')).toEqual({ url: 'http://127.0.0.1:1/x', url_module: 'receiveVoice' });
		expect(first('voices')).toEqual({ voice_code: '65580', voice_name: '晓晴' });
		expect((result.voices as { voice_code: string }[]).map((voice) => voice.voice_code)).toEqual([
			'65580',
			'62140',
			'60020',
			'60030',
			'65660',
			'60130',
			'65600',
		]);
	});
});

describe('the newer revision', () => {
	it('the speed of the robot must be a number, and the high-performance mode must be true or false', async () => {
		local = await listen();
		const calls = { call_column: [PHONE], call_list: [['13800000000']] };
		expect(
			(await local.call('callout', { robot_id: '5202', line_num: LINE, ...calls, robot_speed: 1 }))
				.code,
		).toBe(0);
		expect(
			(
				await local.call('callout', {
					robot_id: '5202',
					line_num: LINE,
					...calls,
					robot_speed: '1',
				})
			).code,
		).toBe(10005);
		const task = {
			task_name: 'x',
			robot_id: '5202',
			line_num: LINE,
			time_begin: Date.UTC(2026, 10, 22),
		};
		expect((await local.call('taskCreate', { ...task, trubo_mode: true })).code).toBe(0);
		expect((await local.call('taskCreate', { ...task, trubo_mode: 1 })).code).toBe(10005);
	});
});

describe('the strict reader', () => {
	it.each([
		['another content type', '{"type":0}', 'text/plain'],
		['another charset', '{"type":0}', 'application/json;charset=GBK'],
		['broken JSON', '{"type":0', undefined],
		['the same key twice', '{"type":0,"type":1}', undefined],
		['an array instead of an object', '[]', undefined],
		['an empty body', '', undefined],
		[
			'bytes that are not UTF-8',
			Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
			undefined,
		],
		['text instead of a number', '{"type":"all"}', undefined],
		['a number with a decimal point', '{"type":1.0}', undefined],
		['null instead of a number', '{"type":null}', undefined],
		['an undocumented value of `type`', '{"type":5}', undefined],
		['an unknown field', '{"typ":1}', undefined],
	])('the strict reader refuses %s with 10005', async (_, body, contentType) => {
		local = await listen();
		const answer = await post(
			`${local.url}${PATHS.configQuery}?token=${await local.token()}`,
			body,
			contentType,
		);
		expect([answer.status, answer.data]).toEqual([
			200,
			'{"code":10005,"message":"Incorrect input parameter","result":{}}',
		]);
	});
});

describe('direct calls', () => {
	it.each([
		['a row with a landline number', calloutBody([...rows(3), ['02112345678']]), 200203],
		['a sensitive number', calloutBody([...rows(3), ['13911110000']]), 200203],
		['a row with too many values', calloutBody([...rows(3), ['13800000004', 'x']]), 200212],
		[
			'other columns than those of the script',
			calloutBody([['13800000004', 'x']], { call_column: [PHONE, '姓名'] }),
			200212,
		],
		['another first column', calloutBody(rows(1), { call_column: ['手机'] }), 200212],
		['51 rows', calloutBody(rows(51)), 200213],
		['no rows', calloutBody([]), 10005],
		['a value that is a number', { ...calloutBody([]), call_list: [[13800000001]] }, 10005],
		['a script id that is a number', calloutBody(rows(1), { robot_id: 5202 }), 10005],
		['an unknown script', calloutBody(rows(1), { robot_id: '1' }), 200204],
		['a deleted script', calloutBody(rows(1), { robot_id: '5198' }), 200204],
		['an unpublished script', calloutBody(rows(1), { robot_id: '5206' }), 200204],
		['an unknown voice', calloutBody(rows(1), { voice_code: '1' }), 200205],
		['an unknown line', calloutBody(rows(1), { line_num: '1' }), 200200],
		['a line that has expired', calloutBody(rows(1), { line_num: '055168204604' }), 200200],
	])('the whole batch is refused for %s', async (_, body, code) => {
		local = await listen({ sensitiveNumbers: ['13911110000'] });
		expect((await local.call('callout', body)).code).toBe(code);
		expect(local.platform.acceptedRows).toEqual([]);
	});
});

describe('tasks', () => {
	it('tasks go from new to deleted by the documented rules', async () => {
		local = await listen({ speed: 0 });
		const task_id = await createTask();
		const code = async (endpoint: 'taskStart' | 'taskPause' | 'taskDelete'): Promise<number> =>
			(await local.call(endpoint, { task_id })).code;
		const insert = async (): Promise<number> =>
			(await local.call('taskInsert', { task_id, call_column: [PHONE], call_list: rows(2) })).code;
		const state = async (): Promise<unknown> => {
			const [row] = (await local.call('taskQuery', { task_id })).result.rows as Record<
				string,
				unknown
			>[];
			return [row?.status, row?.deleted];
		};
		expect(await code('taskStart')).toBe(200200);
		expect(await code('taskPause')).toBe(200200);
		expect(await insert()).toBe(0);
		expect(await insert()).toBe(0);
		expect(await state()).toEqual([0, 0]);
		expect(await code('taskStart')).toBe(0);
		expect(await code('taskStart')).toBe(0);
		expect(await insert()).toBe(200200);
		expect(await code('taskPause')).toBe(0);
		expect(await state()).toEqual([3, 0]);
		expect(await insert()).toBe(200200);
		expect(await code('taskStart')).toBe(0);
		expect(await code('taskDelete')).toBe(0);
		expect(((await state()) as number[])[1]).toBe(1);
		expect([
			await code('taskStart'),
			await code('taskPause'),
			await code('taskDelete'),
			await insert(),
		]).toEqual([3010102, 3010102, 3010102, 3010102]);
		expect((await local.call('taskStart', { task_id: '1' })).code).toBe(200202);
		expect(local.platform.acceptedRows).toHaveLength(4);
	});

	it.each([
		['no name', { task_name: undefined }, 10005],
		['no begin', { time_begin: undefined }, 10005],
		['a begin in seconds', { time_begin: 1_700_000_000 }, 10005],
		['a begin as text', { time_begin: '1700000000000' }, 10005],
		['an end before the begin', { time_end: 1_600_000_000_000 }, 10005],
		['four retries', { recall_count: 4 }, 10005],
		['a malformed period', { time_range: ['9:00-12:00'] }, 10005],
		['one unknown line of two', { line_num: `${LINE};1` }, 200200],
		['an unknown script', { robot_id: '1' }, 200204],
		['an unknown voice', { voice_code: '1' }, 200205],
	])('a task with %s is not created', async (_, fields, code) => {
		local = await listen();
		expect((await local.call('taskCreate', taskBody(fields))).code).toBe(code);
	});

	it('a time that no double can hold is refused', async () => {
		local = await listen();
		// The number is put into the text, because JavaScript would change its last digit.
		const body = JSON.stringify(taskBody({ time_begin: 1 })).replace(
			'"time_begin":1',
			'"time_begin":9007199254740993',
		);
		expect((await local.send('taskCreate', body)).data).toContain('"code":10005');
	});

	it('the rows that a query returns have all documented fields', async () => {
		local = await listen({ speed: 0 });
		const task_id = await createTask({
			line_num: `${LINE};055168204602`,
			recall_count: 2,
			time_recall_wait: 600,
			time_range: ['09:00:00-12:00:00', '13:00:00-17:30:00'],
			time_end: 1_900_000_000_000,
			voice_code: '60030',
		});
		await local.call('taskInsert', { task_id, call_column: [PHONE], call_list: rows(3) });
		expect((await local.call('taskQuery', { task_id })).result).toEqual({
			total_rows: 1,
			rows: [
				{
					task_id,
					task_name: '秋季回访',
					status: 0,
					task_type: 0,
					deleted: 0,
					time_task_start: 0,
					process_count: 0,
					process_tel_count: 0,
					process_through_count: 0,
					process_through_rate: 0,
					count_tel: 3,
					count_total_task: 3,
					count_recalled: 0,
					time_task_estimate_begin: 1_700_000_000_000,
					time_task_estimate_end: 1_900_000_000_000,
					line_num: `${LINE};055168204602`,
					robot_id: '5202',
					robot_name: '满意度调查',
					voice_code: '60030',
					voice_speed: 1,
					count_max_recall: 2,
					time_recall_wait: 600,
					time_range: '["09:00:00-12:00:00","13:00:00-17:30:00"]',
					intention_push: '["A","B"]',
					status_recall: '[0,0]',
				},
			],
		});
	});
});
