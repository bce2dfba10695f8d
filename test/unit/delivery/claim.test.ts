import { CONSOLE } from '../../setup/console';
import { createHash, randomUUID } from 'crypto';
import { CLAIM_ENTRIES, claimRun, retryWarning } from '../../../nodes/IflytekAiCall/delivery/claim';
import type { Entry } from '../../../nodes/IflytekAiCall/delivery/entry';
import { contextOf, type Surroundings } from './context';

const HOW_TO_FIND_OUT = `First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`;
/** What Place sends, as `names` in `call/place.ts`. */
const NAMES = {
	method: 'placeCalls' as const,
	action: 'call people',
	idName: 'task_data_id',
	nouns: ['row', 'rows'] as [string, string],
};
const CREATE_NAMES = {
	method: 'createTask' as const,
	action: 'create the task',
	idName: 'task_id',
	nouns: ['task', 'tasks'] as [string, string],
};
const FILL_IN_ROW_KEY =
	'To make later executions safe to retry, fill in Row Key: a retry of an execution with row keys sends only what was not sent before.';
/** The record of the family of an execution with `resumeUrl`, which has the secret `s`. */
const FAMILY = `family:${createHash('sha256').update('s').digest('hex')}`;
/** The same record if the rows have keys. */
const KEYED_FAMILY = FAMILY.replace('family:', 'keyed:');
const resumeUrl = 'https://n8n.example/webhook-waiting/7?signature=s';
/** An execution that n8n's Retry button started. */
const retry = { id: '8', mode: 'retry', resumeUrl };

/** A batch of one row. */
const batchOf = (phone: string, identities?: string[]): Entry[] => [
	{
		item: 0,
		label: phone,
		destination: {
			body: (rows) => ({ rows }),
			shown: () => ({}),
			...(identities && { identities: () => identities }),
		},
		values: [phone],
		original: phone,
	},
];

/** The record that a sub-workflow has sent this row within the outermost execution `execution`. */
const rowsRecord = (execution: string, phone: string) => {
	const hash = createHash('sha256').update(JSON.stringify({ rows: [[phone]] }));
	return `rows:${execution}:0:${hash.digest('base64url')}`;
};

/** The node's records without the marks by which it notices that other processes write. */
const withoutMarks = (stored: Set<string>) =>
	[...stored].filter((text) => !text.startsWith('mark:'));

/** Claims a run that sends a row with this number. Returns all records. */
async function claim(
	execution: Surroundings['execution'],
	stored: Set<string>,
	rowKeys?: { capacity: number },
	executions?: Surroundings['executions'],
	phone = '1',
): Promise<string[]> {
	const { context } = contextOf({ execution, stored, executions });
	await claimRun(context, NAMES, batchOf(phone), rowKeys);
	return withoutMarks(stored);
}

test('a claim records the run, its execution, and the family of the execution', async () => {
	expect(await claim({ id: '7', runIndex: 2, resumeUrl }, new Set())).toEqual([
		FAMILY,
		'execution:7',
		'run:7:2',
	]);
});

test.each([undefined, 'no address', 'https://n8n.example/7', 'https://n8n.example/7?signature='])(
	'an execution with the resume URL %j has no family, and a retry of it is refused',
	async (url) => {
		expect(await claim({ id: '7', resumeUrl: url }, new Set())).toEqual(['execution:7', 'run:7:0']);
		await expect(claim({ ...retry, resumeUrl: url }, new Set())).rejects.toThrow(
			'it is not known whether this node had already started to call people in the earlier execution',
		);
	},
);

test('a claim succeeds even if the clock is set forward meanwhile', async () => {
	let hour = 0;
	const date = jest.spyOn(Date, 'now').mockImplementation(() => (hour += 3_600_000));
	expect(await claim({ id: '7' }, new Set())).toContain('run:7:0');
	date.mockRestore();
});

test('a run without row keys drops only as many entries of runs with row keys as it adds', async () => {
	const stored = new Set(Array.from({ length: 20_000 }, (_, index) => `row:${index}`));
	await claim({ id: '7' }, stored);
	// The execution, the run, and a mark.
	expect([stored.size, stored.has('row:2'), stored.has('row:3')]).toEqual([20_000, false, true]);
});

test('an execution that is no retry is let through, whatever its family sent', async () => {
	expect(await claim({ id: '7', resumeUrl }, new Set([KEYED_FAMILY]))).toContain('run:7:0');
});

test('a run without an execution ID claims nothing', async () => {
	expect(await claim(undefined, new Set())).toEqual([]);
});

test('a run that was begun before is refused, and another run of the execution is not', async () => {
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
	test('each run of a retry is refused if the failed execution had begun to send', async () => {
		const stored = new Set([FAMILY]);
		for (const runIndex of [0, 1]) {
			await expect(claim({ ...retry, runIndex }, stored)).rejects.toMatchObject({
				message:
					'This is a retry of an execution in which this node had already started to call people',
				details: {
					advice: `Nothing was sent. ${HOW_TO_FIND_OUT} ${FILL_IN_ROW_KEY}`,
					facts: { state: 'unknown' },
				},
			});
		}
		expect(withoutMarks(stored)).toEqual([FAMILY]);
	});

	test('each run of a retry is let through if the failed execution had not begun to send', async () => {
		const stored = new Set<string>();
		await claim({ ...retry, runIndex: 0 }, stored);
		expect(await claim({ ...retry, runIndex: 1 }, stored)).toEqual([
			FAMILY,
			'execution:8',
			'run:8:0',
			'run:8:1',
		]);
	});

	test('a retry is refused if the record of the failed execution may have been dropped', async () => {
		/** A store with this number of records. */
		const filled = (count: number) =>
			new Set(Array.from({ length: count }, (_, index) => `run:${index}:0`));
		const message =
			'This is a retry, and it is not known whether this node had already started to call people in the earlier execution';
		await expect(claim({ ...retry, id: 'x' }, filled(CLAIM_ENTRIES * 0.9))).rejects.toMatchObject({
			message,
			details: {
				advice: `Nothing was sent. ${HOW_TO_FIND_OUT} ${FILL_IN_ROW_KEY}`,
			},
		});
		expect(await claim({ ...retry, id: 'x' }, filled(CLAIM_ENTRIES * 0.9 - 10))).toContain(
			'execution:x',
		);
		await expect(claim({ ...retry, id: 'x' }, filled(90), { capacity: 100 })).resolves.toContain(
			'run:x:0',
		);
	});

	test('a retry is let through if its rows and those of the failed execution have keys, because the keys tell what was sent', async () => {
		expect(await claim(retry, new Set([KEYED_FAMILY]), { capacity: 4000 })).toEqual([
			KEYED_FAMILY,
			'run:8:0',
		]);
	});

	test.each([
		[
			'has row keys, but the failed execution had none',
			FAMILY,
			{ capacity: 4000 },
			[
				'This is a retry, and in the failed execution rows had no keys, so this node cannot tell which rows were sent',
				`Nothing was sent. ${HOW_TO_FIND_OUT}`,
			],
		],
		[
			'has no row keys, but the failed execution had them',
			KEYED_FAMILY,
			undefined,
			[
				'This is a retry, and in the failed execution rows had keys, but now Row Key is empty',
				'Nothing was sent. Fill in Row Key as it was and retry again. Then only rows are sent that were not sent before.',
			],
		],
	])('a retry is refused if it %s', async (_, failed, rowKeys, [message, advice]) => {
		const stored = new Set([failed]);
		for (const runIndex of [0, 1])
			await expect(claim({ ...retry, runIndex }, stored, rowKeys)).rejects.toMatchObject({
				message,
				details: { advice, facts: { state: 'unknown' } },
			});
		expect([...stored]).toEqual([failed]);
	});

	test('a retry of Create is refused without advice on row keys, because Create has none', async () => {
		const { context } = contextOf({ execution: retry, stored: new Set([FAMILY]) });
		await expect(claimRun(context, CREATE_NAMES, batchOf('1'))).rejects.toMatchObject({
			message:
				'This is a retry of an execution in which this node had already started to create the task',
			details: { advice: `Nothing was sent. ${HOW_TO_FIND_OUT}` },
		});
	});
});

describe('a sub-workflow', () => {
	/** What n8n stores of a sub-workflow: which execution called it, and when that execution started. */
	const calledBy = (executionId: string, establishedAt: number) => ({
		parentExecution: {
			executionId,
			workflowId: 'p',
			executionContext: { version: 1 as const, establishedAt, source: 'trigger' as const },
		},
	});
	/** 1 calls 2 and 4, and 2 calls 3. A second start of 1, at the time 200, calls 5. The retry 7 of 1 calls 6. */
	const executions = {
		'1': { resumeToken: 'root' },
		'2': calledBy('1', 100),
		'3': calledBy('2', 150),
		'4': calledBy('1', 100),
		'5': calledBy('1', 200),
		'6': calledBy('7', 300),
		'7': { resumeToken: 'root' },
	};
	/** Claims a run of the sub-workflow `id`, which `parentExecutionId` calls. */
	const claimCalled = async (
		id: string,
		parentExecutionId: string,
		stored: Set<string>,
		phone = `1${id}`,
	) => {
		const execution = { id, parentExecutionId, mode: 'integrated' };
		return await claim(execution, stored, undefined, executions, phone);
	};

	test('the retry of an execution started by hand is recognized by its start time, because n8n gives the retry another secret', async () => {
		const byHand = (executionId: string, workflowId: string, establishedAt: number) => ({
			parentExecution: {
				executionId,
				workflowId,
				executionContext: { version: 1 as const, establishedAt, source: 'manual' as const },
			},
		});
		const stored = new Set<string>();
		const startedAt = Date.now();
		const claimByHand = async (id: string, caller: string, parent: ReturnType<typeof byHand>) => {
			const execution = { id, parentExecutionId: caller, mode: 'integrated' };
			const known = { [id]: parent, [caller]: { resumeToken: `secret of ${caller}` } };
			return await claim(execution, stored, undefined, known, `1${id}`);
		};
		expect(await claimByHand('12', '11', byHand('11', 'p', startedAt))).toEqual([
			`family:${createHash('sha256').update('secret of 11').digest('hex')}`,
			`family:p:${startedAt}`,
			'execution:11',
			`start:11:${startedAt}`,
			'run:12:0',
			rowsRecord('11', '112'),
		]);
		await expect(claimByHand('14', '13', byHand('13', 'p', startedAt))).rejects.toThrow(
			'This is a retry of an execution in which this node had already started to call people',
		);
		expect(await claimByHand('16', '15', byHand('15', 'other', startedAt))).toContain('run:16:0');
		expect(await claimByHand('18', '17', byHand('17', 'p', startedAt + 1))).toContain('run:18:0');
	});

	test('a sub-workflow sends different rows each time that one start of the outermost execution calls it, at any depth', async () => {
		const stored = new Set<string>();
		await claimCalled('3', '2', stored);
		expect(await claimCalled('4', '1', stored)).toEqual([
			`family:${createHash('sha256').update('root').digest('hex')}`,
			'execution:1',
			'start:1:100',
			'run:3:0',
			rowsRecord('1', '13'),
			'run:4:0',
			rowsRecord('1', '14'),
		]);
	});

	test('a sub-workflow sends the same rows only once in an outermost execution, at any depth', async () => {
		const stored = new Set<string>();
		await claimCalled('3', '2', stored, '13800000000');
		await expect(claimCalled('4', '1', stored, '13800000000')).rejects.toMatchObject({
			message:
				'Execution 1, which called this sub-workflow, called it with these rows before, so this run could call people twice',
			details: {
				advice: `Nothing was sent this time. n8n has started that execution a second time, or it calls this sub-workflow twice with the same rows. ${HOW_TO_FIND_OUT} If the same rows are to be sent twice in one execution, give them different keys (Row Key).`,
				facts: { state: 'unknown' },
			},
		});
		expect(await claimCalled('4', '1', stored, '13800000001')).toContain('run:4:0');
	});

	test('a sub-workflow creates the same task only once in an outermost execution', async () => {
		const stored = new Set<string>();
		const create = async (id: string, ...identities: string[]) => {
			const execution = { id, parentExecutionId: '1', mode: 'integrated' };
			const { context } = contextOf({ execution, stored, executions });
			await claimRun(context, CREATE_NAMES, batchOf('1', identities));
		};
		await create('2', 'at ten');
		await create('3', 'at eleven');
		await expect(create('4', 'at ten', 'now')).rejects.toMatchObject({
			message:
				'Execution 1, which called this sub-workflow, called it with this task before, so this run could create the task twice',
			details: {
				advice: `Nothing was sent this time. n8n has started that execution a second time, or it calls this sub-workflow twice with the same task. ${HOW_TO_FIND_OUT} If two such tasks are to be created in one execution, give them different names.`,
			},
		});
	});

	test('a sub-workflow sends nothing in a retry of its caller if Row Key was filled in or cleared since the first attempt', async () => {
		const claimWith = async (id: string, parentExecutionId: string, withKeys: boolean) => {
			const execution = { id, parentExecutionId, mode: 'integrated' };
			const rowKeys = withKeys ? { capacity: 4000 } : undefined;
			return await claim(execution, stored, rowKeys, executions, `1${id}`);
		};
		let stored = new Set<string>();
		for (const withKeys of [true, false]) {
			stored = new Set<string>();
			await claimWith('3', '2', withKeys);
			// Another call by the same execution.
			expect(await claimWith('4', '1', withKeys)).toContain('run:4:0');
			const before = [...stored];
			await expect(claimWith('6', '7', !withKeys)).rejects.toThrow(
				`The execution that called this sub-workflow is a retry, and in the failed execution rows had ${withKeys ? '' : 'no '}keys, `,
			);
			expect([...stored]).toEqual(before);
		}
	});

	test.each([
		['had no keys', false, false],
		['had keys, and now have none', true, false],
		['had no keys, and now have some', false, true],
	])(
		'sub-workflows that a retry calls at the same moment all send nothing, if rows %s',
		async (_, hadKeys, haveKeys) => {
			const [failed, retrying] = [randomUUID(), randomUUID()];
			const known = { [failed]: { resumeToken: failed }, [retrying]: { resumeToken: failed } };
			const stored = new Set<string>();
			const call = async (caller: string, phone: string, withKeys: boolean) => {
				const id = randomUUID();
				const execution = { id, parentExecutionId: caller, mode: 'integrated' };
				const rowKeys = withKeys ? { capacity: 4000 } : undefined;
				const all = { ...known, [id]: calledBy(caller, 100) };
				return await claim(execution, stored, rowKeys, all, phone);
			};
			await call(failed, '1', hadKeys);
			const claims = ['1', '2', '3'].map(async (phone) => await call(retrying, phone, haveKeys));
			const outcomes = await Promise.allSettled(claims);
			expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		},
	);

	test('a sub-workflow sends nothing if the outermost execution was started a second time or retried', async () => {
		const stored = new Set<string>();
		await claimCalled('3', '2', stored);
		const before = withoutMarks(stored);
		for (let attempt = 0; attempt < 2; attempt++)
			await expect(claimCalled('5', '1', stored)).rejects.toThrow(
				'n8n started execution 1, which called this sub-workflow, a second time, so this run would call people twice',
			);
		for (let attempt = 0; attempt < 2; attempt++)
			await expect(claimCalled('6', '7', stored)).rejects.toMatchObject({
				message:
					'This is a retry of an execution in which this node had already started to call people',
				details: {
					advice: `Nothing was sent. The execution that called this sub-workflow was retried. ${HOW_TO_FIND_OUT} ${FILL_IN_ROW_KEY}`,
				},
			});
		expect(withoutMarks(stored)).toEqual(before);
	});
});

describe('a claim that is withdrawn', () => {
	/** The ID of an execution that no other test has. */
	let id: string;
	beforeEach(() => {
		id = randomUUID();
	});
	/** Claims this run of the execution. */
	const claimOf = async (runIndex: number, stored: Set<string>) =>
		await claimRun(
			contextOf({ execution: { id, runIndex, resumeUrl, establishedAt: 5 }, stored }).context,
			NAMES,
			batchOf('1'),
		);

	test('a withdrawn claim leaves nothing if no other run has begun', async () => {
		const stored = new Set<string>();
		await (await claimOf(0, stored)).release();
		expect([...stored]).toEqual([]);
		const retried = await claimRun(
			contextOf({ execution: { ...retry, id: '10' }, stored }).context,
			NAMES,
			batchOf('1'),
		);
		expect(retried).toBeDefined();
	});

	test('if the first of two runs withdraws its claim before the second, the records that both share stay', async () => {
		const stored = new Set<string>();
		const first = await claimOf(0, stored);
		const second = await claimOf(1, stored);
		await first.release();
		await second.release();
		expect(withoutMarks(stored)).toEqual([FAMILY, `execution:${id}`, `start:${id}:5`]);
	});
});

describe('runs of one execution', () => {
	/** Claims of an execution that no other test has. */
	function claims() {
		const id = randomUUID();
		const stored = new Set<string>();
		let runIndex = 0;
		return {
			claimNext: async () => {
				const execution = { id, resumeUrl, runIndex: runIndex++ };
				const own = contextOf({ execution, stored }).context;
				return await claimRun(own, NAMES, batchOf('1'));
			},
			records: () => withoutMarks(stored).map((text) => text.replace(id, 'id')),
		};
	}

	test('runs of one execution leave nothing if each withdraws its claim before the next begins', async () => {
		const { claimNext, records } = claims();
		for (let run = 0; run < 2; run++) {
			const claim = await claimNext();
			await claim.release();
			expect(records()).toEqual([]);
		}
	});

	test('runs of one execution keep the records that a run still needs', async () => {
		const { claimNext, records } = claims();
		await claimNext();
		for (let run = 0; run < 2; run++) {
			const claim = await claimNext();
			await claim.release();
			expect(records()).toEqual([FAMILY, 'execution:id', 'run:id:0']);
		}
	});

	test('if the first of three runs withdraws its claim, the records that the third needs stay', async () => {
		const { claimNext, records } = claims();
		const first = await claimNext();
		const second = await claimNext();
		await second.release();
		await claimNext();
		await first.release();
		expect(records()).toEqual([FAMILY, 'execution:id', 'run:id:2']);
	});

	test('a sub-workflow records a family of its own kind if rows have keys', async () => {
		const [id, stored] = [randomUUID(), new Set<string>()];
		const execution = { id, mode: 'integrated', resumeUrl, establishedAt: 7 };
		const { context } = contextOf({ execution, stored });
		await claimRun(context, NAMES, batchOf('1'), { capacity: 4000 });
		expect(withoutMarks(stored)).toEqual([
			KEYED_FAMILY,
			`execution:${id}`,
			`start:${id}:7`,
			`run:${id}:0`,
		]);
	});
});

describe('what a check says about retries', () => {
	const FOR_A_WHILE =
		'In a sub-workflow, this node recognizes a retry of the calling execution only for about 600 later runs; after that, a retry would call people again. After a failure, start a new execution with what is missing. Rows with keys (Row Key) are not sent again.';
	const warningsFor = (surroundings: Surroundings) =>
		retryWarning(contextOf(surroundings).context, NAMES).map(({ text }) => text);

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
		expect(retryWarning(context, CREATE_NAMES)).toEqual([
			{
				isWarning: true,
				text: 'This n8n does not tell a sub-workflow which execution calls it, so a retry of that execution would create the task again. After a failure, start a new execution with what is missing.',
			},
		]);
	});

	test('a check outside a sub-workflow does not warn of retries', () => {
		expect(
			warningsFor({ execution: { id: '7' }, precedingTypes: ['n8n-nodes-base.webhook'] }),
		).toEqual([]);
	});
});
