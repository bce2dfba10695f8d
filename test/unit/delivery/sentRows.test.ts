/** How the rows of Place and Add Rows are recorded. */
import { following, type Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import { SentRows } from '../../../nodes/IflytekAiCall/sentBefore/sentRows';
import { Failure } from '../../../nodes/shared/failure';
import { randomUUID } from '../../setup/chance';
import { acceptedAs, decisionsOf, entriesTo } from './context';
import { memoryOf } from './platform';

const row = entriesTo({ body: () => ({}) });

/** What n8n's database has, and how often something was recorded for certain: then it has a mark for a moment. */
class Stored extends Set<string> {
	marks = 0;

	override add(text: string): this {
		if (text.startsWith('mark ')) this.marks++;
		return super.add(text);
	}
}

test('rows are recorded for certain at first, and again after some were found', async () => {
	const stored = new Stored();
	const open = async () => {
		const { memory } = await memoryOf(stored);
		return { memory, sentRows: new SentRows(memory) };
	};
	const first = await open();
	const known = row(1);
	await first.memory.note([known]);
	await first.sentRows.begin([known]);
	const decisions = decisionsOf();
	decisions.set(known, acceptedAs('7'));
	first.sentRows.end([known], decisions);
	await first.sentRows.close([known], decisions);

	const { memory, sentRows } = await open();
	const isCertain: boolean[] = [];
	for (const item of [2, 3, 1, 4, 5]) {
		const one = row(item);
		await memory.note([one]);
		const before = stored.marks;
		await sentRows.begin([one]);
		isCertain.push(stored.marks > before);
	}
	expect(isCertain).toEqual([true, false, false, true, false]);
});

describe('two runs of one process', () => {
	const REJECTED: Ruling = { state: 'notAccepted', failure: new Failure('rejected', 'refused') };
	const LOST: Ruling = { state: 'unknown', failure: new Failure('lost', 'interrupted') };
	const soon = async () => await new Promise((resolve) => setTimeout(resolve, 50));

	/** A run of the node, and its row. */
	async function runOf(stored: Set<string>, node: { id: string }, execution = '7') {
		const { memory } = await memoryOf(stored, {
			node,
			execution: { id: execution, establishedAt: Number(execution) },
			now: Date.parse('2026-11-23T12:00:00+08:00'),
		});
		const one = row(1);
		await memory.note([one]);
		const sentRows = new SentRows(memory);
		const as = (ruling: Ruling) => {
			const decisions = decisionsOf();
			decisions.set(one, ruling);
			return decisions;
		};
		return {
			begin: async () => (await sentRows.begin([one])).get(one),
			end: (ruling: Ruling) => sentRows.end([one], as(ruling)),
			close: async (ruling: Ruling) => await sentRows.close([one], as(ruling)),
		};
	}

	/** What the second run is told of a row that the first has begun, and whether it has waited for that. */
	async function second(ends: (first: Awaited<ReturnType<typeof runOf>>) => Promise<void> | void) {
		const [stored, node] = [new Set<string>(), { id: randomUUID() }];
		const first = await runOf(stored, node);
		expect(await first.begin()).toBeUndefined();
		let isTold = false;
		const told = (await runOf(stored, node, '8')).begin().finally(() => (isTold = true));
		await soon();
		const hasWaited = !isTold;
		await ends(first);
		return { told: await told, hasWaited };
	}

	test.each<[string, Parameters<typeof second>[0], unknown]>([
		['was sent', (first) => first.end(acceptedAs('7')), { was: 'sent' }],
		['was not accepted', (first) => first.end(REJECTED), undefined],
		[
			'was not tried',
			async (first) => await first.close(following('Another row is wrong')),
			undefined,
		],
		[
			'is in doubt',
			async (first) => await first.close(LOST),
			{ was: 'inDoubt', doubt: { why: 'interrupted' } },
		],
	])('wait for each other: a row that %s', async (_name, ends, told) => {
		expect(await second(ends)).toEqual({ told, hasWaited: true });
	});

	test('do not wait for a row that was sent before', async () => {
		const [stored, node] = [new Set<string>(), { id: randomUUID() }];
		const earlier = await runOf(stored, node, '6');
		await earlier.begin();
		earlier.end(acceptedAs('7'));
		await earlier.close(acceptedAs('7'));
		const first = await runOf(stored, node);
		expect(await first.begin()).toEqual({ was: 'sent' });
		// The first run has not ended.
		expect(await (await runOf(stored, node, '8')).begin()).toEqual({ was: 'sent' });
	});
});
