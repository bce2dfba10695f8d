/** The rows that a node sends, as runs of one process and of others record them. */
import { Outcomes } from '../../../nodes/IflytekAiCall/entry/audit';
import type { RepeatSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import type { Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import { openStore } from '../../../nodes/IflytekAiCall/sentBefore/openStore';
import { entriesFor } from '../../../nodes/IflytekAiCall/sentBefore/capacity';
import { SentRows } from '../../../nodes/IflytekAiCall/sentBefore/sentRows';
import { clockAt, contextOf, entriesTo, NOON } from './context';

const entry = entriesTo({ body: (rows) => ({ rows }) });
const DAY_TEXT = 'day 2026-11-23';
const begun = (...keys: string[]) => keys.map((key) => `begun place key ${key}`);
const ACCEPTED: Outcome = {
	state: 'accepted',
	id: '1',
	envelope: { code: '0', message: '', result: {}, sent: {} },
};
const REJECTED: Outcome = { state: 'notAccepted', error: new Error('rejected') };

const outcomesWith = (...outcomes: [Entry, Outcome][]) => {
	const all = new Outcomes();
	for (const [row, outcome] of outcomes) all.set(row, outcome);
	return all;
};
const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

/** A new ID for each test, also if it is run again: the product remembers what a node is sending. */
let nodes = 0;
beforeEach(() => nodes++);

/** A run of a node. Runs with the same database and the same node ID share a process. */
async function runWith(
	stored: Set<string>,
	{
		id = `n${nodes}`,
		repeat = 'oncePerKey',
		maySend = [],
	}: { id?: string; repeat?: RepeatSettings['repeat']; maySend?: string[] } = {},
) {
	const { context } = contextOf({
		stored,
		node: { id },
		execution: { id: '7', establishedAt: NOON },
	});
	const settings: RepeatSettings = { repeat, sendInterrupted: false };
	const opened = await openStore(context, 'place', settings, clockAt(NOON));
	if (!opened) throw new Error('Nothing was opened');
	const reserve = jest.spyOn(opened.store, 'reserve');
	const add = jest.spyOn(opened.store, 'add');
	const sentRows = new SentRows(
		opened,
		{
			begunWith: () => [],
			sentTexts: ({ key }) => [`sent place key ${key}`],
			// Each row that was begun before was sent, except those that may be sent again.
			find: async (rows) =>
				await Promise.resolve(
					new Map(
						rows
							.filter(({ key = '' }) => !maySend.includes(key))
							.map((row) => [row, { state: 'sentBefore' }]),
					),
				),
		},
		settings,
	);
	const rowWith = (key?: string) => {
		const row = entry(0, { key });
		opened.identities.note(row);
		return row;
	};
	return { sentRows, rowWith, reserve, add };
}

test('rows are recorded as begun, with the day once, and as sent if they were accepted', async () => {
	const stored = new Set<string>();
	const { sentRows, rowWith, add } = await runWith(stored);
	const [a, b, c] = [rowWith('a'), rowWith('b'), rowWith('c')];
	expect(await sentRows.begin([a, b])).toEqual(new Map());
	expect(await sentRows.begin([c])).toEqual(new Map());
	expect(add.mock.calls.map(([texts]) => texts)).toEqual([
		[DAY_TEXT, ...begun('a', 'b')],
		begun('c'),
	]);
	expect([...stored]).toEqual([DAY_TEXT, ...begun('a', 'b', 'c')]);
	const outcomes = outcomesWith([a, ACCEPTED], [b, REJECTED], [c, { state: 'unknown', error: 0 }]);
	sentRows.end([a, b, c], outcomes);
	await sentRows.close(outcomes);
	expect(stored).toEqual(new Set([DAY_TEXT, ...begun('a', 'c'), 'sent place key a']));
});

test('a row that was rejected may be begun again at once', async () => {
	const stored = new Set<string>();
	const [first, second] = [await runWith(stored), await runWith(stored)];
	const row = first.rowWith('a');
	await first.sentRows.begin([row]);
	first.sentRows.end([row], outcomesWith([row, REJECTED]));
	expect(await second.sentRows.begin([second.rowWith('a')])).toEqual(new Map());
});

test('a run waits until another one of its process has ended the same row', async () => {
	const stored = new Set<string>();
	const [first, second] = [await runWith(stored), await runWith(stored)];
	const row = first.rowWith('a');
	const same = second.rowWith('a');
	await first.sentRows.begin([row]);
	const steps: unknown[] = [];
	const beginning = second.sentRows.begin([same]).then((found) => steps.push(found));
	await soon();
	steps.push('the first ends');
	first.sentRows.end([row], outcomesWith([row, ACCEPTED]));
	await beginning;
	expect(steps).toEqual(['the first ends', new Map([[same, { state: 'sentBefore' }]])]);
});

test('in the end, rows that were not tried or not accepted are free again', async () => {
	const stored = new Set<string>();
	const [first, second] = [await runWith(stored), await runWith(stored)];
	const [a, b, c] = [first.rowWith('a'), first.rowWith('b'), first.rowWith('c')];
	await first.sentRows.begin([a, b, c]);
	const outcomes = outcomesWith([a, ACCEPTED], [b, REJECTED]);
	first.sentRows.end([a], outcomes);
	const beginning = second.sentRows.begin([second.rowWith('c')]);
	await first.sentRows.close(outcomes);
	expect(stored).toEqual(new Set([DAY_TEXT, ...begun('a'), 'sent place key a']));
	expect(await beginning).toEqual(new Map());
});

test('a run frees the rows of an earlier one only if it may send them itself', async () => {
	const stored = new Set(begun('a', 'b'));
	const { sentRows, rowWith } = await runWith(stored, { maySend: ['b'] });
	const [a, b, c] = [rowWith('a'), rowWith('b'), rowWith('c')];
	expect(await sentRows.begin([a, b, c])).toEqual(new Map([[a, { state: 'sentBefore' }]]));
	sentRows.end([a], outcomesWith([a, REJECTED]));
	await sentRows.close(new Outcomes());
	expect(stored).toEqual(new Set([DAY_TEXT, ...begun('a')]));
});

test('the first rows are recorded for certain, and those after rows of another run', async () => {
	const { sentRows, rowWith, add } = await runWith(new Set(begun('b')));
	for (const key of ['a', 'b', 'c', 'd']) await sentRows.begin([rowWith(key)]);
	expect(add.mock.calls.map(([, isCertain]) => isCertain)).toEqual([true, false, true, false]);
});

test('n8n keeps the rows of the day, those of earlier runs as well', async () => {
	const stored = new Set(Array.from({ length: 20_000 }, (_none, index) => `other ${index}`));
	const reserved = async (...counts: number[]) => {
		const run = await runWith(stored, { id: `n${++nodes}`, repeat: 'onceADay', maySend: [''] });
		for (const count of counts)
			await run.sentRows.begin(Array.from({ length: count }, () => run.rowWith()));
		return run.reserve.mock.calls;
	};
	expect(await reserved(2, 1)).toEqual([[entriesFor(2, 0)], [entriesFor(3, 0)]]);
	// A run learns from its first rows that there was one before it on this day.
	expect(await reserved(2, 1)).toEqual([[entriesFor(2, 0)], [entriesFor(3, 20_000)]]);
});

test('rows with keys have a number of their own', async () => {
	const { sentRows, rowWith, reserve } = await runWith(new Set());
	await sentRows.begin([rowWith('a')]);
	expect(reserve.mock.calls).toEqual([]);
});
