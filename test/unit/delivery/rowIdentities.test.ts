/** What makes a row the same as another one. */
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { RowIdentities } from '../../../nodes/IflytekAiCall/sentBefore/rowIdentities';
import { entriesTo, NOON } from './context';

const DAY = 24 * 3_600_000;
const row = (
	values: string[],
	{ script = '7', ...more }: { script?: string; key?: string; firstCall?: () => number } = {},
): Entry => ({
	...entriesTo({ body: () => ({}), script, firstCall: more.firstCall })(0),
	label: values[0] ?? '',
	values,
	key: more.key,
});

/** What these rows are left out for, in one run. */
function owns(
	rows: readonly Entry[],
	{
		skip = 'calledToday',
		allowsDuplicates = false,
		start = NOON,
		execution = '7 0',
	}: Partial<SkipSettings> & { start?: number; execution?: string } = {},
): string[] {
	const identities = new RowIdentities(
		{ skip, allowsDuplicates },
		{ start, execution, retries: `${start} 0` },
	);
	for (const one of rows) identities.note(one);
	return rows.map((one) => identities.of(one).own);
}
const own = (one: Entry, ...more: [Parameters<typeof owns>[1]?]) => owns([one], ...more)[0];

const WANG = ['13800000001', 'Ms Wang'];

test('with Called Today, a row is its number, with the script and the day', () => {
	const first = own(row(WANG));
	expect(own(row(['13800000001', '王芳']), { start: NOON + 3_600_000, execution: '8 0' })).toBe(
		first,
	);
	expect(own(row(['+86 138-0000-0001', 'Ms Wang']))).toBe(first);
	expect(own(row(['13800000002', 'Ms Wang']))).not.toBe(first);
	expect(own(row(WANG, { script: '8' }))).not.toBe(first);
	expect(own(row(WANG), { start: NOON + DAY })).not.toBe(first);
});

test('the day is the one of the first possible call', () => {
	const tomorrow = row(WANG, { firstCall: () => NOON + DAY });
	expect(own(tomorrow)).toBe(own(row(WANG), { start: NOON + DAY }));
});

test.each([
	['a blank', 'Ms Wang '],
	['U+00A0', 'Ms Wang\u00A0'],
	['U+200B', 'Ms Wang\u200B'],
	['a soft hyphen', 'Ms\u00AD Wang'],
])('with the Same Values, %s makes no other row', (_, name) => {
	const skip = 'sameValues' as const;
	expect(own(row(['13800000001', name]), { skip })).toBe(own(row(WANG), { skip }));
});

test('with the Same Values, other values make another row, and NFD is NFC', () => {
	const skip = 'sameValues' as const;
	const of = (name: string) => own(row(['13800000001', name]), { skip });
	expect(of('José'.normalize('NFD'))).toBe(of('José'.normalize('NFC')));
	expect(new Set(['Ms Wang', 'Ms wang', 'Ｍｓ Wang', ''].map(of)).size).toBe(4);
});

test('a key is a key on any day, and whatever its row has', () => {
	const skip = 'sentKey' as const;
	const of = (values: string[], key: string, start = NOON) =>
		own(row(values, { key }), { skip, start });
	expect(of(WANG, '11.2', NOON + DAY)).toBe(of(['13800000002', '李'], '11.2'));
	expect(of(WANG, '11.20')).not.toBe(of(WANG, '11.2'));
});

test('with None, a row is its number in its execution', () => {
	const skip = 'none' as const;
	const first = own(row(WANG), { skip });
	expect(own(row(['13800000001', '王芳']), { skip })).toBe(first);
	expect(own(row(WANG), { skip, execution: '8 0' })).not.toBe(first);
	expect(own(row(WANG), { skip, execution: '7 1' })).not.toBe(first);
});

test('several rows of a number are its calls of the day, one after the other', () => {
	const rows = [row(WANG), row(['13800000002']), row(['13800000001', '李'])];
	const [first, , second] = owns(rows, { allowsDuplicates: true });
	expect(first).toBe(own(row(WANG)));
	expect(second).toBe(`${first} 2`);
	// Without duplicates, only one of them can be sent, whichever that is.
	expect(owns(rows)[2]).toBe(first);
});

test('a row of a later try is the one of the earlier try, though its values are others', () => {
	const settings = { skip: 'sameValues', allowsDuplicates: false } as const;
	const run = { start: NOON, execution: '7 0', retries: 'x 0' };
	const first = new RowIdentities(settings, run);
	const one = row(WANG);
	first.note(one);
	const { place, own: earlier } = first.of(one);
	const next = new RowIdentities(settings, run, (known) => (known === place ? earlier : undefined));
	const later = row(['13800000001', '10:00:05']);
	next.note(later);
	expect(next.of(later).own).toBe(earlier);
	expect(next.of(later).values).not.toBe(first.of(one).values);
});

test('a row that was not noted has no identity', () => {
	expect(
		() =>
			owns([]) &&
			new RowIdentities(
				{ skip: 'none', allowsDuplicates: false },
				{ start: 0, execution: '', retries: '' },
			).of(row(WANG)),
	).toThrow('The row has no identity');
});

test('a row that is noted twice is one row, also where numbers may be repeated', () => {
	const [first, second] = [row(WANG), row(WANG)];
	const noted = owns([first, second], { allowsDuplicates: true });
	expect(owns([first, first, second], { allowsDuplicates: true })).toEqual([
		noted[0],
		noted[0],
		noted[1],
	]);
	expect(noted[0]).not.toBe(noted[1]);
});
