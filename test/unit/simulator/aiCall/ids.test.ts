import { FIRST_LONG_ID, RowIds } from '../../../simulator/aiCall/ids';
import { Random } from '../../../simulator/aiCall/random';

const take = (ids: RowIds, count: number): bigint[] =>
	Array.from({ length: count }, () => ids.take());

it('no double can hold a long ID, and if long IDs are read as doubles, some of them become equal', () => {
	const ids = take(new RowIds(FIRST_LONG_ID, new Random(1)), 10_000);
	expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id))).toBe(true);
	expect(ids.filter((id) => BigInt(Number(id)) === id)).toEqual([]);
	const asNumbers = new Set(ids.map(Number)).size;
	expect(asNumbers).toBeGreaterThan(5_000);
	expect(asNumbers).toBeLessThan(9_000);
	expect(take(new RowIds(FIRST_LONG_ID, new Random(1)), 10_000)).toEqual(ids);
});

it('long IDs begin with an odd number even if the given first ID is even, and small IDs count up from the given ID', () => {
	expect(take(new RowIds('346252615123869698', new Random(1)), 1)).toEqual([346252615123869699n]);
	expect(take(new RowIds('130', undefined), 3)).toEqual([130n, 131n, 132n]);
});
