/** Rows as entries that can be sent. */
import { hasNoValue, isBlankRow } from '../../../nodes/IflytekAiCall/rows/rowEntries';

test('a row has no value if only the table or the sheet has given it some', () => {
	const added = { id: 7, createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' };
	const blank = [{}, { a: ' ', b: null }, { row_number: 5, a: '\u3000' }, { ...added, a: null }];
	expect(blank.map(hasNoValue)).toEqual(blank.map(() => true));
	const rows = [{ id: 7 }, { ...added, a: '王' }, { a: 0 }, { a: '-' }, { createdAt: '2026' }];
	expect(rows.map(hasNoValue)).toEqual(rows.map(() => false));
});

test('a row is blank without a number and without any other value', () => {
	const columns = { originals: ['Phone'], names: ['Phone'] };
	const isBlank = (row: unknown, source = row) => isBlankRow(row, columns, source);
	expect([isBlank({}), isBlank(['']), isBlank([]), isBlank({ Phone: ' ' })]).toEqual([
		true,
		true,
		true,
		true,
	]);
	const filled = [isBlank({ Phone: '1' }), isBlank({ Phone: '1' }, {}), isBlank(['', 'x'])];
	expect([...filled, isBlank({}, { Name: 'Li' })]).toEqual([false, false, false, false]);
});
