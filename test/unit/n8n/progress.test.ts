/** What a run reports about its progress. */
import { NodeOperationError } from 'n8n-workflow';
import { Progress } from '../../../nodes/shared/n8n/run/progress';
import { FakeContext } from './fakeContext';

/** What is reported about a run of this many items. Each item takes `eachMs` milliseconds, and the items in `failed` fail. */
function reported(items: number, eachMs: number, failed: number[] = []) {
	const context = new FakeContext({}, items);
	let now = 5000;
	const clock = { now: () => now, date: () => 0, sleep: async () => await Promise.resolve() };
	const progress = new Progress(context.n8n, clock, 'rows');
	for (let index = 0; index < items; index++) {
		now += eachMs;
		progress.itemDone(failed.includes(index));
	}
	progress.end();
	expect(context.shown).toEqual(context.lines);
	return { lines: context.lines, hints: context.hints };
}

test('progress is logged every ten seconds and at the end', () => {
	expect(reported(5, 5000, [0])).toEqual({
		lines: [
			'My Node: 2 of 5 rows, 0.2 a second, 1 failed',
			'My Node: 4 of 5 rows, 0.2 a second, 1 failed',
			'My Node: 5 rows, 0.2 a second, 1 failed',
		],
		hints: [{ message: '5 rows, 0.2 a second, 1 failed.', location: 'outputPane' }],
	});
});

test('if the ten seconds end with the last item, only one line is logged', () => {
	expect(reported(2, 5000).lines).toEqual(['My Node: 2 rows, 0.2 a second, 0 failed']);
	expect(reported(2, 4999)).toEqual({ lines: [], hints: [] });
});

test('a short run logs nothing, but the panel says how many of several items failed', () => {
	expect(reported(2, 10, [1])).toEqual({
		lines: [],
		hints: [{ message: '2 rows, 2 a second, 1 failed.', location: 'outputPane' }],
	});
	expect(reported(1, 10, [0])).toEqual({ lines: [], hints: [] });
	expect(reported(3, 10)).toEqual({ lines: [], hints: [] });
});

test('a rate of ten or more per second is shown as a whole number, and a run of less than a second counts as one second', () => {
	const rate = (items: number, eachMs: number) => reported(items, eachMs, [0]).hints[0]?.message;
	expect(rate(100, 96)).toBe('100 rows, 10 a second, 1 failed.');
	expect(rate(100, 101)).toBe('100 rows, 9.9 a second, 1 failed.');
	expect(rate(100, 80)).toBe('100 rows, 13 a second, 1 failed.');
	expect(rate(12, 1)).toBe('12 rows, 12 a second, 1 failed.');
});

test('the error of one of several items says how the others can go on', () => {
	const context = new FakeContext({}, 1000);
	const clock = { now: () => 0, date: () => 0, sleep: async () => await Promise.resolve() };
	const advised = (description?: string) => {
		const error = new NodeOperationError(context.node, 'Text is empty', { description });
		new Progress(context.n8n, clock, 'texts').adviseToContinue(error);
		return error.description;
	};
	const advice = 'To go on with the other texts, set On Error under Settings to Continue.';
	expect([advised(), advised('Enter one.')]).toEqual([advice, `Enter one. ${advice}`]);
});
