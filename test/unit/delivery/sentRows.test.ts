/** How the rows of Place and Add Rows are recorded. */
import { SentRows } from '../../../nodes/IflytekAiCall/sentBefore/sentRows';
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
