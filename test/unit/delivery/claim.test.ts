import { createHash } from 'crypto';
import { CLAIM_ENTRIES, claimRun } from '../../../nodes/IflytekAiCall/delivery/claim';
import { contextOf, type Surroundings } from './context';

const HOW_TO_FIND_OUT =
	"First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and the platform's console has the rest. Then start a new execution with the missing ones.";
const FAMILY = `family:${createHash('sha256').update('s').digest('hex')}`;
const resumeUrl = 'https://n8n.example/webhook-waiting/7?signature=s';
const retry = { id: '8', mode: 'retry', resumeUrl };

/** What is recorded after a claim, without marks. */
async function claim(
	execution: Surroundings['execution'],
	stored: Set<string>,
	rowKeys?: { capacity: number },
): Promise<string[]> {
	await claimRun(contextOf({ execution, stored }).context, 'call people', rowKeys);
	return [...stored].filter((text) => !text.startsWith('mark:'));
}

test('a run and the family of its execution are recorded', async () => {
	expect(await claim({ id: '7', runIndex: 2, resumeUrl }, new Set())).toEqual(['run:7:2', FAMILY]);
});

test.each([undefined, 'no address', 'https://n8n.example/7', 'https://n8n.example/7?signature='])(
	'an execution with the address %j has no family',
	async (address) => {
		expect(await claim({ id: '7', resumeUrl: address }, new Set())).toEqual(['run:7:0']);
		await expect(claim({ ...retry, resumeUrl: address }, new Set())).rejects.toThrow(
			'it is not known whether this node had already started to call people in the earlier execution',
		);
	},
);

test('a clock that is set forward meanwhile makes no pause longer', async () => {
	let hour = 0;
	const date = jest.spyOn(Date, 'now').mockImplementation(() => (hour += 3_600_000));
	expect(await claim({ id: '7' }, new Set())).toContain('run:7:0');
	date.mockRestore();
});

test('without an execution there is nothing to claim', async () => {
	expect(await claim(undefined, new Set())).toEqual([]);
});

test('a run is not begun twice', async () => {
	const stored = new Set(['run:7:0']);
	await expect(claim({ id: '7', runIndex: 0 }, stored)).rejects.toMatchObject({
		message: 'n8n started execution 7 a second time, so this run would call people twice',
		details: {
			advice: `This start sent nothing. The first start may still be running, or its process has ended. ${HOW_TO_FIND_OUT} Also check that Redis saves its data and that n8n's workers can reach it.`,
			facts: { state: 'unknown' },
		},
	});
	expect(await claim({ id: '7', runIndex: 1 }, stored)).toContain('run:7:1');
});

describe('a retry', () => {
	test('of an execution that had begun is refused, and each later run of it', async () => {
		const stored = new Set([FAMILY]);
		for (const runIndex of [0, 1]) {
			await expect(claim({ ...retry, runIndex }, stored)).rejects.toMatchObject({
				message:
					'This is a retry of an execution in which this node had already started to call people',
				details: {
					advice: `Nothing was sent. ${HOW_TO_FIND_OUT} With the option Row Key, a retry only sends rows that were not sent before.`,
					facts: { state: 'unknown' },
				},
			});
		}
		expect(stored.has('retry:8')).toBe(false);
	});

	test('of one that had not begun is let through, with all its runs', async () => {
		const stored = new Set<string>();
		await claim({ ...retry, runIndex: 0 }, stored);
		expect(await claim({ ...retry, runIndex: 1 }, stored)).toEqual([
			'run:8:0',
			FAMILY,
			'retry:8',
			'run:8:1',
		]);
	});

	test('is refused where the record of the first run may have been dropped', async () => {
		const filled = (count: number) =>
			new Set(Array.from({ length: count }, (_, index) => `run:${index}:0`));
		const message =
			'This is a retry, and it is not known whether this node had already started to call people in the earlier execution';
		await expect(claim({ ...retry, id: 'x' }, filled(CLAIM_ENTRIES * 0.9))).rejects.toThrow(
			message,
		);
		expect(await claim({ ...retry, id: 'x' }, filled(CLAIM_ENTRIES * 0.9 - 10))).toContain(
			'retry:x',
		);
		await expect(claim({ ...retry, id: 'x' }, filled(90), { capacity: 100 })).resolves.toContain(
			'run:x:0',
		);
	});

	test('of rows with keys is let through: the keys tell what was sent', async () => {
		expect(await claim(retry, new Set([FAMILY]), { capacity: 4000 })).toEqual([FAMILY, 'run:8:0']);
	});
});
