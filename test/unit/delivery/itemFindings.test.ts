/** What the platform says of what each item names. */
import { findingsOfItems } from '../../../nodes/IflytekAiCall/decide/itemFindings';
import type { CheckStep } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { problem, warning, type Finding } from '../../../nodes/shared/aiCall/finding';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, InputError } from '../../../nodes/shared/failure';
import { entriesTo } from './context';

/** What is found of items with these rows, by these steps of an item. */
async function found(items: readonly Row[][], stepsOf: (index: number) => CheckStep[]) {
	const prepared = items.map((rows) => ({ simplified: true, rows: [...rows] }));
	const ofItem = jest.fn(stepsOf);
	const findings = await findingsOfItems(prepared, { ofItem }, 5);
	return { findings, checked: ofItem.mock.calls.map(([index]) => index) };
}

/** A row to a destination of its own. */
const row = (item: number) => entriesTo({ body: (rows) => ({ rows }) })(item);
const occupied = warning('The line is occupied', 'Wait.');
const expired = warning('The line has expired', 'Renew it.');
const noScript = problem('No script', 'Choose one.');
const unread: InvalidEntry = {
	item: 0,
	problems: [new LookupError(new Failure('away', 'unavailable'))],
};
const all =
	(...findings: Finding[]): CheckStep =>
	() =>
		findings;

test('each item has what its steps find, each text once', async () => {
	const steps = (index: number): CheckStep[] => [
		all(occupied, expired),
		async () => await Promise.resolve([occupied]),
		() => undefined,
		...(index === 1 ? [all(noScript)] : []),
	];
	expect(await found([[row(0)], [row(1)]], steps)).toEqual({
		findings: [
			[occupied, expired],
			[occupied, expired, noScript],
		],
		checked: [0, 1],
	});
});

test('a step that throws finds its error, beside what the others find', async () => {
	const error = new InputError('No voice', 'Choose one.');
	const thrown = () => {
		throw error;
	};
	const { findings } = await found([[row(0)]], () => [
		thrown,
		async () => await Promise.reject(error),
		all(occupied),
	]);
	expect(findings).toEqual([
		[{ message: 'No voice', text: 'No voice. Choose one.', isWarning: false, error }, occupied],
	]);
});

test('an item that could not be read for lack of an answer is not checked, but the others are', async () => {
	const wrong: InvalidEntry = { item: 2, problems: [new InputError('Wrong')] };
	const both: InvalidEntry = { item: 5, problems: [new InputError('Wrong'), ...unread.problems] };
	expect(
		await found([[unread], [row(1)], [wrong], [unread, row(3)], [], [both]], () => [all(occupied)]),
	).toEqual({
		findings: [[], [occupied], [occupied], [], [occupied], []],
		checked: [1, 2, 4],
	});
});

test('items whose rows go to the same destination are checked once', async () => {
	const shared = entriesTo({ body: (rows) => ({ rows }) });
	expect(
		await found([[shared(0)], [row(1)], [shared(2)]], (index) => [
			all(warning(`${index}`, 'Look.')),
		]),
	).toMatchObject({
		findings: [[{ message: '0' }], [{ message: '1' }], [{ message: '0' }]],
		checked: [0, 1],
	});
});
