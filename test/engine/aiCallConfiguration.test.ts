import { CallBench } from './aiCall';

const bench = new CallBench({
	robots: [
		{
			robot_id: '71',
			robot_name: '回访',
			call_column: ['手机', '姓名'],
			status: 4,
			type: 2,
			deleted: 0,
			time_create: 1_710_120_600_000,
			time_update: 0,
		},
		{
			robot_id: '72',
			robot_name: '旧',
			call_column: ['手机'],
			status: 9,
			type: 1,
			deleted: 1,
			time_create: 1_710_120_600_000,
			time_update: 1_710_207_000_000,
		},
	],
	lines: [
		{
			line_num: '0551001',
			concurrents: 10,
			time_work: ['09:00:00-12:00:00', '13:00:00-17:59:59'],
			time_apply: 1_704_679_200_000,
			time_expire: -1,
		},
	],
	voices: [{ voice_code: '65580', voice_name: '晓晴', gender: 'female' }],
	urls: [{ url: 'https://n8n.example/webhook/1', url_module: 'receiveVoice|AppX|4567' }],
});
/** The parameters of Get. */
const get = (kind: string, more = {}) => ({
	resource: 'configuration',
	operation: 'get',
	kind,
	...more,
});

// What Get returns for the configuration of the platform above, with Simplify on.
const robots = [
	{
		robot_id: '71',
		robot_name: '回访',
		call_column: ['手机', '姓名'],
		statusName: 'Published',
		typeName: 'Dynamic script',
		deletedName: 'Not deleted',
		usable: true,
		timeCreate: '2024-03-11T01:30:00.000Z',
		timeUpdate: null,
	},
	{
		robot_id: '72',
		robot_name: '旧',
		call_column: ['手机'],
		status: 9,
		statusName: null,
		typeName: 'Ordinary script',
		deletedName: 'Deleted',
		usable: false,
		timeCreate: '2024-03-11T01:30:00.000Z',
		timeUpdate: '2024-03-12T01:30:00.000Z',
	},
];
const lines = [
	{
		line_num: '0551001',
		concurrents: 10,
		time_work: ['09:00:00-12:00:00', '13:00:00-17:59:59'],
		time_expire: -1,
		statusName: 'Idle',
		workPeriods: [
			{ from: '09:00:00', to: '12:00:00' },
			{ from: '13:00:00', to: '17:59:59' },
		],
		permanent: true,
		validitySeconds: null,
		timeApply: '2024-01-08T02:00:00.000Z',
	},
];
const urls = [
	{
		url: 'https://n8n.example/webhook/1',
		url_module: 'receiveVoice|AppX|4567',
		module: 'receiveVoice',
		moduleName: 'Recordings',
		appId: 'AppX',
		robotId: '4567',
	},
];
const voices = [{ voice_code: '65580', voice_name: '晓晴', gender: 'Female' }];

test.each([
	['scripts', 1, robots],
	['lines', 2, lines],
	['urls', 3, urls],
	['voices', 4, voices],
])('Get with the list of %s returns one item per entry', async (kind, type, expected) => {
	const { outputs } = await bench.run(get(kind));
	expect(outputs).toEqual([expected.map((json) => ({ json, pairedItem: { item: 0 } }))]);
	expect(bench.bodies('configQuery')).toEqual([{ type }]);
	expect(bench.requests('configQuery')[0]?.contentType).toBe('application/json;charset=UTF-8');
});

test('Get with all lists returns one item', async () => {
	const { outputs } = await bench.run(get('all'), [{}, {}]);
	expect(outputs).toEqual([
		[0, 1].map((item) => ({ json: { robots, lines, urls, voices }, pairedItem: { item } })),
	]);
	expect(bench.bodies('configQuery')).toEqual([{ type: 0 }, { type: 0 }]);
});

test('Get returns the envelope unchanged if Simplify is off', async () => {
	expect(await bench.json(get('voices', { simplify: false }))).toEqual([
		{ code: 0, message: 'ok', result: { voices: [{ voice_code: '65580', voice_name: '晓晴' }] } },
	]);
});

describe('callback URLs with a secret', () => {
	const shown = [
		{
			url: 'https://n8n.example/webhook/1/iflytek-ai-call?secret=***',
			url_module: 'receiveVoice',
		},
		{ url: 'https://***@n8n.example/?a=1&secret=***', url_module: 'receiveDialog' },
	];
	const simplified = shown.map((entry, index) => ({
		...entry,
		module: entry.url_module,
		moduleName: ['Recordings', 'Dialogs'][index],
	}));
	beforeEach(() =>
		bench.platform.setUrls({
			receiveVoice: 'https://n8n.example/webhook/1/iflytek-ai-call?secret=Top-Secret-1',
			receiveDialog: "https://me:Top-Secret-1@n8n.example/?a=1&secret=it's Top-Secret-1&b",
		}),
	);

	test('Get shows no secret in the URLs, whether they are asked for alone or with the other lists', async () => {
		expect(await bench.json(get('urls'))).toEqual(simplified);
		expect(await bench.json(get('all'))).toEqual([{ robots, lines, urls: simplified, voices }]);
	});

	test('Get shows no secret in the URLs if Simplify is off', async () => {
		expect(await bench.json(get('urls', { simplify: false }))).toEqual([
			{ code: 0, message: 'ok', result: { urls: shown } },
		]);
		const [all] = await bench.json(get('all', { simplify: false }));
		expect(all).toEqual({
			code: 0,
			message: 'ok',
			result: {
				robots: bench.platform.setup.robots,
				lines: bench.platform.setup.lines.map((line) => ({ ...line, status: 0 })),
				urls: shown,
				voices: [{ voice_code: '65580', voice_name: '晓晴' }],
			},
		});
	});
});

describe('many scripts', () => {
	beforeEach(() => bench.platform.configure({ scriptsPerPage: 1 }));

	test('Get fetches the scripts on all pages, and returns them in one item with the other lists', async () => {
		expect(await bench.json(get('all'))).toEqual([{ robots, robotTotal: 2, lines, urls, voices }]);
		expect(bench.bodies('configQuery')).toEqual([
			{ type: 0 },
			{ type: 1, pageSize: 1, pageIndex: 2 },
		]);
	});

	test('Get returns one envelope per page of scripts if Simplify is off', async () => {
		const envelopes = bench.platform.setup.robots.map((robot) => ({
			code: 0,
			message: 'ok',
			result: { robots: [robot], robotTotal: 2 },
		}));
		expect(await bench.json(get('scripts', { simplify: false }))).toEqual([{ pieces: envelopes }]);
	});
});
