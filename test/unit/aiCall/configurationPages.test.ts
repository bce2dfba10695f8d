import { queryWholeConfiguration } from '../../../nodes/shared/aiCall/configuration';
import { parseEnvelope } from '../../../nodes/shared/aiCall/envelope';

const script = (id: number) => ({ robot_id: String(id) });
const scripts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => script(from + index));

/** A platform that answers each query by what `answer` makes of it, and what it was asked. */
function platform(answer: (body: Record<string, unknown>) => object) {
	const asked: object[] = [];
	const ask = async (body: Record<string, unknown>) => {
		asked.push(body);
		return parseEnvelope(JSON.stringify({ code: 0, message: 'ok', result: answer(body) }));
	};
	return { ask, asked };
}

test('what the document knows: one query without pages, however many scripts', async () => {
	const { ask, asked } = platform(() => ({ robots: scripts(1, 120) }));
	expect((await queryWholeConfiguration('scripts', ask)).result).toEqual({ robots: scripts(1, 120) });
	expect(asked).toEqual([{ type: 1 }]);
});

test('pages are asked for until the total is there', async () => {
	const { ask, asked } = platform(({ pageIndex }) => ({ robots: scripts(Number(pageIndex ?? 1) * 10 - 9, Math.min(23, Number(pageIndex ?? 1) * 10)), robotTotal: '23', lines: [], other: 1 }));
	const { result, envelopes } = await queryWholeConfiguration('all', ask);
	expect(result).toEqual({ robots: scripts(1, 23), robotTotal: '23', lines: [], other: 1 });
	expect(asked).toEqual([{ type: 0 }, { type: 1, pageSize: 10, pageIndex: 2 }, { type: 1, pageSize: 10, pageIndex: 3 }]);
	expect(envelopes.map(({ sent }) => sent.message)).toEqual(['ok', 'ok', 'ok']);
});

test('a script that moves to the next page meanwhile is there once', async () => {
	const { ask } = platform(({ pageIndex = 1 }) => ({ robots: pageIndex === 1 ? scripts(1, 3) : pageIndex === 2 ? scripts(3, 5) : [], robotTotal: 6 }));
	expect((await queryWholeConfiguration('scripts', ask)).result.robots).toEqual(scripts(1, 5));
});

test('a platform that ignores the page is not asked for ever, and gives no script twice', async () => {
	const { ask, asked } = platform(() => ({ robots: scripts(1, 10), robotTotal: 500 }));
	const { result, envelopes } = await queryWholeConfiguration('scripts', ask);
	expect([result, envelopes.length, asked.length]).toEqual([{ robots: scripts(1, 10), robotTotal: 500 }, 1, 2]);
});

test('nor one that always has another script', async () => {
	let count = 0;
	const { ask, asked } = platform(() => ({ robots: [script(++count)], robotTotal: 1e9 }));
	expect([(await queryWholeConfiguration('scripts', ask)).result.robots, asked.length]).toEqual([scripts(1, 1000), 1000]);
});

test.each([[{ robots: [], robotTotal: 5 }], [{ robotTotal: 5 }], [{}], [{ robots: scripts(1, 2), robotTotal: 2 }], [{ robots: scripts(1, 2), robotTotal: 'many' }]])('%j is asked for once', async (answer) => {
	const { ask, asked } = platform(() => answer);
	expect([(await queryWholeConfiguration('scripts', ask)).result, asked.length]).toEqual([answer, 1]);
});
