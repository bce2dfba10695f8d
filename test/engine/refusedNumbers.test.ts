import {
	ADD_ROWS,
	CallBench,
	chosen,
	customers,
	numberOf,
	PLACE,
	RUN,
	SEND_OTHERS,
} from './aiCall';
import { Random } from '../simulator/aiCall/random';
import { FULL_SIZE } from '../setup/size';
import type { NodeResult } from './harness';

/** A number that the platform refuses does not keep the others from being called. */

const SEED = 20_261_127;
const bench = new CallBench({ speed: 0 });

const sendOthers = { options: { ...SEND_OTHERS, concurrentRequests: 1 } };

/** The platform refuses these customers from now on. */
function refuse(...indexes: number[]): void {
	bench.platform.setSensitiveNumbers(indexes.map(numberOf));
}

/** The numbers of started tasks that are not deleted, and of direct calls. */
function called(): (string | undefined)[] {
	const started = bench.platform.tasks
		.filter(({ deleted, status }) => !deleted && status === 1)
		.map(({ taskId }) => taskId);
	return bench.platform.acceptedRows
		.filter(({ endpoint, taskId }) => endpoint === 'callout' || started.includes(taskId))
		.map(({ values }) => values[0]);
}
const others = (count: number, ...refused: number[]) =>
	customers(count)
		.map(({ json }) => json?.客户手机号码)
		.filter((number) => !refused.map(numberOf).includes(String(number)));
const count = (endpoint: string) => bench.requests(endpoint).length;
const stateOf = ({ outputs }: NodeResult, index: number) =>
	outputs[0]?.find(({ json }) => json.phoneNumber === numberOf(index))?.json.state;

describe.each(['refuse', 'partlyRefused'] as const)(
	'a platform that stores %s',
	(insertBadRows) => {
		beforeEach(() => bench.platform.configure({ insertBadRows }));

		test('Run Campaign with Send the Others starts with the others', async () => {
			refuse(7, 70);
			const result = await bench.run({ ...RUN, ...sendOthers }, customers(120));
			expect(called().sort()).toEqual(others(120, 7, 70));
			expect([stateOf(result, 7), stateOf(result, 8)]).toEqual(['notAccepted', 'accepted']);
			expect(bench.platform.tasks.filter(({ deleted }) => !deleted)).toHaveLength(1);
		});

		test('with Send Nothing one error names all refused numbers, and nothing is left', async () => {
			refuse(7, 70);
			const { error } = await bench.run(
				{ ...RUN, options: { concurrentRequests: 1 } },
				customers(120),
			);
			expect(error?.message).toContain('The platform refused 2 of 120 rows: ');
			expect(error?.description).toContain(
				`Affected: ${numberOf(7)} (item 8), ${numberOf(70)} (item 71). Nobody was called. The task was deleted, so it calls nobody.`,
			);
			expect([called(), bench.platform.tasks.filter(({ deleted }) => !deleted)]).toEqual([[], []]);
		});

		test('Add Rows adds the others, or says which rows it cannot know', async () => {
			refuse(7);
			const taskId = chosen(await bench.newTask({ begin: '' }));
			const result = await bench.run({ ...ADD_ROWS, taskId, ...sendOthers }, customers(120));
			const isSplit = insertBadRows === 'refuse';
			expect([stateOf(result, 7), stateOf(result, 8), stateOf(result, 70)]).toEqual([
				isSplit ? 'notAccepted' : 'unknown',
				isSplit ? 'accepted' : 'unknown',
				'accepted',
			]);
		});

		test('n8n continues on errors: that means the others, too, unless the option says otherwise', async () => {
			refuse(7);
			const settings = { onError: 'continueErrorOutput' as const };
			await bench.run(RUN, customers(60), { settings });
			expect(called().sort()).toEqual(others(60, 7));
			await bench.run(
				{ ...RUN, skipCustomers: 'none', options: { ifProblems: 'sendNothing' } },
				customers(60),
				{ settings },
			);
			expect(called().sort()).toEqual(others(60, 7));
		});
	},
);

test('Place calls the others, whichever row of the batch is refused, with at most 11 requests more', async () => {
	const indexes = FULL_SIZE ? [...Array(50).keys()] : [0, 1, 24, 25, 49];
	for (const index of indexes) {
		refuse(index);
		const [calledBefore, requestsBefore] = [called().length, count('callout')];
		await bench.run({ ...PLACE, ...sendOthers }, customers(50));
		expect(called().length - calledBefore).toBe(49);
		expect(count('callout') - requestsBefore).toBeLessThanOrEqual(12);
	}
});

test.each([
	[0, 0],
	[1, 12],
	[30, 360],
])(
	'%i refused numbers in a campaign take at most %i requests more',
	async (refusedCount, more) => {
		const size = FULL_SIZE ? 10_000 : 1000;
		const random = new Random(SEED + refusedCount);
		const refused = new Set<number>();
		while (refused.size < refusedCount) refused.add(random.between(0, size - 1));
		refuse(...refused);
		await bench.run({ ...RUN, options: { ...SEND_OTHERS } }, customers(size));
		expect(called()).toHaveLength(size - refusedCount);
		const inserts = count('taskInsert');
		// Two queries, creation and start besides.
		expect({ inserts, all: bench.requests().length }).toEqual({
			inserts,
			all: inserts + 4 + Math.sign(refusedCount),
		});
		expect(inserts + Math.sign(refusedCount)).toBeLessThanOrEqual(size / 50 + more);
	},
	120_000,
);
