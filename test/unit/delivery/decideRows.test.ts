/** What becomes of the rows of a run, which may have the number or the key of one another. */
import { decideRows } from '../../../nodes/IflytekAiCall/decide/decideRows';
import type { Before } from '../../../nodes/IflytekAiCall/entry/before';
import { isLeftOut } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Entry, InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { InputError } from '../../../nodes/shared/failure';
import { clockAt, entriesTo, NOON, PLACE_NAMES } from './context';

const entry = entriesTo({ body: (rows) => ({ rows }) });
const late = entriesTo({
	body: (rows) => ({ rows }),
	hours: readCallingHours('13:00-20:00', 'Asia/Shanghai'),
});
const PROBLEM = new InputError('Wrong', 'Correct it.');
const invalid = (item: number): InvalidEntry => ({ item, problems: [PROBLEM] });
const SENT: Before = { was: 'sent' };
const IN_DOUBT: Before = { was: 'inDoubt', doubt: { why: 'interrupted' } };
const numbered = (item: number, number: string, more: Partial<Entry> = {}) =>
	entry(item, { distinct: number, ...more });

interface Setup {
	/** What is known of rows from before, by their items. */
	before?: Record<number, Before>;
	/** The items with a problem. */
	wrongItems?: number[];
	asksAll?: boolean;
	hasMemory?: boolean;
	problemOfRun?: InputError;
}

/** Decides on rows. Returns their states, those they are duplicates of, and the items that were asked for. */
async function decide(
	rows: readonly Row[],
	{ before = {}, wrongItems = [], asksAll = true, hasMemory = true, problemOfRun }: Setup = {},
) {
	const asked: number[][] = [];
	const lookUp = async (some: readonly Entry[]) => {
		asked.push(some.map(({ item }) => item));
		const found = some.flatMap((row): [Entry, Before][] => {
			const known = before[row.item];
			return known ? [[row, known]] : [];
		});
		return await Promise.resolve(new Map(found));
	};
	const facts = {
		names: PLACE_NAMES,
		clock: clockAt(NOON),
		hasFilledRows: true,
		problemsOfItem: rows.map(({ item }) => (wrongItems.includes(item) ? [PROBLEM] : [])),
		...(problemOfRun && { problemOfRun }),
	};
	const decisions = await decideRows(rows, facts, asksAll, hasMemory ? { lookUp } : {});
	const states = rows.map((row) => {
		const decision = decisions.of(row);
		const rival = isLeftOut(decision) ? decision.duplicateOf : undefined;
		return rival === undefined ? decision.state : `${decision.state} of ${rival}`;
	});
	return { states, asked, times: rows.map((row) => decisions.of(row).at) };
}

test('each row is decided, with the time', async () => {
	expect(await decide([entry(0), invalid(1), late(2)])).toEqual({
		states: ['ready', 'problem', 'outsideHours'],
		asked: [[0, 2]],
		times: [NOON, NOON, NOON],
	});
});

describe('of the rows with one number, at most one is sent', () => {
	const three = [0, 1, 2].map((item) => numbered(item, 'a'));

	test('the first, if nothing speaks against it', async () => {
		const { states } = await decide([...three, numbered(3, 'b'), entry(4), entry(5)]);
		expect(states).toEqual([
			'ready',
			'duplicate of 1390',
			'duplicate of 1390',
			'ready',
			'ready',
			'ready',
		]);
	});

	test('the first that nothing speaks against, if the item of another one has a problem', async () => {
		const { states } = await decide(three, { wrongItems: [0] });
		expect(states).toEqual(['problem', 'ready', 'duplicate of 1391']);
	});

	test('the first that may be called now', async () => {
		const rows = [late(0, { distinct: 'a' }), ...three.slice(1)];
		expect((await decide(rows)).states).toEqual(['outsideHours', 'ready', 'duplicate of 1391']);
	});

	test('the first that is not on the do-not-call list', async () => {
		const rows = [numbered(0, 'a', { neverCall: true }), ...three.slice(1)];
		expect((await decide(rows)).states).toEqual(['neverCall', 'ready', 'duplicate of 1391']);
	});

	test.each<[string, Before, string]>([
		['was sent before', SENT, 'sentBefore'],
		['is in doubt', IN_DOUBT, 'unknown'],
	])('none, if one of them %s, wherever it stands', async (_name, known, state) => {
		for (const at of [0, 1, 2]) {
			const { states } = await decide(three, { before: { [at]: known } });
			const expected = [0, 1, 2].map((item) => (item === at ? state : `duplicate of 139${at}`));
			expect(states).toEqual(expected);
		}
	});

	test('none, if an earlier run has left one of them unknown', async () => {
		const rows = [...three.slice(0, 2), numbered(2, 'a', { leftUnknown: { state: 'unknown' } })];
		expect((await decide(rows)).states).toEqual([
			'duplicate of 1392',
			'duplicate of 1392',
			'unknown',
		]);
	});

	test('none, if one was sent before whose item has a problem now', async () => {
		const setup: Setup = { before: { 1: SENT }, wrongItems: [1] };
		expect((await decide(three.slice(0, 2), setup)).states).toEqual([
			'duplicate of 1391',
			'sentBefore',
		]);
	});

	test('each that was sent before says so itself', async () => {
		const { states } = await decide(three, { before: { 0: SENT, 2: IN_DOUBT } });
		expect(states).toEqual(['sentBefore', 'duplicate of 1390', 'unknown']);
	});
});

describe('of the rows with one key, at most one is sent', () => {
	const keyed = (...keys: (string | undefined)[]) => keys.map((key, item) => entry(item, { key }));

	test('the first, and rows without a key repeat nothing', async () => {
		const { states } = await decide(keyed('a', undefined, 'b', 'a', undefined, 'a'));
		expect(states).toEqual([
			'ready',
			'ready',
			'ready',
			'duplicate of 1390',
			'ready',
			'duplicate of 1390',
		]);
	});

	test('none, if a later one was sent before', async () => {
		const { states } = await decide(keyed('a', 'b', 'a'), { before: { 2: SENT } });
		expect(states).toEqual(['duplicate of 1392', 'ready', 'sentBefore']);
	});

	test('the first of those that were sent before', async () => {
		const { states } = await decide(keyed('a', 'a', 'a'), { before: { 0: SENT, 1: SENT } });
		expect(states).toEqual(['sentBefore', 'sentBefore', 'duplicate of 1390']);
	});

	test('the first that can be sent', async () => {
		const { states } = await decide(keyed('a', 'a'), { wrongItems: [0] });
		expect(states).toEqual(['problem', 'ready']);
	});

	test('a row that is left out as the duplicate of a number does not take its key', async () => {
		const rows = [
			numbered(0, 'a', { key: 'k' }),
			numbered(1, 'a', { key: 'l' }),
			numbered(2, 'b', { key: 'l' }),
		];
		expect((await decide(rows)).states).toEqual(['ready', 'duplicate of 1390', 'ready']);
	});

	test('a row with the number of one and the key of another is the duplicate of the number', async () => {
		const rows = [
			numbered(0, 'a', { key: 'k' }),
			numbered(1, 'b', { key: 'l' }),
			numbered(2, 'b', { key: 'k' }),
		];
		expect((await decide(rows)).states).toEqual(['ready', 'ready', 'duplicate of 1391']);
	});
});

describe('earlier runs are asked', () => {
	const rows: Row[] = [
		entry(0),
		invalid(1),
		entry(2, { neverCall: true }),
		entry(3, { leftUnknown: { state: 'unknown' } }),
		late(4),
		entry(5),
		numbered(6, 'a'),
		numbered(7, 'a'),
		entry(8, { key: 'k' }),
		entry(9, { key: 'k' }),
		numbered(10, 'b', { key: 'l' }),
	];

	test('by a check for each row that can be identified and is not left out anyway', async () => {
		const { asked } = await decide(rows, { wrongItems: [5] });
		expect(asked).toEqual([[0, 4, 5, 6, 7, 8, 9, 10]]);
	});

	test('by a run for those that it does not send, and for those that share a number or a key', async () => {
		const { asked } = await decide(rows, { wrongItems: [5], asksAll: false });
		expect(asked).toEqual([[4, 5, 6, 7, 8, 9]]);
	});

	test('by a run not at all if it sends all rows', async () => {
		expect(await decide([entry(0), entry(1)], { asksAll: false })).toMatchObject({
			states: ['ready', 'ready'],
			asked: [],
		});
	});

	test('for rows that a problem of the whole run keeps back', async () => {
		const setup = { problemOfRun: PROBLEM, asksAll: false, before: { 1: SENT } };
		expect(await decide([entry(0), entry(1)], setup)).toMatchObject({
			states: ['problem', 'sentBefore'],
			asked: [[0, 1]],
		});
	});

	test('only if something is remembered', async () => {
		expect(await decide([entry(0), numbered(1, 'a')], { hasMemory: false })).toMatchObject({
			states: ['ready', 'ready'],
			asked: [],
		});
	});
});

test('an error of the memory ends the run', async () => {
	const facts = {
		names: PLACE_NAMES,
		clock: clockAt(NOON),
		hasFilledRows: true,
		problemsOfItem: [],
	};
	const lookUp = async () => await Promise.reject(new Error('the database is away'));
	await expect(decideRows([entry(0)], facts, true, { lookUp })).rejects.toThrow(
		'the database is away',
	);
});

test('other work in n8n gets its turn while thousands of rows are decided', async () => {
	let time = 0;
	// The clock advances by a millisecond at each reading.
	const now = jest.spyOn(performance, 'now').mockImplementation(() => time++);
	let turns = 0;
	const timer = setInterval(() => turns++, 0);
	try {
		await decide(Array.from({ length: 1000 }, (_none, item) => entry(item)));
	} finally {
		clearInterval(timer);
		now.mockRestore();
	}
	expect(turns).toBeGreaterThan(50);
});
