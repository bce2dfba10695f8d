/** What is asked of n8n's database, and what is recorded in it: no text more than is needed. */
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { CampaignRows } from '../../../nodes/IflytekAiCall/sentBefore/campaignRows';
import { SentRows } from '../../../nodes/IflytekAiCall/sentBefore/sentRows';
import { Failure } from '../../../nodes/shared/failure';
import { acceptedAs, clockAt, decisionsOf, entriesOf, entriesTo, NOON } from './context';
import { memoryOf, platformWith } from './platform';

type Run = NonNullable<Parameters<typeof memoryOf>[1]>;
type Skip = SkipSettings['skip'];

const DAY = '2026-11-23';
/** How many entries outlive a day. */
const MIN_ENTRIES = 8000;
const DAY_MS = 24 * 3_600_000;
const ACCEPTED = acceptedAs('1');
const LOST: Ruling = { state: 'unknown', failure: new Failure('lost', 'interrupted') };

/** n8n's database. Each hash is named by the order in which they came, and the day is left out. */
class Database extends Set<string> {
	private questions: string[] = [];
	private recordings = new Set<string>();
	private readonly hashes: string[] = [];
	/** How often something was recorded, and how often for certain. */
	records = 0;
	marks = 0;

	override add(text: string): this {
		if (text.startsWith('present ')) this.records++;
		else if (text.startsWith('mark ')) this.marks++;
		else if (text.startsWith('asking ')) this.questions.push(this.plain(text.slice(7)));
		else this.recordings.add(this.plain(text));
		return super.add(text);
	}

	/** Which texts were asked for since the last call of this, and which were recorded, if only for a moment. */
	given() {
		const asked = inShort(this.questions);
		const recorded = inShort([...this.recordings].filter((text) => !this.questions.includes(text)));
		this.questions = [];
		this.recordings = new Set();
		return { asked, recorded };
	}

	get kept(): string[] {
		return inShort(entriesOf(this).map((text) => this.plain(text)));
	}

	private plain(text: string): string {
		const short = text.replace(`${DAY} `, '').replace(DAY, 'today');
		return short.replace(/[\w-]{43}/, (hash) => {
			if (!this.hashes.includes(hash)) this.hashes.push(hash);
			return `#${this.hashes.indexOf(hash)}`;
		});
	}
}

const GROUP = /^((?:campaign|task)(?: [\d-]{10})?) (\d+)(?: from (\d+))?$/;

/** `task 4 from 1` in place of four texts. */
function inShort(texts: readonly string[]): string[] {
	const short: string[] = [];
	for (const text of texts) {
		const [, name, number] = GROUP.exec(text) ?? [];
		const [, sameName, last, first] = GROUP.exec(short.at(-1) ?? '') ?? [];
		if (name && name === sameName && Number(last) + 1 === Number(number))
			short.splice(-1, 1, `${name} ${number} from ${first ?? last}`);
		else short.push(text);
	}
	return short;
}

const destination = { body: () => ({}), script: '7', columns: ['tel', 'name'] };
const row = (number: number, name = 'Li'): Entry =>
	entriesTo(destination)(number, { values: [`139${number}`, name], key: `k${number}` });
/** The same row for a task of Add Rows. */
const rowFor = (id: string, number: number): Entry => {
	const task = { id, asFound: { status: '0' } };
	return { ...row(number), destination: { ...destination, task } };
};
const skipping = (skip: Skip, more: Run = {}): Run => ({ ...more, settings: { skip } });

/** A run of Place or Add Rows that begins these lists, one after the other. */
async function placed(
	stored: Database,
	lists: readonly (readonly Entry[])[],
	outcome: Ruling,
	run: Run = {},
) {
	const { memory } = await memoryOf(stored, run);
	await memory.note(lists.flat());
	const sentRows = new SentRows(memory);
	const decisions = decisionsOf();
	const given: ReturnType<Database['given']>[] = [];
	for (const list of lists) {
		const found = await sentRows.begin(list);
		for (const one of list)
			decisions.set(one, found.has(one) ? { state: 'sentBefore', reason: '' } : outcome);
		sentRows.end(list, decisions);
		given.push(stored.given());
	}
	await sentRows.close(lists.flat(), decisions);
	given.push(stored.given());
	return given;
}

async function checked(stored: Database, rows: readonly Entry[], run: Run = {}) {
	const { memory } = await memoryOf(stored, run);
	await memory.note(rows);
	await memory.peek(rows);
	return stored.given();
}

const SKIPS: readonly Skip[] = ['calledToday', 'sameValues', 'sentKey', 'none'];
/** The same with each choice. */
const withEach = async <T>(ask: (skip: Skip, stored: Database) => Promise<T>) =>
	Object.fromEntries(
		await Promise.all(SKIPS.map(async (skip) => [skip, await ask(skip, new Database())])),
	);
const groupsOn = (day: string) => [`campaign${day} 4 from 1`, `task${day} 4 from 1`];
const GROUPS = groupsOn('');
/** A key may be in a task of the last seven days. */
const GROUPS_OF_KEYS = [
	...GROUPS,
	...[22, 21, 20, 19, 18, 17].flatMap((day) => groupsOn(` 2026-11-${day}`)),
];

test('of a row it is recorded once that it was begun, with its number or its values, and that it was sent', async () => {
	const kept = await withEach(async (skip, stored) => {
		await placed(stored, [[row(1)], [row(2)]], ACCEPTED, skipping(skip));
		return stored.kept;
	});
	const others = ['day today', 'placed today', 'day with another choice'];
	expect(kept).toEqual({
		calledToday: [
			...['day today', 'placed today', 'begun #0', 'called #1', 'sent #0'],
			...['begun #2', 'called #3', 'sent #2'],
		],
		sameValues: [
			...[...others, 'begun #0', 'begun #1', 'sent #0'],
			...['begun #2', 'begun #3', 'sent #2'],
		],
		sentKey: [
			...[...others, 'begun key k1', 'begun #0', 'sent key k1'],
			...['begun key k2', 'begun #1', 'sent key k2'],
		],
		none: [
			...[...others, 'begun 7 0 #0', 'begun #0', 'sent 7 0 #0'],
			...['begun 7 0 #1', 'begun #1', 'sent 7 0 #1'],
		],
	});
});

test('the texts of a day are recorded with its first rows alone', async () => {
	const given = await withEach(async (skip, stored) => {
		const lists = [[row(1)], [row(2)]];
		return (await placed(stored, lists, ACCEPTED, skipping(skip))).map(({ recorded }) =>
			recorded.filter((text) => /^(day|placed)/.test(text)),
		);
	});
	const others = [['day today', 'placed today', 'day with another choice'], [], []];
	expect(given).toEqual({
		calledToday: [['day today', 'placed today'], [], []],
		sameValues: others,
		sentKey: others,
		none: others,
	});
});

describe('a check asks', () => {
	test('of what was sent for the tasks and for its end, and of numbers that were called for their values', async () => {
		const given = await withEach(async (skip, stored) => {
			await placed(stored, [[row(1)]], ACCEPTED, skipping(skip));
			return await checked(stored, [row(1), row(2)], skipping(skip));
		});
		expect(given).toEqual({
			calledToday: {
				asked: ['begun #0', 'begun #2', ...GROUPS, 'sent #0', 'day with another choice'],
				recorded: ['called #1'],
			},
			sameValues: {
				asked: ['begun #0', 'begun #1', 'begun #2', 'begun #3', ...GROUPS, 'sent #0'],
				recorded: ['called #0'],
			},
			sentKey: {
				asked: [
					...['begun key k1', 'begun #0', 'begun key k2', 'begun #1'],
					...[...GROUPS_OF_KEYS, 'sent key k1'],
				],
				recorded: [],
			},
			none: {
				asked: [
					...['begun 7 0 #0', 'begun #0', 'begun 7 0 #1', 'begun #1'],
					...[...GROUPS, 'sent 7 0 #0'],
				],
				recorded: [],
			},
		});
	});

	test('nothing else of a row whose answer was lost, but of a key whether its campaign was started', async () => {
		const asked = await withEach(async (skip, stored) => {
			await placed(stored, [[row(1)]], LOST, skipping(skip));
			return (await checked(stored, [row(1)], skipping(skip))).asked;
		});
		expect(asked).toEqual({
			calledToday: ['begun #0', ...GROUPS, 'sent #0', 'day with another choice'],
			sameValues: ['begun #0', 'begun #1', ...GROUPS, 'sent #0'],
			sentKey: [
				...['begun key k1', 'begun #0', ...GROUPS_OF_KEYS],
				...['sent key k1', 'started key k1'],
			],
			none: ['begun 7 0 #0', 'begun #0', ...GROUPS, 'sent 7 0 #0'],
		});
	});

	test('nothing else of a key of which it is not known whether its campaign was started', async () => {
		const stored = new Database();
		await placed(stored, [[row(1)]], LOST, skipping('sentKey'));
		// A process was killed while it asked.
		for (const text of ['started key k1', 'asking started key k1']) stored.add(text);
		stored.given();
		const run = skipping('sentKey', { sendsToTask: true });
		const { asked } = await checked(stored, [row(1)], run);
		expect(asked.filter((text) => /^(sent|placed)/.test(text))).toEqual(['sent key k1']);
	});

	test('nothing by its number of a row that was sent with its values since', async () => {
		const stored = new Database();
		await placed(stored, [[row(1)]], LOST);
		const sendInterrupted = { settings: { skip: 'sameValues', sendInterrupted: true } } as const;
		await placed(stored, [[row(1)]], ACCEPTED, sendInterrupted);
		expect(await checked(stored, [row(1)], skipping('sameValues'))).toEqual({
			asked: ['begun #1', 'begun #0', ...GROUPS, 'sent #1'],
			recorded: ['called #1'],
		});
	});

	test('once what became of a number whose answer was lost', async () => {
		const stored = new Database();
		await placed(stored, [[row(1)]], LOST);
		expect((await checked(stored, [row(1)])).asked.filter((text) => text === 'sent #0')).toEqual([
			'sent #0',
		]);
	});
});

describe('a retry asks', () => {
	const retry = { execution: { id: '8', mode: 'retry', establishedAt: NOON } };
	const ofRetries = ({ asked }: ReturnType<Database['given']>) =>
		asked.filter((text) => /^(failed|tried|doubtful)/.test(text));
	const FAILED = `failed ${NOON} 0`;

	test('whether the execution has failed, if it has other rows than that, and only then for these', async () => {
		const asked = await withEach(async (skip, stored) => {
			const ask = async (...rows: Entry[]) =>
				ofRetries(await checked(stored, rows, skipping(skip, retry)));
			await placed(stored, [[row(1)]], ACCEPTED, skipping(skip));
			const known = await ask(row(1));
			const other = await ask(row(1), row(2));
			await placed(stored, [[row(3)]], LOST, skipping(skip));
			return { known, other, failed: await ask(row(1), row(2)) };
		});
		const tried = (hash: number) =>
			['tried', 'doubtful'].map((text) => `${text} ${NOON} 0 #${hash}`);
		const withRows = { known: [], other: [FAILED] };
		expect(asked).toEqual({
			// Numbers are known in any case.
			calledToday: { ...withRows, failed: [FAILED] },
			sameValues: { ...withRows, failed: [FAILED, ...tried(3)] },
			sentKey: { ...withRows, failed: [FAILED, ...tried(1)] },
			// With its own ID, it has no row of the other one.
			none: { known: [FAILED], other: [FAILED], failed: [FAILED, ...tried(0), ...tried(1)] },
		});
	});

	test('what the execution has recorded: which rows it has tried, and which of them are in doubt', async () => {
		const stored = new Database();
		const { memory } = await memoryOf(stored, skipping('sameValues'));
		const [sent, lost] = [row(1), row(2)];
		await memory.note([sent, lost]);
		await memory.begin([sent, lost], async (texts) => await memory.store.record(texts));
		stored.given();
		await memory.close([sent, lost], decisionsOf([sent, ACCEPTED], [lost, LOST]));
		const tried = [`tried ${NOON} 0 #1`, `tried ${NOON} 0 #3`, `doubtful ${NOON} 0 #3`];
		expect(stored.kept.slice(-4)).toEqual([...tried, FAILED]);
		expect(stored.given().recorded).toEqual([...tried, FAILED, 'begun #3']);
	});
});

describe('of rows for a task', () => {
	const platformOf = () =>
		platformWith(
			{ task_id: 't', status: '0', count_tel: 2 },
			{ task_id: 'u', status: '0', count_tel: 2 },
			{ status: '0' },
		);

	test('its group is asked for and recorded with the first, without a pause', async () => {
		const stored = new Database();
		const run = { platform: platformOf(), sendsToTask: true };
		const [first, second] = await placed(
			stored,
			[[rowFor('t', 1)], [rowFor('t', 2)]],
			ACCEPTED,
			run,
		);
		const ofTask = [
			...['task t', 'task t status 0', 'task t status 0 2', 'task t status 0 3'],
			...['task 1 is t', 'task 1 is t 2', 'task 1 is t 3', 'day today', 'begun #0', 'called #1'],
		];
		expect(first).toEqual({ asked: ['task 4 from 1', 'task 4 from 1'], recorded: ofTask });
		const ofSecond = ['#0 in task today 1', 'begun #2', 'called #3', 'called #1'];
		expect(second).toEqual({ asked: [], recorded: ofSecond });
		expect(stored.kept).toEqual([
			...['task 1', ...ofTask],
			...['#0 in task today 1', 'begun #2', 'called #3', '#2 in task today 1'],
		]);
	});

	test('each task has its own', async () => {
		const stored = new Database();
		const run = { platform: platformOf(), sendsToTask: true };
		await placed(stored, [[rowFor('t', 1)], [rowFor('u', 2)]], ACCEPTED, run);
		expect(stored.kept).toEqual(
			expect.arrayContaining(['#0 in task today 1', '#2 in task today 2']),
		);
	});

	test('only those tasks are asked for that have rows of this node, and nothing of a row that one has', async () => {
		const stored = new Database();
		const run = { platform: platformOf(), sendsToTask: true };
		await placed(stored, [[rowFor('t', 1)], [rowFor('t', 2)]], ACCEPTED, run);
		expect(await checked(stored, [rowFor('t', 1), rowFor('t', 3)], run)).toEqual({
			asked: [
				...['begun #0', 'begun #4', 'campaign 4 from 1', 'task 8 from 1'],
				...['task 1 started', 'task 1 whole', 'task 1 joined', 'task 1 is t', 'task t status 0'],
				...['#0 in task today 1', 'day with another choice'],
			],
			// A task without an ID is none of this node.
			recorded: ['called #1', 'task t', 'task u', 'task '],
		});
	});

	test('the start of a campaign is recorded for certain, with a mark, and nothing else of it', async () => {
		const stored = new Database();
		const { memory } = await memoryOf(stored, { platform: platformOf(), sendsToTask: true });
		const one = row(1);
		await memory.note([one]);
		const campaign = new CampaignRows(memory);
		const isMarked: boolean[] = [];
		for (const step of [
			async () => await campaign.begin([one]),
			async () => await campaign.created('t', { status: '0' }),
			async () => await campaign.complete([]),
			async () => await campaign.started([one]),
		]) {
			const before = stored.marks;
			await step();
			isMarked.push(stored.marks > before);
		}
		expect(isMarked).toEqual([false, false, false, true]);
		const copies = (text: string) => [text, `${text} 2`, `${text} 3`];
		expect(stored.kept).toEqual([
			...['campaign 1', 'day today', 'begun #0', 'called #1', '#0 in campaign today 1'],
			...['task t', ...copies('task t status 0'), ...copies('campaign 1 is t')],
			...[...copies('campaign 1 whole'), ...copies('campaign 1 started')],
		]);
	});

	test('a task whose first status is not known is recorded without it', async () => {
		const stored = new Database();
		const { memory } = await memoryOf(stored, { platform: platformOf(), sendsToTask: true });
		await memory.tasks.created('task 2026-11-23 1', 't', undefined);
		expect(stored.kept).toEqual(['task t', 'task 1 is t', 'task 1 is t 2', 'task 1 is t 3']);
	});
});

describe('the first rows of a day drop what is older', () => {
	/** A database with so many entries of earlier days. */
	function withEntries(count: number): Database {
		const stored = new Database();
		for (let number = 0; number < count; number++) stored.add(`old ${number}`);
		return stored;
	}

	/**
	 * How often a run records something when it begins two rows, one after the other.
	 * @param then what happens after each
	 */
	async function recorded(
		stored: Database,
		run: Run,
		to = destination,
		then: () => void = () => undefined,
	) {
		const { memory } = await memoryOf(stored, run);
		const rows = [1, 2].map((number) => ({ ...row(number), destination: to }));
		await memory.note(rows);
		const counts: number[] = [];
		for (const one of rows) {
			const before = stored.records;
			await memory.begin([one], async (texts) => await memory.store.record(texts));
			counts.push(stored.records - before);
			then();
		}
		return counts;
	}

	test.each([
		[0, 1],
		[MIN_ENTRIES, 1],
		[MIN_ENTRIES + 1, 2],
	])('once in a run, if there is more than outlives a day (%i)', async (entries, first) => {
		expect(await recorded(withEntries(entries), {})).toEqual([first, 1]);
	});

	test('not again in another run of the process', async () => {
		const stored = withEntries(MIN_ENTRIES + 1);
		const run = { node: { id: 'the same node' } };
		expect(await recorded(stored, run)).toEqual([2, 1]);
		expect(await recorded(stored, run)).toEqual([1, 1]);
	});

	test('not at midnight if it has recorded rows of the new day before that', async () => {
		let now = NOON;
		const clock = { ...clockAt(NOON), date: () => now };
		const tomorrow = { ...destination, firstCall: () => NOON + DAY_MS };
		const toNextDay = () => void (now += DAY_MS);
		const stored = withEntries(MIN_ENTRIES + 1);
		expect(await recorded(stored, { clock }, tomorrow, toNextDay)).toEqual([2, 1]);
	});

	test('but for keys, of which Remembered Row Keys says how many there may be', async () => {
		const stored = withEntries(MIN_ENTRIES + 1);
		expect(await recorded(stored, skipping('sentKey'))).toEqual([1, 1]);
	});
});
