import {
	configurationBody,
	configurationEntries,
	findRobot,
	isUsableRobot,
	queryWholeConfiguration,
	robotColumns,
	simplifyConfiguration,
	simplifyEntries,
	simplifyLine,
	simplifyRobot,
	simplifyVoice,
	withoutUrlSecrets,
} from '../../../nodes/shared/aiCall/configuration/configuration';
import { usableFirst } from '../../../nodes/IflytekAiCall/methods/listSearch';
import { readResponse } from '../../../nodes/shared/aiCall/protocol/aiCallEnvelope';

const BODY = `{"code":0,"message":"ok","result":{
	"lines":[{"line_num":"055100000001","concurrents":20,"time_work":["08:30:00-11:30:00","14:00:00-18:59:59"],"status":0,"time_apply":1700000000000,"time_expire":-1},
		{"line_num":55100000002,"concurrents":5,"time_work":["always"],"status":1,"time_apply":0,"time_expire":86400}],
	"robots":[{"robot_id":801,"robot_name":"回访","call_column":["客户手机号码","姓名"],"status":4,"type":2,"deleted":0,"time_create":1700000000000,"time_update":1700000060000,"note":"kept"},
		{"robot_id":"802","robot_name":"旧","status":9,"type":1,"deleted":1,"time_create":0}],
	"urls":[{"url":"https://n8n.example/webhook/a","url_module":"receiveDialog"},{"url":"https://n8n.example/webhook/b","url_module":"receiveOther"}],
	"voices":[{"voice_code":"60030","voice_name":"小明"},{"voice_code":"70001","voice_name":"新"}],
	"quotas":[{"left":3}]}}`;

let result: ReturnType<typeof readResponse>['result'];
beforeAll(() => {
	({ result } = readResponse('queryConfiguration', BODY));
});

const LINES = [
	{
		line_num: '055100000001',
		concurrents: 20,
		time_work: ['08:30:00-11:30:00', '14:00:00-18:59:59'],
		time_expire: -1,
		statusName: 'Idle',
		workPeriods: [
			{ from: '08:30:00', to: '11:30:00' },
			{ from: '14:00:00', to: '18:59:59' },
		],
		permanent: true,
		validitySeconds: null,
		timeApply: '2023-11-14T22:13:20.000Z',
	},
	{
		line_num: '55100000002',
		concurrents: 5,
		time_work: ['always'],
		time_expire: 86400,
		statusName: 'Occupied',
		workPeriods: [],
		permanent: false,
		validitySeconds: 86400,
		timeApply: null,
	},
];

const ROBOTS = [
	{
		robot_id: '801',
		robot_name: '回访',
		call_column: ['客户手机号码', '姓名'],
		note: 'kept',
		statusName: 'Published',
		typeName: 'Dynamic script',
		deletedName: 'Not deleted',
		usable: true,
		timeCreate: '2023-11-14T22:13:20.000Z',
		timeUpdate: '2023-11-14T22:14:20.000Z',
	},
	{
		robot_id: '802',
		robot_name: '旧',
		status: 9,
		statusName: null,
		typeName: 'Ordinary script',
		deletedName: 'Deleted',
		usable: false,
		timeCreate: null,
	},
];

const URLS = [
	{
		url: 'https://n8n.example/webhook/a',
		url_module: 'receiveDialog',
		module: 'receiveDialog',
		moduleName: 'Dialogs',
	},
	{
		url: 'https://n8n.example/webhook/b',
		url_module: 'receiveOther',
		module: 'receiveOther',
		moduleName: null,
	},
];

const VOICES = [
	{ voice_code: '60030', voice_name: '小明', gender: 'Male' },
	{ voice_code: '70001', voice_name: '新', gender: null },
];

describe('configuration', () => {
	it('the body asks for one kind of entry or for all kinds', () => {
		expect((['all', 'scripts', 'lines', 'urls', 'voices'] as const).map(configurationBody)).toEqual(
			[{ type: 0 }, { type: 1 }, { type: 2 }, { type: 3 }, { type: 4 }],
		);
	});

	it('adds readable names and times to the entries of every kind', () => {
		expect(simplifyEntries(result, 'lines')).toEqual(LINES);
		expect(simplifyEntries(result, 'scripts')).toEqual(ROBOTS);
		expect(simplifyEntries(result, 'urls')).toEqual(URLS);
		expect(simplifyEntries(result, 'voices')).toEqual(VOICES);
		expect(simplifyConfiguration(result)).toEqual({
			lines: LINES,
			robots: ROBOTS,
			urls: URLS,
			voices: VOICES,
			quotas: [{ left: 3 }],
		});
	});

	it.each([
		['receiveDialog|AppX', { module: 'receiveDialog', moduleName: 'Dialogs', appId: 'AppX' }],
		[
			'receiveVoice|AppX|4567',
			{ module: 'receiveVoice', moduleName: 'Recordings', appId: 'AppX', robotId: '4567' },
		],
		['receiveVoice||4567', { module: 'receiveVoice', moduleName: 'Recordings', robotId: '4567' }],
		[
			' receiveVoice | | 4567 ',
			{ module: 'receiveVoice', moduleName: 'Recordings', robotId: '4567' },
		],
		['receiveOther|AppX', { module: 'receiveOther', moduleName: null, appId: 'AppX' }],
	])('the entry of a URL with the module %s says what the URL is for', (url_module, scope) => {
		const url = 'https://n8n.example/webhook/a';
		expect(simplifyEntries({ urls: [{ url, url_module }] }, 'urls')).toEqual([
			{ url, url_module, ...scope },
		]);
	});

	it('a module that is not text gets no name', () => {
		expect(simplifyEntries({ urls: [{ url_module: null }] }, 'urls')).toStrictEqual([
			{ url_module: null, module: '', moduleName: null },
		]);
	});

	it('leaves a URL as it is if its module is missing', () => {
		const urls = [{ url: 'https://n8n.example/webhook/a' }];
		expect(simplifyEntries({ urls }, 'urls')).toEqual(urls);
	});

	it('the secrets are left out of the URLs of a response, whatever these are, and nothing else is changed', () => {
		const answer = (result: string) => readResponse('queryConfiguration', `{"code":0,${result}}`);
		const withUrls = (urls: string) =>
			answer(`"result":{"lines":[{"a":"?secret=1"}],"urls":${urls}}`);
		for (const [sent, shown] of [
			[
				'[{"url":"https://a.example/?secret=1","n":[1]}]',
				'[{"url":"https://a.example/?secret=***","n":[1]}]',
			],
			['["https://a.example/?secret=1"]', '["https://a.example/?secret=***"]'],
			[
				'{"receiveVoice":"https://a.example/?secret=1"}',
				'{"receiveVoice":"https://a.example/?secret=***"}',
			],
			['null', 'null'],
		])
			expect(withoutUrlSecrets(withUrls(sent ?? ''))).toStrictEqual(withUrls(shown ?? ''));
		for (const other of [answer('"result":{"lines":[]}'), answer('"result":{"note":"?secret=1"}')])
			expect(withoutUrlSecrets(other)).toStrictEqual(other);
	});

	it('a column without a name keeps its place', () => {
		expect(robotColumns({ call_column: ['a', null, 7] })).toEqual(['a', '', '7']);
	});

	it('accepts missing lists and fields, and skips entries that are not objects', () => {
		expect(simplifyConfiguration({})).toEqual({ lines: [], robots: [], urls: [], voices: [] });
		expect(configurationEntries({ robots: [null, 1, { robot_id: '1' }] }, 'scripts')).toEqual([
			{ robot_id: '1' },
		]);
		expect([simplifyRobot({}), simplifyLine({}), simplifyVoice({})]).toEqual([
			{ usable: false },
			{},
			{ gender: null },
		]);
	});

	it('lists usable scripts before all others, and finds a script and its columns', () => {
		const robots = configurationEntries(result, 'scripts');
		expect(
			usableFirst([...robots].reverse(), isUsableRobot).map(({ robot_id }) => robot_id),
		).toEqual(['801', '802']);
		expect(
			[
				{ status: '4', deleted: '0' },
				{ status: 4 },
				{ status: 4, deleted: 1 },
				{ status: 3, deleted: 0 },
			].map(isUsableRobot),
		).toEqual([true, true, false, false]);
		expect(robotColumns(findRobot(result, '801') ?? {})).toEqual(['客户手机号码', '姓名']);
		expect(robotColumns(findRobot(result, '802') ?? {})).toEqual([]);
		expect(findRobot(result, '803')).toBeUndefined();
	});
});

describe('pages of scripts', () => {
	const script = (id: number) => ({ robot_id: String(id) });
	const scripts = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => script(from + index));

	/** A platform whose answers come from `answer`, and the list of the queries that it received. */
	function platform(answer: (body: Record<string, unknown>) => object) {
		const queries: object[] = [];
		const ask = async (body: Record<string, unknown>) => {
			queries.push(body);
			return readResponse(
				'queryTasks',
				JSON.stringify({ code: 0, message: 'ok', result: answer(body) }),
			);
		};
		return { ask, queries };
	}

	test('the documented platform gets one query without pages, however many scripts it has', async () => {
		const { ask, queries } = platform(() => ({ robots: scripts(1, 120) }));
		expect((await queryWholeConfiguration('scripts', ask)).result).toEqual({
			robots: scripts(1, 120),
		});
		expect(queries).toEqual([{ type: 1 }]);
	});

	test('pages are requested until there are as many scripts as the total says', async () => {
		const { ask, queries } = platform(({ pageIndex }) => {
			const last = Number(pageIndex ?? 1) * 10;
			return {
				robots: scripts(last - 9, Math.min(23, last)),
				robotTotal: '23',
				lines: [],
				other: 1,
			};
		});
		const { result, envelopes } = await queryWholeConfiguration('all', ask);
		expect(result).toEqual({ robots: scripts(1, 23), robotTotal: '23', lines: [], other: 1 });
		expect(queries).toEqual([
			{ type: 0 },
			{ type: 1, pageSize: 10, pageIndex: 2 },
			{ type: 1, pageSize: 10, pageIndex: 3 },
		]);
		expect(envelopes.map(({ sent }) => sent.message)).toEqual(['ok', 'ok', 'ok']);
	});

	test('a script that moves to the next page between two queries is listed once', async () => {
		const pages = [scripts(1, 3), scripts(3, 5)];
		const { ask } = platform(({ pageIndex = 1 }) => ({
			robots: pages[Number(pageIndex) - 1] ?? [],
			robotTotal: 6,
		}));
		expect((await queryWholeConfiguration('scripts', ask)).result.robots).toEqual(scripts(1, 5));
	});

	test('a platform that ignores the page number is not asked forever, and no script is listed twice', async () => {
		const { ask, queries } = platform(() => ({ robots: scripts(1, 10), robotTotal: 500 }));
		const { result, envelopes } = await queryWholeConfiguration('scripts', ask);
		expect([result, envelopes.length, queries.length]).toEqual([
			{ robots: scripts(1, 10), robotTotal: 500 },
			1,
			2,
		]);
	});

	test('a platform that always has another script is not asked forever', async () => {
		let count = 0;
		const { ask, queries } = platform(() => ({ robots: [script(++count)], robotTotal: 1e9 }));
		expect([(await queryWholeConfiguration('scripts', ask)).result.robots, queries.length]).toEqual(
			[scripts(1, 1000), 1000],
		);
	});

	test.each([
		[{ robots: [], robotTotal: 5 }],
		[{ robotTotal: 5 }],
		[{}],
		[{ robots: scripts(1, 2), robotTotal: 2 }],
		[{ robots: scripts(1, 2), robotTotal: 'many' }],
	])('after the answer %j there is no second query', async (answer) => {
		const { ask, queries } = platform(() => answer);
		expect([(await queryWholeConfiguration('scripts', ask)).result, queries.length]).toEqual([
			answer,
			1,
		]);
	});
});
