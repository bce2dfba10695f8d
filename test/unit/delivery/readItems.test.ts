/** How items become rows and tasks. */
import type { Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { readItems } from '../../../nodes/IflytekAiCall/rows/readItems';
import { InputError } from '../../../nodes/shared/failure';
import { entriesTo, TASK_NAMES } from './context';

const task = entriesTo({ body: () => ({}) });

test('items with the same task share it, and others do not', async () => {
	const rows: Row[] = [
		task(0, { distinct: 'a' }),
		task(1, { distinct: 'a' }),
		task(2, { distinct: 'b' }),
		task(3),
		task(4),
		{ item: 5, problems: [new InputError('wrong')] },
		{ item: 6, problems: [new InputError('wrong')] },
	];
	const items = await readItems(
		rows.map(() => ({ json: {} })),
		{
			names: TASK_NAMES,
			prepare: async (index) => await Promise.resolve(rows.slice(index, index + 1)),
		},
		{ concurrency: 1, isSimplified: () => true, stopped: undefined },
	);
	const shared = items.flatMap((item) => item.rows);
	expect(shared.map((row) => ('sharedWith' in row ? row.sharedWith : undefined))).toEqual([
		undefined,
		shared[0],
		...[2, 3, 4, 5, 6].map(() => undefined),
	]);
});
