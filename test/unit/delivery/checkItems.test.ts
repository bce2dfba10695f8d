/** What a check finds of each item, and of the run as a whole. */
import { checkItems, refuseItems } from '../../../nodes/IflytekAiCall/check/checkItems';
import type { Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import { problem, warning, type Finding } from '../../../nodes/shared/aiCall/finding';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure } from '../../../nodes/shared/failure';
import { entriesTo } from './context';

/** What is found of items with these entries, each of which has these findings. */
async function found(items: (Entry | InvalidEntry)[][], findings: Finding[][]) {
	const prepared = items.map((entries) => ({ simplified: true, entries }));
	return await checkItems(prepared, [], { ofItem: (index) => [() => findings[index] ?? []] }, 5);
}

/** A row to a destination of its own. */
const row = (item: number) => entriesTo({ body: (rows) => ({ rows }) })(item);
const occupied = warning('The line is occupied', 'Wait.');
const expired = warning('The line has expired', 'Renew it.');

test('what every item has is found on the run, and not on the items', async () => {
	expect(await found([[row(0)], [row(1)]], [[occupied, expired], [occupied]])).toEqual({
		ofRun: [occupied],
		ofItems: [[expired], []],
	});
});

test('an item that could not be read for lack of an answer is not checked, but the others are', async () => {
	const unread: InvalidEntry = { problems: [new LookupError(new Failure('away', 'unavailable'))] };
	expect(await found([[unread]], [[occupied]])).toEqual({ ofRun: [], ofItems: [[]] });
	expect(await found([[unread], [row(1)]], [[], [occupied]])).toEqual({
		ofRun: [],
		ofItems: [[], [occupied]],
	});
});

test('only a problem refuses an item, beside the own problems of its entries', () => {
	const [entry, noScript] = [row(0), problem('No script', 'Choose one.')];
	const own: InvalidEntry = { label: '138', problems: [new Error('no number')] };
	const item = { simplified: true, entries: [entry, own] };
	const items = [item, item];
	const refused = refuseItems(items, { ofRun: [], ofItems: [[occupied], [occupied, noScript]] });
	const { label, original } = entry;
	expect(refused).toEqual([
		item,
		{
			simplified: true,
			entries: [
				{ label, original, rowIndex: undefined, problems: [noScript.error] },
				{ label: '138', problems: [...own.problems, noScript.error] },
			],
		},
	]);
});
