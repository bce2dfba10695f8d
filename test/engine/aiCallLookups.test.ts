import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { inputItem } from '../../nodes/IflytekAiCall/parameters/rowParameters';
import {
	DEFAULT_APP_KEY,
	DEFAULT_APP_SECRET,
	RESTRICTED_APP_KEY,
	RESTRICTED_APP_SECRET,
} from '../simulator/aiCall';
import { withAnswers, type SeenRequest } from './answers';
import { CallBench, chosen, LINE, PLACE, SCRIPT } from './aiCall';
import { editorContext } from './harness';

const DELETED_SCRIPT = '5198';
const NOW = Date.UTC(2026, 10, 23, 4, 0, 0);
const bench = new CallBench({ speed: 0, startTime: NOW });
const { listSearch, loadOptions, resourceMapping, credentialTest } = new IflytekAiCall().methods;

const editor = (parameters: IDataObject = {}) =>
	editorContext({
		nodeType: new IflytekAiCall(),
		parameters,
		credentials: [{ type: new IflytekAiCallApi(), data: bench.credential }],
	});
/** The parameters of Create. */
const create = (taskName: string, robotId = SCRIPT) => ({
	resource: 'task',
	operation: 'create',
	taskName,
	robotId: chosen(robotId),
	lineNum: chosen(LINE),
	begin: '2026-12-01',
	options: { concurrentRequests: 1 },
});
/** A field of a column mapper. */
const field = (id: string, displayName: string, index: number) => ({
	id,
	displayName,
	required: index === 0,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	type: 'string',
});

/** Makes the platform answer once with this result. */
const answerOnce = (endpoint: 'configQuery' | 'taskQuery', result: object) =>
	bench.platform.failNext(endpoint, {
		kind: 'body',
		text: JSON.stringify({ code: 0, message: 'ok', result }),
	});

/** The names in the list of tasks for an operation, if the platform has these tasks. */
async function listedTasks(rows: object[], operation: string): Promise<string[]> {
	answerOnce('taskQuery', { total_rows: rows.length, rows });
	const { results } = await listSearch.searchTasks.call(editor({ resource: 'task', operation }));
	return results.map(({ name }) => name);
}

describe('lists', () => {
	test('in the list of scripts, usable scripts come first', async () => {
		expect((await listSearch.searchScripts.call(editor())).results).toEqual([
			{ name: '售后回访 (5201)', value: '5201' },
			{ name: '满意度调查 (5202)', value: '5202' },
			{ name: '还款提醒 (5203)', value: '5203' },
			{ name: '保单续期 (5204)', value: '5204' },
			{ name: '预约确认 (5207)', value: '5207' },
			{ name: '新品预约（审核中） (5199, Under review)', value: '5199' },
			{ name: '活动邀约（未通过） (5205, Not passed)', value: '5205' },
			{ name: '会员生日祝福（待发布） (5206, Pending publication)', value: '5206' },
		]);
		expect((await listSearch.searchScripts.call(editor(), '保单')).results).toEqual([
			{ name: '保单续期 (5204)', value: '5204' },
		]);
		expect((await listSearch.searchScripts.call(editor(), '5203')).results).toHaveLength(1);
	});

	test('the list of scripts contains the scripts of all pages', async () => {
		const all = (await listSearch.searchScripts.call(editor())).results;
		bench.platform.configure({ scriptsPerPage: 3 });
		expect((await listSearch.searchScripts.call(editor())).results).toEqual(all);
		expect(bench.bodies('configQuery').slice(1)).toEqual([
			{ type: 1 },
			{ type: 1, pageSize: 3, pageIndex: 2 },
			{ type: 1, pageSize: 3, pageIndex: 3 },
		]);
	});

	test('the list of scripts shows why a script cannot be used, even if the platform does not say whether it is deleted', async () => {
		const result = {
			robots: [
				{ robot_id: '1', robot_name: 'A', status: 1 },
				{ robot_id: '2', robot_name: 'B', status: 4 },
			],
		};
		bench.platform.failNext('configQuery', {
			kind: 'body',
			text: JSON.stringify({ code: 0, message: 'ok', result }),
		});
		expect((await listSearch.searchScripts.call(editor())).results.map(({ name }) => name)).toEqual(
			['B (2)', 'A (1, Under review)'],
		);
	});

	test('the list of lines shows the hours of each line and how many calls it makes at once, and expired lines come last', async () => {
		const lines = [
			{ name: '055168204601 (10 calls)', value: '055168204601' },
			{
				name: '055168204602 (09-12, 13-18, 3 calls)',
				value: '055168204602',
			},
			{ name: '055168204603 (5 calls)', value: '055168204603' },
			{ name: '055168204604 (Expired 2024-02-07)', value: '055168204604' },
		];
		// The platform sends the expired line first.
		bench.platform.setup.lines.unshift(...bench.platform.setup.lines.splice(3));
		expect((await listSearch.searchLines.call(editor())).results).toEqual(lines);
		expect(await loadOptions.getLines.call(editor(create('a')))).toEqual(lines);
		expect((await listSearch.searchLines.call(editor(), '4603')).results).toEqual([lines[2]]);
	});

	test('the list of voices shows the gender', async () => {
		const { results } = await listSearch.searchVoices.call(editor());
		expect(results.slice(0, 4)).toEqual([
			{ name: '晓晴 (Female, 65580)', value: '65580' },
			{ name: '若兰 (Female, 62140)', value: '62140' },
			{ name: '春春 (Female, 60020)', value: '60020' },
			{ name: '明远 (Male, 60030)', value: '60030' },
		]);
	});

	test('the list of tasks begins with the newest task, comes page by page, and is filtered by the platform', async () => {
		await bench.json(
			create('={{ $json.name }}'),
			Array.from({ length: 60 }, (_, index) => ({ json: { name: `任务${index}` } })),
		);
		const first = await listSearch.searchTasks.call(editor());
		expect([first.results.length, first.results[0], first.paginationToken]).toEqual([
			50,
			{ name: '任务59 (88160, New)', value: '88160' },
			'2',
		]);
		const second = await listSearch.searchTasks.call(editor(), undefined, first.paginationToken);
		expect([second.results.length, second.results.at(-1), second.paginationToken]).toEqual([
			10,
			{ name: '任务0 (88101, New)', value: '88101' },
			undefined,
		]);
		const filtered = await listSearch.searchTasks.call(editor(), '任务5');
		expect(filtered.results).toHaveLength(11);
		expect((await listSearch.searchTasks.call(editor(), ' 88107 ')).results).toEqual([
			{ name: '任务6 (88107, New)', value: '88107' },
		]);
		expect((await listSearch.searchTasks.call(editor(), '99999')).results).toEqual([]);
	});

	test('the list of further lines is empty, and causes no error, before a line and a credential are chosen', async () => {
		const withoutCredential = editorContext({
			nodeType: new IflytekAiCall(),
			parameters: create('a'),
			credentials: [],
		});
		const contexts = [withoutCredential, editor({ ...create('a'), lineNum: chosen('') })];
		for (const context of contexts) expect(await loadOptions.getLines.call(context)).toEqual([]);
		expect(bench.platform.requests).toEqual([]);
	});

	test('in the list of tasks for Add Rows, tasks that accept no rows are marked and come last', async () => {
		const rows = [
			{ task_id: '5', task_name: 'E', status: 2 },
			{ task_id: '4', task_name: 'D', status: 0 },
			{ task_id: '3', task_name: 'C', status: 0, deleted: 1 },
			{ task_id: '2', task_name: 'B', status: 0, task_type: 2 },
			{ task_id: '1', task_name: 'A', status: 0, time_task_estimate_end: NOW + 1e12 },
		];
		expect(await listedTasks(rows, 'addRows')).toEqual([
			'D (4, New)',
			'A (1, New)',
			'E (5, Running, takes no rows)',
			'C (3, Deleted, takes no rows)',
			'B (2, New, takes no rows)',
		]);
		expect(await listedTasks(rows, 'get')).toEqual([
			'E (5, Running)',
			'D (4, New)',
			'C (3, Deleted)',
			'B (2, New)',
			'A (1, New)',
		]);
	});

	test('in the list of tasks for Start and Pause, tasks that cannot be started or paused are marked and come last', async () => {
		const rows = [
			{ task_id: '7', task_name: 'G', status: 3, time_task_estimate_end: 1e12 },
			{ task_id: '6', task_name: 'F', status: 9 },
			{ task_id: '5', task_name: 'E', status: 2 },
			{ task_id: '4', task_name: 'D', status: 3, time_task_estimate_end: Date.now() + 1e9 },
			{ task_id: '3', task_name: 'C', status: 0, deleted: 1 },
			{ task_id: '2', task_name: 'B', task_type: 2 },
		];
		expect(await listedTasks(rows, 'start')).toEqual([
			'F (6)',
			'D (4, Paused)',
			'G (7, Paused, cannot be started)',
			'E (5, Running, cannot be started)',
			'C (3, Deleted, cannot be started)',
			'B (2, cannot be started)',
		]);
		expect(await listedTasks(rows, 'pause')).toEqual([
			'F (6)',
			'E (5, Running)',
			'G (7, Paused, cannot be paused)',
			'D (4, Paused, cannot be paused)',
			'C (3, Deleted, cannot be paused)',
			'B (2, cannot be paused)',
		]);
	});

	test('a line without a number of calls or hours shows what is known, and its last day is that in China', async () => {
		const lines = [
			{ line_num: '1', time_apply: Date.UTC(2026, 10, 1, 17), time_expire: 86_400 },
			{ line_num: '2', time_expire: -1, time_work: ['08:00:00-20:00:00', 'x'] },
			{ line_num: '3', status: 1, time_apply: Date.now(), time_expire: 86_400 },
		];
		answerOnce('configQuery', { lines });
		expect((await listSearch.searchLines.call(editor())).results.map(({ name }) => name)).toEqual([
			'2 (08-20)',
			'3 (Occupied)',
			'1 (Expired 2026-11-03)',
		]);
	});

	test.each([
		[
			'start',
			['D (4, New)', 'P (6, Paused)', 'U (8)', 'A (1)'],
			['E (5, Running, cannot be started)', 'W (7, New, cannot be started)'],
		],
		[
			'pause',
			['E (5, Running)', 'U (8)', 'A (1)'],
			['D (4, New, cannot be paused)', 'P (6, Paused, cannot be paused)'],
		],
	])(
		'in the list of tasks for %s, tasks that it cannot change are marked and come last',
		async (operation, usable, others) => {
			const rows = [
				{ task_id: '5', task_name: 'E', status: 2 },
				{ task_id: '4', task_name: 'D', status: 0 },
				{ task_id: '6', task_name: 'P', status: 3 },
				{ task_id: '3', task_name: 'C', status: 0, deleted: 1 },
				{ task_id: '2', task_name: 'B', status: 2, task_type: 2 },
				{ task_id: '7', task_name: 'W', status: 0, time_task_estimate_end: Date.UTC(2020, 0, 1) },
				{ task_id: '8', task_name: 'U', status: 9 },
				{ task_id: '1', task_name: 'A' },
			];
			answerOnce('taskQuery', { total_rows: rows.length, rows });
			const { results } = await listSearch.searchTasks.call(
				editor({ resource: 'task', operation }),
			);
			const names = results.map(({ name }) => name);
			expect(names.slice(0, usable.length)).toEqual(usable);
			expect(names).toEqual(expect.arrayContaining(others));
			expect(names).toHaveLength(rows.length);
		},
	);

	test('in the list of tasks, a full page can be the last page, and a search lists a task once even if its name is its ID', async () => {
		// The name of each task is the ID that the task gets.
		await bench.json(
			create('={{ $json.name }}'),
			Array.from({ length: 50 }, (_, index) => ({ json: { name: String(88_101 + index) } })),
		);
		const page = await listSearch.searchTasks.call(editor());
		expect([page.results.length, page.paginationToken]).toEqual([50, undefined]);
		const [{ name, value } = { name: '', value: '' }] = page.results;
		const found = (await listSearch.searchTasks.call(editor(), String(value))).results;
		expect(found.map((entry) => entry.value)).toEqual([value]);
		expect(name).toContain(String(value));
	});

	test('an entry of a list shows its known fields, and a search ignores upper and lower case', async () => {
		const robots = [
			{ robot_id: '', robot_name: 'Alpha', status: 1 },
			{ robot_name: 'Beta', status: 4 },
			{ robot_id: '7', status: 4 },
		];
		answerOnce('configQuery', { robots });
		expect((await listSearch.searchScripts.call(editor())).results).toEqual([
			{ name: 'Beta', value: '' },
			{ name: '7 (7)', value: '7' },
			{ name: 'Alpha (Under review)', value: '' },
		]);
		answerOnce('configQuery', { robots });
		expect((await listSearch.searchScripts.call(editor(), ' bETA ')).results).toEqual([
			{ name: 'Beta', value: '' },
		]);
		answerOnce('configQuery', { lines: [{ line_num: '1', status: 0 }] });
		expect((await listSearch.searchLines.call(editor())).results).toEqual([
			{ name: '1', value: '1' },
		]);
	});

	test('in the list of tasks, a full page is followed by another if the platform does not tell the number of tasks, and an empty page is always the last', async () => {
		const nextPage = async (result: object) => {
			answerOnce('taskQuery', result);
			return (await listSearch.searchTasks.call(editor())).paginationToken;
		};
		const rows = (count: number) =>
			Array.from({ length: count }, (_, index) => ({ task_id: String(index) }));
		expect([
			await nextPage({ rows: rows(50) }),
			await nextPage({ rows: rows(49) }),
			await nextPage({ rows: [], total_rows: 500 }),
			await nextPage({ rows: rows(50), total_rows: 51 }),
		]).toEqual(['2', undefined, undefined, '2']);
	});

	test('a search for digits in the list of tasks also looks up an ID, but only for the first page', async () => {
		const searchedIds = async (filter: string, page?: string) => {
			const before = bench.bodies('taskQuery').length;
			await listSearch.searchTasks.call(editor(), filter, page);
			return bench
				.bodies('taskQuery')
				.slice(before)
				.map((body) => (body as { task_id?: string }).task_id);
		};
		expect([
			await searchedIds('88107'),
			await searchedIds(' 88107 '),
			await searchedIds('a5'),
			await searchedIds('5a'),
			await searchedIds('5', '2'),
		]).toEqual([[undefined, '88107'], [undefined, '88107'], [undefined], [undefined], [undefined]]);
	});

	test('a list fails immediately if the platform asks for a longer pause than a user of the editor would accept', async () => {
		const answer = ({ path }: SeenRequest) =>
			path.includes('/token')
				? { body: '{"code":0,"message":"ok","result":{"token":"T","time_expire":3600}}' }
				: { status: 429, headers: { 'Retry-After': '30' }, body: '{}' };
		await withAnswers(answer, async (url) => {
			bench.credential.baseUrl = url;
			await expect(listSearch.searchLines.call(editor())).rejects.toMatchObject({
				description: expect.stringMatching(/for 5 seconds/) as string,
			});
		});
	});

	test('a search for digits finds a task by its name, even if the platform refuses the digits as an ID', async () => {
		const rows = [{ task_id: '88101', task_name: 'Campaign 2026', status: 0 }];
		bench.platform.failNext('taskQuery', {
			kind: 'body',
			text: JSON.stringify({ code: 0, message: 'ok', result: { total_rows: 1, rows } }),
		});
		bench.platform.failNext('taskQuery', { kind: 'code', code: 200202 });
		expect((await listSearch.searchTasks.call(editor(), '2026')).results).toEqual([
			{ name: 'Campaign 2026 (88101, New)', value: '88101' },
		]);
	});

	test('the error of a list says what is wrong with the credential', async () => {
		bench.credential.appSecret = 'x'.repeat(44);
		await expect(listSearch.searchLines.call(editor())).rejects.toMatchObject({
			name: 'NodeApiError',
			message:
				'App Key or App Secret is wrong (code 200101, the platform says: Wrong account or password)',
			description: expect.stringMatching(/^Copy both again, as a pair, from the iFLYTEK console/),
		});
	});

	test('if the credential is invalid, a list requests nothing, and the single line of its error says what to do', async () => {
		bench.credential.baseUrl = 'open.example';
		const message =
			'The base URL of the AI call platform must start with http:// or https://, without ? or #. Correct it in the credential: host name and optional path only. The default is https://callapi.xfyun.cn.';
		const context = editor({
			resource: 'call',
			operation: 'place',
			robotId: chosen(SCRIPT),
			lineNum: chosen(LINE),
		});
		const taskContext = editor({
			resource: 'task',
			operation: 'addRows',
			robotId: chosen(SCRIPT),
			taskId: chosen('88101'),
		});
		const { searchScripts, searchLines, searchVoices, searchTasks } = listSearch;
		const searches = [searchScripts, searchLines, searchVoices, searchTasks].map((search) =>
			search.call(context),
		);
		const lookups = [
			...searches,
			loadOptions.getLines.call(context),
			resourceMapping.getScriptColumns.call(context),
			resourceMapping.getTaskColumns.call(taskContext),
		];
		const errors = (await Promise.allSettled<unknown>(lookups)).map(
			(outcome) => outcome.status === 'rejected' && [outcome.reason.name, outcome.reason.message],
		);
		expect(errors).toEqual(lookups.map(() => ['NodeOperationError', message]));
		expect(bench.platform.requests).toEqual([]);
	});
});

describe('column mapping', () => {
	test('the mapping of Place has the columns of the script, and keeps two columns of the same name apart', async () => {
		expect(
			await resourceMapping.getScriptColumns.call(
				editor({ resource: 'call', operation: 'place', robotId: chosen('5203') }),
			),
		).toEqual({
			fields: [
				field('客户手机号码', '客户手机号码', 0),
				field('姓名', '姓名', 1),
				field('金额', '金额', 2),
				field('金额 (2)', '金额 (2)', 3),
			],
			emptyFieldsNotice: 'Columns of script 5203: 客户手机号码, 姓名, 金额, 金额 (2)',
		});
	});

	test('in a tool, each column has a different displayed name and key, and the model reads the name of the column', async () => {
		class Tool extends IflytekAiCall {
			override description = { ...new IflytekAiCall().description, name: 'iflytekAiCallTool' };
		}
		const context = editorContext({
			nodeType: new Tool(),
			parameters: {
				resource: 'call',
				operation: 'place',
				robotId: chosen('5203'),
				// The model fills the columns, not the item.
				inputItem: { mobile: '13800000000' },
			},
			credentials: [{ type: new IflytekAiCallApi(), data: bench.credential }],
		});
		/** The model sees the column by its name, whatever its key is. */
		const fromModel = (column: ReturnType<typeof field>, key: string) => ({
			...column,
			defaultValue: `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${
				key === 'phone_number' ? `The customer's phone number (${column.id})` : column.id
			}\`, 'string') }}`,
		});
		expect(await resourceMapping.getScriptColumns.call(context)).toEqual({
			fields: [
				fromModel(field('客户手机号码', 'Column 1: 客户手机号码', 0), 'phone_number'),
				fromModel(field('姓名', 'Column 2: 姓名', 1), 'Column_2'),
				fromModel(field('金额', 'Column 3: 金额', 2), 'Column_3'),
				fromModel(field('金额 (2)', 'Column 4: 金额', 3), 'Column_4'),
			],
			emptyFieldsNotice: 'Columns of script 5203: 客户手机号码, 姓名, 金额, 金额 (2)',
		});
	});

	test('the mapping has the columns of a script on a later page', async () => {
		bench.platform.configure({ scriptsPerPage: 3 });
		expect(
			await resourceMapping.getScriptColumns.call(
				editor({ resource: 'call', operation: 'place', robotId: chosen('5206') }),
			),
		).toEqual({
			fields: [field('客户手机号码', '客户手机号码', 0), field('姓名', '姓名', 1)],
			emptyFieldsNotice: 'Columns of script 5206: 客户手机号码, 姓名',
		});
	});

	test('the mapping still has the columns of a script that was deleted after it was chosen', async () => {
		const { results } = await listSearch.searchScripts.call(editor());
		expect(results.filter(({ value }) => value === DELETED_SCRIPT)).toEqual([]);
		expect(
			await resourceMapping.getScriptColumns.call(
				editor({ resource: 'call', operation: 'place', robotId: chosen(DELETED_SCRIPT) }),
			),
		).toEqual({
			fields: [
				field('客户手机号码', '客户手机号码', 0),
				field('姓名', '姓名', 1),
				field('金额', '金额', 2),
			],
			emptyFieldsNotice: 'Columns of script 5198: 客户手机号码, 姓名, 金额',
		});
	});

	test('the editor fills the columns with the fields of the input item that fit, for a person to correct', async () => {
		const place = { resource: 'call', operation: 'place', robotId: chosen('5203') };
		const inputItem = { id: 7, mobile: '138 0000 0000', name: '王', amount: '5' };
		const { fields } = await resourceMapping.getScriptColumns.call(editor({ ...place, inputItem }));
		expect(fields).toEqual([
			{ ...field('客户手机号码', '客户手机号码', 0), defaultValue: '={{ $json.mobile }}' },
			{ ...field('姓名', '姓名', 1), defaultValue: '={{ $json.name }}' },
			{ ...field('金额', '金额', 2), defaultValue: '={{ $json.amount }}' },
			field('金额 (2)', '金额 (2)', 3),
		]);
		// Without input, the editor sends null or the expression itself.
		for (const noItem of [null, '={{ $json }}', { 'a}}': '13800000000' }]) {
			const columns = await resourceMapping.getScriptColumns.call(
				editor({ ...place, inputItem: noItem }),
			);
			expect(columns.fields.map(({ defaultValue }) => defaultValue)).toEqual(
				fields.map(() => undefined),
			);
		}
	});

	test('of the input item, the editor sends only the short beginning of at most 100 texts and numbers', async () => {
		class Reader extends IflytekAiCall {
			override async execute(this: IExecuteFunctions) {
				const read = this.getInputData().map((_item, index) => ({
					json: { read: this.getNodeParameter(inputItem.name, index) as IDataObject },
				}));
				return await Promise.resolve([read]);
			}
		}
		const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, 1]));
		const { outputs, error } = await bench.run(
			{ ...PLACE, [inputItem.name]: inputItem.default },
			[
				{ json: { 手机号: 13800000001, note: 'x'.repeat(500), list: [1], none: null, off: false } },
				{ json: wide },
			],
			{ nodeType: new Reader() },
		);
		expect(error).toBeUndefined();
		const [first, second] = (outputs[0] ?? []).map(({ json }) => json.read as IDataObject);
		expect(first).toEqual({ 手机号: '13800000001', note: 'x'.repeat(40), off: 'false' });
		expect(Object.keys(second ?? {})).toHaveLength(100);
	});

	test('the notice of the mapping escapes names of columns, because n8n shows it as HTML', async () => {
		const call_column = ['<b>&', 'x'.repeat(5000)];
		answerOnce('configQuery', { robots: [{ robot_id: '1', status: 4, call_column }] });
		const { emptyFieldsNotice = '' } = await resourceMapping.getScriptColumns.call(
			editor({ resource: 'call', operation: 'place', robotId: chosen('1') }),
		);
		expect(emptyFieldsNotice).toMatch(/^Columns of script 1: &lt;b&gt;&amp;, x+ … /);
		expect(emptyFieldsNotice.length).toBeLessThan(2100);
	});

	test('the mapping has no columns before a script is chosen', async () => {
		for (const robotId of [chosen(''), chosen('={{ $json.script }}', 'id')]) {
			expect(
				await resourceMapping.getScriptColumns.call(
					editor({ resource: 'call', operation: 'place', robotId }),
				),
			).toEqual({
				fields: [],
				emptyFieldsNotice: 'Choose a script first, from the list or by its ID.',
			});
		}
	});

	test("the mapping of Add Rows has the columns of the task's script, or of the chosen script if the task does not name its script", async () => {
		await bench.json(create('a', '5202'));
		/** The option Script of the Task. */
		const ofTask = (robotId: string) => ({ robotId: chosen(robotId) });
		const addRows = { resource: 'task', operation: 'addRows' };
		const onlyNumber = [field('客户手机号码', '客户手机号码', 0)];
		const threeColumns = [
			...onlyNumber,
			field('姓名', '姓名', 1),
			field('预约时间', '预约时间', 2),
		];
		const fields = async (parameters: IDataObject) =>
			await resourceMapping.getTaskColumns.call(editor({ ...addRows, ...parameters }));
		expect(await fields({ taskId: chosen('88101'), options: ofTask(SCRIPT) })).toEqual({
			fields: onlyNumber,
			emptyFieldsNotice: 'Columns of task 88101: 客户手机号码',
		});
		expect(await fields({ taskId: chosen('1'), options: ofTask(SCRIPT) })).toEqual({
			fields: threeColumns,
			emptyFieldsNotice: 'Columns of task 1: 客户手机号码, 姓名, 预约时间',
		});
		const ofScript = {
			fields: threeColumns,
			emptyFieldsNotice: `Columns of script ${SCRIPT}: 客户手机号码, 姓名, 预约时间`,
		};
		expect(
			await fields({ taskId: chosen('={{ $json.task_id }}', 'id'), options: ofTask(SCRIPT) }),
		).toEqual(ofScript);
		const queriesBefore = bench.bodies('taskQuery').length;
		expect(await fields({ taskId: chosen(''), options: ofTask(SCRIPT) })).toEqual(ofScript);
		expect(bench.bodies('taskQuery')).toHaveLength(queriesBefore);
		expect(await fields({ taskId: chosen(''), options: ofTask('') })).toEqual({
			fields: [],
			emptyFieldsNotice: 'Choose a task first, or Script of the Task under Options.',
		});
		await expect(fields({ taskId: chosen('1'), options: ofTask('') })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Task 1 not found',
		});
	});
});

describe('the columns as a list, for the AI builder', () => {
	test('the list of columns has the columns of the mapping', async () => {
		const place = { resource: 'call', operation: 'place', robotId: chosen('5203') };
		expect(await loadOptions.getScriptColumnNames.call(editor(place))).toEqual([
			{ name: '客户手机号码', value: '客户手机号码', description: 'The phone number' },
			{ name: '姓名', value: '姓名' },
			{ name: '金额', value: '金额' },
			{ name: '金额 (2)', value: '金额 (2)' },
		]);
		await bench.json(create('a', '5202'));
		const addRows = { resource: 'task', operation: 'addRows', taskId: chosen('88101') };
		expect(await loadOptions.getTaskColumnNames.call(editor(addRows))).toEqual([
			{ name: '客户手机号码', value: '客户手机号码', description: 'The phone number' },
		]);
	});

	test('the error of the list of columns says what the user must choose first', async () => {
		const place = { resource: 'call', operation: 'place', robotId: chosen('') };
		await expect(loadOptions.getScriptColumnNames.call(editor(place))).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'Choose a script first, from the list or by its ID.',
		});
	});
});

describe('credential test', () => {
	const tested = async (more: object = {}) =>
		await credentialTest.iflytekAiCallApiTest.call(new CredentialTestContext(), {
			id: '1',
			name: 'x',
			type: 'iflytekAiCallApi',
			data: { ...bench.credential, ...more },
		});

	test('the credential test succeeds with the right key and secret', async () => {
		expect(await tested()).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(bench.platform.requests.map(({ endpoint }) => endpoint)).toEqual([
			'token',
			'configQuery',
		]);
	});

	test.each<[string, object, string]>([
		[
			'a wrong secret',
			{ appSecret: 'x'.repeat(44) },
			'App Key or App Secret is wrong (code 200101, the platform says: Wrong account or password). Copy both again',
		],
		['no secret', { appSecret: ' ' }, 'App Secret is empty. Copy both from'],
		[
			'a Push Secret that a URL would cut off',
			{ pushSecret: 'a#b' },
			'The Push Secret contains #. Everything after # in a URL is never sent. Use only letters',
		],
		[
			'a Push Secret that is neither text nor a number',
			{ pushSecret: ['s3cret'] },
			'The Push Secret of the credential is neither text nor a number with all of its digits. No request can match it. Check the expression',
		],
		[
			'a base URL that is no URL',
			{ baseUrl: 'x' },
			'The base URL of the AI call platform must start with http:// or https://, without ? or #. Correct it ',
		],
		[
			'a closed port',
			{ baseUrl: 'http://127.0.0.1:9' },
			'Could not connect to 127.0.0.1:9. Check the base URL',
		],
	])('the credential test says what is wrong: %s', async (_name, wrong, message) => {
		const { status, message: actual } = await tested(wrong);
		expect([status, actual.slice(0, message.length)]).toEqual(['Error', message]);
		expect(actual).not.toContain('undefined');
	});

	test.each<[string, object, RegExp]>([
		[
			'swapped keys',
			{ appKey: DEFAULT_APP_SECRET, appSecret: DEFAULT_APP_KEY },
			/^App Key or App Secret is wrong .* App Key has 44 characters and App Secret 48; the platform's documentation says 48 and 44: they look swapped\.$/,
		],
		[
			'a short key',
			{ appKey: 'k' },
			/^App Key or App Secret is wrong .* App Key has 1 characters and App Secret 44; the platform's documentation says 48 and 44: check that both were copied whole\.$/,
		],
	])(
		'if the platform refuses the keys, the credential test mentions their unusual lengths: %s',
		async (_name, wrong, expected) => {
			expect(await tested(wrong)).toEqual({
				status: 'Error',
				message: expect.stringMatching(expected),
			});
		},
	);

	test('if the platform accepts keys of unusual length, the credential test succeeds with a warning', async () => {
		const keys = { appKey: 'k'.repeat(32), appSecret: 's'.repeat(32) };
		bench.platform.setup.accounts.push({ ...keys, appId: '1', businessId: '2', permits: 'all' });
		expect(await tested(keys)).toEqual({
			status: 'OK',
			message:
				"Connection successful. App Key has 32 characters and App Secret 32; the platform's documentation says 48 and 44: check that both were copied whole.",
		});
	});

	test('if nobody answers, the credential test does not mention unusual lengths', async () => {
		const { message } = await tested({ appKey: 'k', baseUrl: 'http://127.0.0.1:9' });
		expect(message).toMatch(/^Could not connect to 127\.0\.0\.1:9\. /);
		expect(message).not.toContain('characters');
	});

	test('the credential test reports an application that may not read its configuration', async () => {
		bench.platform.failNext('configQuery', { kind: 'code', code: 10002 });
		expect(
			(await tested({ appKey: RESTRICTED_APP_KEY, appSecret: RESTRICTED_APP_SECRET })).message,
		).toMatch(/code 10002.*Enable the AI call service/);
	});

	test('the credential test reports a base URL that belongs to another site', async () => {
		bench.platform.failNext('token', { kind: 'body', text: '<html>hello</html>' });
		expect((await tested()).message).toMatch(
			/a web page instead of JSON \(HTTP status 200\)\. The base URL in the credential may point to another site/,
		);
	});
});
