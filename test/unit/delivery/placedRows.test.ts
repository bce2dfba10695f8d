/** What became of rows that an earlier execution has begun to call. */
import { randomUUID } from '../../setup/chance';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { asFailure } from '../../../nodes/shared/failure';
import { openStore } from '../../../nodes/IflytekAiCall/sentBefore/openStore';
import { PlacedRows } from '../../../nodes/IflytekAiCall/sentBefore/placedRows';
import { testInFull } from '../../setup/size';
import { clockAt, contextOf, entriesTo, NOON } from './context';

const entry = entriesTo({ body: (rows) => ({ rows }) });
const row = (item: number) => entry(item, { key: `k${item}` });
const begun = (...items: number[]) => items.map((item) => `begun place key k${item}`);
const sent = (...items: number[]) => items.map((item) => `sent place key k${item}`);
/** What a process has left that was killed while it asked for these texts. */
const asked = (texts: string[]) => texts.flatMap((text) => [text, `asking ${text}`]);

/** The records of a process with this database, and how long its pauses were. */
async function recordsOf(
	stored: Set<string>,
	sendInterrupted = false,
	during: () => void = () => undefined,
) {
	const { context } = contextOf({ stored, node: { id: randomUUID() } });
	const settings = { repeat: 'oncePerKey' as const, rememberedKeys: 100, sendInterrupted };
	const pauses: number[] = [];
	const clock = {
		...clockAt(NOON),
		sleep: async (ms: number) => {
			pauses.push(ms);
			during();
			await Promise.resolve();
		},
	};
	const opened = await openStore(context, 'place', settings, clock);
	if (!opened) throw new Error('Nothing was opened');
	const records = new PlacedRows(opened, settings, clock);
	const statesOf = (found: Awaited<ReturnType<typeof records.find>>, rows: readonly Entry[]) =>
		rows.map((one) => found.get(one)?.state ?? 'to be sent');
	const note = (rows: readonly Entry[]) => {
		for (const one of rows) opened.identities.note(one);
		return rows;
	};
	return { opened, records, pauses, statesOf, note };
}

test.each<[string[], string, string]>([
	[sent(0), 'sentBefore', 'sentBefore'],
	[[], 'unknown', 'to be sent'],
])('a row that was begun, with %j in the store', async (texts, state, ifInterrupted) => {
	for (const [sendInterrupted, expected] of [
		[false, state],
		[true, ifInterrupted],
	] as const) {
		const { records, note, statesOf } = await recordsOf(
			new Set([...begun(0), ...texts]),
			sendInterrupted,
		);
		const rows = note([row(0)]);
		expect(statesOf(await records.find(rows), rows)).toEqual([expected]);
	}
});

test('a row that was perhaps sent is in doubt, whatever the user has chosen', async () => {
	for (const sendInterrupted of [false, true]) {
		const { records, statesOf } = await recordsOf(
			new Set([...begun(0), ...asked(sent(0))]),
			sendInterrupted,
		);
		const rows = [row(0)];
		expect(statesOf(await records.peek(rows), rows)).toEqual(['unknown']);
	}
});

// In npm test, it would wait most of the time: n8n's database is asked again after a pause.
testInFull('so it is after the wait of a run', async () => {
	const { records, note, statesOf } = await recordsOf(
		new Set([...begun(0), ...asked(sent(0))]),
		true,
	);
	const rows = note([row(0)]);
	expect(statesOf(await records.find(rows), rows)).toEqual(['unknown']);
});

test('a run does not wait if all its rows were sent', async () => {
	const { records, note, statesOf, pauses } = await recordsOf(
		new Set([...begun(0, 1), ...sent(0, 1)]),
	);
	const rows = note([row(0), row(1)]);
	expect(statesOf(await records.find(rows), rows)).toEqual(['sentBefore', 'sentBefore']);
	expect(pauses).toEqual([]);
});

test('a row in doubt says where to look, and how to send it after all', async () => {
	const { records, note } = await recordsOf(new Set(begun(0)));
	const [one] = note([row(0)]);
	const outcome = one && (await records.find([one])).get(one);
	const failure = asFailure(outcome && 'error' in outcome ? outcome.error : undefined);
	expect(failure).toMatchObject({
		message: 'It is not known whether an earlier execution has sent this row',
		kind: 'interrupted',
		details: {
			advice: expect.stringMatching(
				/^Look in .* which were called, remove these from the list, turn on Send Interrupted Rows under Options and run it again\.$/,
			) as string,
		},
	});
});

test('a run waits ten seconds for rows that another process is sending, and again after each that was sent', async () => {
	const stored = new Set(begun(0, 1, 2));
	let pause = 0;
	const { records, note, statesOf, pauses } = await recordsOf(stored, false, () => {
		pause++;
		if (pause === 5) stored.add('sent place key k0');
		if (pause === 14) stored.add('sent place key k1');
	});
	const rows = note([row(0), row(1), row(2)]);
	expect(statesOf(await records.find(rows), rows)).toEqual(['sentBefore', 'sentBefore', 'unknown']);
	expect(pauses).toEqual(Array.from({ length: 24 }, () => 1000));
	// Its patience is over: it does not wait for the next rows.
	await records.find(note([row(3)]));
	expect(pauses).toHaveLength(24);
});

test('what is recorded of a row is its identity', async () => {
	const { records, note } = await recordsOf(new Set());
	const [one] = note([row(0)]);
	expect(one && [records.begunWith(), records.sentTexts(one)].flat()).toEqual([[], sent(0)].flat());
});

test('a check shows what a run would leave out, without a wait, and records nothing', async () => {
	const stored = new Set([...begun(0, 1), ...sent(0)]);
	const before = [...stored];
	const { records, statesOf, pauses } = await recordsOf(stored);
	const rows = [row(0), row(1), row(2)];
	expect(statesOf(await records.peek(rows), rows)).toEqual(['sentBefore', 'unknown', 'to be sent']);
	expect([pauses, [...stored]]).toEqual([[], before]);
	const interrupted = await recordsOf(stored, true);
	expect(statesOf(await interrupted.records.peek(rows), rows)).toEqual([
		'sentBefore',
		'to be sent',
		'to be sent',
	]);
});
