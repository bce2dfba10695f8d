import { CONSOLE } from '../../setup/console';
import { createHash, randomUUID } from 'crypto';
import { CLAIM_ENTRIES, claimRun, retryWarning } from '../../../nodes/IflytekAiCall/delivery/claim';
import type { Entry } from '../../../nodes/IflytekAiCall/delivery/entry';
import { contextOf, type Surroundings } from './context';

const HOW_TO_FIND_OUT = `First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`;
const FAMILY = `family:${createHash('sha256').update('s').digest('hex')}`;
const resumeUrl = 'https://n8n.example/webhook-waiting/7?signature=s';
const retry = { id: '8', mode: 'retry', resumeUrl };

/** A batch of one row. */
const batchOf = (phone: string): Entry[] => [
	{
		item: 0,
		label: phone,
		to: { body: (rows) => ({ rows }), shown: () => ({}) },
		values: [phone],
		original: phone,
	},
];

/** The record of a batch of this row in a sub-workflow. */
const rowsOf = (execution: string, phone: string) => {
	const hash = createHash('sha256').update(JSON.stringify({ rows: [[phone]] }));
	return `rows:${execution}:0:${hash.digest('base64url')}`;
};

/** Claims a run that sends this row, and returns all records except marks. */
async function claim(
	execution: Surroundings['execution'],
	stored: Set<string>,
	rowKeys?: { capacity: number },
	executions?: Surroundings['executions'],
	phone = '1',
): Promise<string[]> {
	const { context } = contextOf({ execution, stored, executions });
	await claimRun(context, 'call people', batchOf(phone), rowKeys);
	return [...stored].filter((text) => !text.startsWith('mark:'));
}

test('a run and the family of its execution are recorded', async () => {
	expect(await claim({ id: '7', runIndex: 2, resumeUrl }, new Set())).toEqual([
		FAMILY,
		'execution:7',
		'run:7:2',
	]);
});

test.each([undefined, 'no address', 'https://n8n.example/7', 'https://n8n.example/7?signature='])(
	'an execution with the address %j has no family',
	async (address) => {
		expect(await claim({ id: '7', resumeUrl: address }, new Set())).toEqual([
			'execution:7',
			'run:7:0',
		]);
		await expect(claim({ ...retry, resumeUrl: address }, new Set())).rejects.toThrow(
			'it is not known whether this node had already started to call people in the earlier execution',
		);
	},
);

test('a claim does not wait longer if the clock is set forward meanwhile', async () => {
	let hour = 0;
	const date = jest.spyOn(Date, 'now').mockImplementation(() => (hour += 3_600_000));
	expect(await claim({ id: '7' }, new Set())).toContain('run:7:0');
	date.mockRestore();
});

test('without an execution nothing is claimed', async () => {
	expect(await claim(undefined, new Set())).toEqual([]);
});

test('a run is not begun twice', async () => {
	const stored = new Set(['run:7:0']);
	await expect(claim({ id: '7', runIndex: 0 }, stored)).rejects.toMatchObject({
		message: 'n8n started execution 7 a second time, so this run would call people twice',
		details: {
			advice: `This start sent nothing. The first start may still be running, or its process has ended; n8n may show this error in the place of what the first start returned. ${HOW_TO_FIND_OUT} Also check that Redis saves its data and that n8n's workers can reach it.`,
			facts: { state: 'unknown' },
		},
	});
	expect(await claim({ id: '7', runIndex: 1 }, stored)).toContain('run:7:1');
});

describe('a retry', () => {
	test('a retry is refused if its execution had begun, and so is each later run of it', async () => {
		const stored = new Set([FAMILY]);
		for (const runIndex of [0, 1]) {
			await expect(claim({ ...retry, runIndex }, stored)).rejects.toMatchObject({
				message:
					'This is a retry of an execution in which this node had already started to call people',
				details: {
					advice: `Nothing was sent. ${HOW_TO_FIND_OUT} With Row Key, a retry only sends rows that were not sent before.`,
					facts: { state: 'unknown' },
				},
			});
		}
		expect([...stored].filter((text) => !text.startsWith('mark:'))).toEqual([FAMILY]);
	});

	test('a retry is let through with all its runs if its execution had not begun', async () => {
		const stored = new Set<string>();
		await claim({ ...retry, runIndex: 0 }, stored);
		expect(await claim({ ...retry, runIndex: 1 }, stored)).toEqual([
			FAMILY,
			'execution:8',
			'run:8:0',
			'run:8:1',
		]);
	});

	test('a retry is refused if the record of the first run may have been dropped', async () => {
		const filled = (count: number) =>
			new Set(Array.from({ length: count }, (_, index) => `run:${index}:0`));
		const message =
			'This is a retry, and it is not known whether this node had already started to call people in the earlier execution';
		await expect(claim({ ...retry, id: 'x' }, filled(CLAIM_ENTRIES * 0.9))).rejects.toMatchObject({
			message,
			details: {
				advice: `Nothing was sent. ${HOW_TO_FIND_OUT} With Row Key, a retry only sends rows that were not sent before.`,
			},
		});
		expect(await claim({ ...retry, id: 'x' }, filled(CLAIM_ENTRIES * 0.9 - 10))).toContain(
			'execution:x',
		);
		await expect(claim({ ...retry, id: 'x' }, filled(90), { capacity: 100 })).resolves.toContain(
			'run:x:0',
		);
	});

	test('a retry is let through if rows have keys: the keys tell what was sent', async () => {
		expect(await claim(retry, new Set([FAMILY]), { capacity: 4000 })).toEqual([FAMILY, 'run:8:0']);
	});
});

describe('a sub-workflow', () => {
	const called = (executionId: string, establishedAt: number) => ({
		parentExecution: {
			executionId,
			workflowId: 'p',
			executionContext: { version: 1 as const, establishedAt, source: 'trigger' as const },
		},
	});
	const executions = {
		'1': { resumeToken: 'root' },
		'2': called('1', 100),
		'3': called('2', 150),
		'4': called('1', 100),
		'5': called('1', 200),
		'6': called('7', 300),
		'7': { resumeToken: 'root' },
	};
	const start = async (
		id: string,
		parentExecutionId: string,
		stored: Set<string>,
		phone = `1${id}`,
	) => {
		const execution = { id, parentExecutionId, mode: 'integrated' };
		return await claim(execution, stored, undefined, executions, phone);
	};

	test('a retry of an execution that was started by hand is recognized by the start time, because n8n gives it another secret', async () => {
		const byHand = (executionId: string, workflowId: string, establishedAt: number) => ({
			parentExecution: {
				executionId,
				workflowId,
				executionContext: { version: 1 as const, establishedAt, source: 'manual' as const },
			},
		});
		const stored = new Set<string>();
		const run = async (id: string, caller: string, parent: ReturnType<typeof byHand>) => {
			const execution = { id, parentExecutionId: caller, mode: 'integrated' };
			const known = { [id]: parent, [caller]: { resumeToken: `secret of ${caller}` } };
			return await claim(execution, stored, undefined, known, `1${id}`);
		};
		expect(await run('12', '11', byHand('11', 'p', 700))).toEqual([
			`family:${createHash('sha256').update('secret of 11').digest('hex')}`,
			'family:p:700',
			'execution:11',
			'start:11:700',
			'run:12:0',
			rowsOf('11', '112'),
		]);
		await expect(run('14', '13', byHand('13', 'p', 700))).rejects.toThrow(
			'This is a retry of an execution in which this node had already started to call people',
		);
		expect(await run('16', '15', byHand('15', 'other', 700))).toContain('run:16:0');
		expect(await run('18', '17', byHand('17', 'p', 701))).toContain('run:18:0');
	});

	test('a sub-workflow sends each time that the same start of the outermost execution calls it, at any depth', async () => {
		const stored = new Set<string>();
		await start('3', '2', stored);
		expect(await start('4', '1', stored)).toEqual([
			`family:${createHash('sha256').update('root').digest('hex')}`,
			'execution:1',
			'start:1:100',
			'run:3:0',
			rowsOf('1', '13'),
			'run:4:0',
			rowsOf('1', '14'),
		]);
	});

	test('a sub-workflow sends the same rows once per outermost execution, at any depth', async () => {
		const stored = new Set<string>();
		await start('3', '2', stored, '13800000000');
		await expect(start('4', '1', stored, '13800000000')).rejects.toMatchObject({
			message:
				'Execution 1, which called this sub-workflow, called it with these rows before, so this run could call people twice',
			details: {
				advice: `Nothing was sent this time. n8n has started that execution a second time, or it calls this sub-workflow twice with the same rows. ${HOW_TO_FIND_OUT} If the same rows are to be sent twice in one execution, give them different keys (Row Key).`,
				facts: { state: 'unknown' },
			},
		});
		expect(await start('4', '1', stored, '13800000001')).toContain('run:4:0');
	});

	test('a sub-workflow sends nothing if another start of the outermost execution calls it, or a retry of that execution', async () => {
		const stored = new Set<string>();
		await start('3', '2', stored);
		const before = [...stored].filter((text) => !text.startsWith('mark:'));
		for (let time = 0; time < 2; time++)
			await expect(start('5', '1', stored)).rejects.toThrow(
				'n8n started execution 1, which called this sub-workflow, a second time, so this run would call people twice',
			);
		for (let time = 0; time < 2; time++)
			await expect(start('6', '7', stored)).rejects.toMatchObject({
				message:
					'This is a retry of an execution in which this node had already started to call people',
				details: {
					advice: `Nothing was sent. The execution that called this sub-workflow was retried. ${HOW_TO_FIND_OUT} With Row Key, a retry only sends rows that were not sent before.`,
				},
			});
		expect([...stored].filter((text) => !text.startsWith('mark:'))).toEqual(before);
	});
});

describe('a claim that is withdrawn', () => {
	/** An execution that no other test has. */
	let id: string;
	beforeEach(() => {
		id = randomUUID();
	});
	const claimOf = async (runIndex: number, stored: Set<string>) =>
		await claimRun(
			contextOf({ execution: { id, runIndex, resumeUrl, establishedAt: 5 }, stored }).context,
			'call people',
			batchOf('1'),
		);
	const entriesIn = (stored: Set<string>) =>
		[...stored].filter((text) => !text.startsWith('mark:'));

	test('a withdrawn claim leaves nothing if no other run has begun', async () => {
		const stored = new Set<string>();
		await (await claimOf(0, stored)).release();
		expect(entriesIn(stored)).toEqual([]);
		const retried = await claimRun(
			contextOf({ execution: { ...retry, id: '10' }, stored }).context,
			'call people',
			batchOf('1'),
		);
		expect(retried).toBeDefined();
	});

	test('a withdrawn claim leaves the records that another run of the execution needs', async () => {
		const stored = new Set<string>();
		const first = await claimOf(0, stored);
		const second = await claimOf(1, stored);
		await first.release();
		await second.release();
		expect(entriesIn(stored)).toEqual([FAMILY, `execution:${id}`, `start:${id}:5`]);
	});
});

describe('runs of one execution', () => {
	/** Claims of an execution that no other test has. */
	function claims() {
		const id = randomUUID();
		const stored = new Set<string>();
		let runIndex = 0;
		return {
			next: async () => {
				const execution = { id, resumeUrl, runIndex: runIndex++ };
				const own = contextOf({ execution, stored }).context;
				return await claimRun(own, 'call people', batchOf('1'));
			},
			kept: () =>
				[...stored]
					.filter((text) => !text.startsWith('mark:'))
					.map((text) => text.replace(id, 'id')),
		};
	}

	test('runs of one execution leave nothing if each withdraws its claim before the next begins', async () => {
		const { next, kept } = claims();
		for (let run = 0; run < 2; run++) {
			const claim = await next();
			await claim.release();
			expect(kept()).toEqual([]);
		}
	});

	test('runs of one execution keep the records that a run still needs', async () => {
		const { next, kept } = claims();
		await next();
		for (let run = 0; run < 2; run++) {
			const claim = await next();
			await claim.release();
			expect(kept()).toEqual([FAMILY, 'execution:id', 'run:id:0']);
		}
	});

	test('the first of three runs leaves the records that the third needs, although the second has ended', async () => {
		const { next, kept } = claims();
		const first = await next();
		const second = await next();
		await second.release();
		await next();
		await first.release();
		expect(kept()).toEqual([FAMILY, 'execution:id', 'run:id:2']);
	});

	test('runs of one execution need no family in a sub-workflow if rows have keys', async () => {
		const [id, stored] = [randomUUID(), new Set<string>()];
		const execution = { id, mode: 'integrated', resumeUrl, establishedAt: 7 };
		const { context } = contextOf({ execution, stored });
		await claimRun(context, 'call people', batchOf('1'), { capacity: 4000 });
		expect([...stored].filter((text) => !text.startsWith('mark:'))).toEqual([
			`execution:${id}`,
			`start:${id}:7`,
			`run:${id}:0`,
		]);
	});
});

describe('what a check says of a Retry', () => {
	const names = {
		method: 'placeCalls' as const,
		action: 'call people',
		idName: 'task_data_id',
		nouns: ['row', 'rows'] as [string, string],
	};
	const FOR_A_WHILE =
		'In a sub-workflow, this node recognizes a retry of the calling execution only for about 600 later runs; after that, a retry would call people again. After a failure, start a new execution with what is missing. Rows with keys (Row Key) are not sent again.';
	const warningsFor = (surroundings: Surroundings) =>
		retryWarning(contextOf(surroundings).context, names).map(({ text }) => text);

	test('a check in a sub-workflow says how long a retry is recognized, even if the run was started in the editor', () => {
		const execution = { id: '7', mode: 'integrated', parentExecutionId: '6' };
		expect(warningsFor({ execution })).toEqual([FOR_A_WHILE]);
		expect(
			warningsFor({
				execution: { id: '7', mode: 'manual' },
				precedingTypes: ['n8n-nodes-base.set', 'n8n-nodes-base.executeWorkflowTrigger'],
			}),
		).toEqual([FOR_A_WHILE]);
	});

	test('a check says that retries are not recognized if n8n does not tell which execution calls the sub-workflow', () => {
		expect(warningsFor({ execution: { id: '7', mode: 'integrated' } })).toEqual([
			'This n8n does not tell a sub-workflow which execution calls it, so a retry of that execution would call people again. After a failure, start a new execution with what is missing. Rows with keys (Row Key) are not sent again.',
		]);
	});

	test('a check of Create says nothing about keys, because Create has none', () => {
		const { context } = contextOf({ execution: { id: '7', mode: 'integrated' } });
		const create = { ...names, method: 'createTask' as const, action: 'create the task' };
		expect(retryWarning(context, create)).toEqual([
			{
				isWarning: true,
				text: 'This n8n does not tell a sub-workflow which execution calls it, so a retry of that execution would create the task again. After a failure, start a new execution with what is missing.',
			},
		]);
	});

	test('a check outside a sub-workflow says nothing', () => {
		expect(
			warningsFor({ execution: { id: '7' }, precedingTypes: ['n8n-nodes-base.webhook'] }),
		).toEqual([]);
	});
});
