import { isRecord } from '../../nodes/shared/values';
import { SAY } from '../../nodes/IflytekAiCall/entry/sentences';
import { quickClock } from '../setup/quickClock';
import { until } from '../setup/until';
import { byHand, CallBench, chosen, customer, customers, PLACE, SEND_OTHERS } from './aiCall';
import { newExecution } from './harness';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

const bench = new CallBench({ speed: 0 });
const options = {};
const place = {
	...PLACE,
	skipCustomers: 'sentKey',
	rowKey: '={{ $json.客户手机号码 }} of {{ $json.预约时间 }}',
	options,
};
/** These parameters need no request for columns, so the first request is the one with the rows. */
const direct = {
	...place,
	robotId: chosen('5202'),
	columns: byHand(['客户手机号码'], { 客户手机号码: '={{ $json.客户手机号码 }}' }),
};
const refused = { kind: 'code', code: 10005 } as const;
const withErrorOutput = { settings: { onError: 'continueErrorOutput' as const } };

const noDelays = () => ({ read: 0, write: 0 });

const called = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);
const states = (items: { json: object }[] | undefined) =>
	items?.map(({ json }) => ('state' in json ? json.state : undefined));
/** The result for the row of a customer. */
const resultOf = (index: number, state: 'accepted' | 'sentBefore') => {
	const row = customer(index);
	const id = bench.platform.acceptedRows.find(
		({ values }) => values[0] === row.客户手机号码,
	)?.taskDataId;
	return {
		...(state === 'accepted' && { task_data_id: id }),
		phoneNumber: row.客户手机号码,
		row,
		rowKey: `${row.客户手机号码} of 周五`,
		state,
	};
};

describe('a row whose key was sent before', () => {
	test('a row whose key was sent before is not called again if the step is executed twice, and its item says so', async () => {
		expect(await bench.json(place, customers(60), { execution: newExecution('manual') })).toEqual(
			customers(60).map((_, index) => resultOf(index, 'accepted')),
		);
		const { outputs } = await bench.run(place, customers(61), {
			execution: newExecution('manual'),
		});
		expect(outputs).toEqual([
			customers(61).map((_, index) => ({
				json: resultOf(index, index < 60 ? 'sentBefore' : 'accepted'),
				pairedItem: { item: index },
			})),
		]);
		expect(called().sort()).toEqual(numbers(61));
	});

	test('a row whose key was sent before is recognized by its key, even if its other values differ and Simplify is off', async () => {
		await bench.json({ ...place, simplify: false }, customers(1));
		expect(
			await bench.json({ ...place, simplify: false }, [
				{ json: { ...customer(0), 姓名: 'other' } },
			]),
		).toEqual([{ ...resultOf(0, 'sentBefore'), row: { ...customer(0), 姓名: 'other' } }]);
		expect(called()).toHaveLength(1);
	});

	test('if two rows of a run have the same key, the second is its duplicate, also if the first is refused', async () => {
		const allowed = { ...place, options: { ...options, allowDuplicates: true } };
		const twice = [customer(0), customer(1), customer(0)].map((json) => ({ json }));
		const duplicate = { state: 'duplicate', duplicateOf: '13800000000, 客户0' };
		const first = await bench.run(allowed, twice);
		expect(states(first.outputs[0])).toEqual(['accepted', 'accepted', 'duplicate']);
		expect(first.outputs[0]?.[2]?.json).toMatchObject(duplicate);
		processedData.reset();
		bench.platform.failNext('callout', { kind: 'code', code: 10005 });
		const { outputs } = await bench.run(allowed, twice, withErrorOutput);
		expect(outputs[0]?.map(({ json }) => json)).toEqual([expect.objectContaining(duplicate)]);
		expect(outputs[1]).toHaveLength(2);
		expect(called()).toHaveLength(2);
	});

	test('the error of a run that stops names the rows whose keys were sent before', async () => {
		await bench.json(place, customers(1));
		bench.platform.failNext('callout', { kind: 'code', code: 10005 });
		const { error } = await bench.run(place, customers(3));
		expect(error?.description).toMatch(
			/^Affected: 13800000001 \(item 2\), 13800000002 \(item 3\)\. Nothing was sent\. Of the others: 1 sent before\. /,
		);
		expect(error?.context?.data).toMatchObject({ sentBefore: [{ item: 0, label: '13800000000' }] });
	});
});

describe('the key', () => {
	test('the key is recorded before the request; if the request fails with an unknown outcome, the next run says so', async () => {
		bench.platform.failNext('callout', { kind: 'drop', when: 'after' });
		const { outputs } = await bench.run(place, customers(2), withErrorOutput);
		expect(outputs[1]?.map(({ json }) => (json.details as { state: string }).state)).toEqual([
			'unknown',
			'unknown',
		]);
		const again = await bench.run(place, customers(3), withErrorOutput);
		expect(states(again.outputs[0])).toEqual(['accepted']);
		expect(again.outputs[1]?.map(({ json }) => [json.error, json.details])).toEqual(
			[0, 1].map(() => [
				SAY.inDoubt,
				expect.objectContaining({ kind: 'interrupted', state: 'unknown' }),
			]),
		);
		expect(called().sort()).toEqual(numbers(3));
		const { error } = await bench.run(place, customers(4));
		expect(error?.description).toMatch(/ Of the others: 1 accepted, 1 sent before\. /);
		expect(called().sort()).toEqual(numbers(4));
	});

	test('a row whose outcome is unknown is sent again if the user allows it', async () => {
		bench.platform.failNext('callout', { kind: 'drop', when: 'before' });
		await bench.run(place, customers(2), withErrorOutput);
		const sendingUnknown = { ...place, options: { sendInterrupted: true } };
		expect(states((await bench.run(sendingUnknown, customers(2))).outputs[0])).toEqual([
			'accepted',
			'accepted',
		]);
		expect(states((await bench.run(sendingUnknown, customers(2))).outputs[0])).toEqual([
			'sentBefore',
			'sentBefore',
		]);
		expect(called().sort()).toEqual(numbers(2));
	});

	test('an expression in Row Key joins texts, fields and what n8n makes of them', async () => {
		const json = { ...customer(0), order: { number: 17 } };
		const rowKey = '=spring {{ $json.order.number }}-{{$json["姓名"].length}} ';
		expect(await bench.json({ ...place, rowKey }, [{ json }])).toMatchObject([
			{ rowKey: 'spring 17-3' },
		]);
	});

	test('if Row Key names a field of the rows, the key comes from this field, even for the rows of a list', async () => {
		const named = { ...place, rowKey: 'order.id' };
		const rows = [0, 1].map((index) => ({ ...customer(index), order: { id: index } }));
		const list = { ...named, rowsField: 'rows' };
		expect(
			(
				await bench.json(
					named,
					rows.map((json) => ({ json })),
				)
			).map((json) => isRecord(json) && json.rowKey),
		).toEqual(['0', '1']);
		expect(states((await bench.run(list, [{ json: { rows } }])).outputs[0])).toEqual([
			'sentBefore',
			'sentBefore',
		]);
		expect((await bench.run({ ...named, rowKey: 'other' }, customers(1))).error?.message).toBe(
			'Row Key is empty',
		);
		expect(called().sort()).toEqual(numbers(2));
	});

	test.each([
		['an invisible character', 'A1001\u200B', 'A1001'],
		['a byte order mark', '\uFEFFA1001', 'A1001'],
		['full-width letters', 'Ａ１００１', 'A1001'],
		['letters with accents of their own', 'Cafe\u0301', 'Caf\u00E9'],
		['a number in a cell', '10.5', 10.5],
	])('a key with %s is the key without it', async (_name, first, second) => {
		const run = async (key: unknown) =>
			states(
				(
					await bench.run({ ...place, rowKey: 'key' }, [
						{ json: { ...customer(0), key: key as string } },
					])
				).outputs[0],
			);
		expect([await run(first), await run(second)]).toEqual([['accepted'], ['sentBefore']]);
	});

	test('keys are texts: 11.2 and 11.20 are two', async () => {
		const items = ['11.2', '11.20'].map((key, index) => ({ json: { ...customer(index), key } }));
		const { outputs } = await bench.run({ ...place, rowKey: 'key' }, items);
		expect(states(outputs[0])).toEqual(['accepted', 'accepted']);
	});

	test('keys that differ in capitals, in zeros at the beginning, or in being a list are different keys', async () => {
		const keys = ['a1', 'A1', '7', '07', '[7]', '346252615123869701', '346252615123869702'];
		const items = keys.map((key, index) => ({ json: { ...customer(index), key } }));
		for (const rowKey of ['key', '={{ $json.key }}', '={{ $json.key + "" }}']) {
			processedData.reset();
			const { outputs } = await bench.run({ ...place, rowKey }, items);
			expect(outputs[0]?.map(({ json }) => [json.state, json.rowKey])).toEqual(
				keys.map((key) => ['accepted', key]),
			);
		}
	});

	test('the key of a single row is no list', async () => {
		const { error } = await bench.run({ ...place, rowKey: '={{ ["7"] }}' }, customers(1));
		expect(error?.message).toBe('Row Key must be text, but is an array');
		expect(called()).toEqual([]);
	});

	test('a field with a byte order mark in its name can have the key, but two fields of one name are an error', async () => {
		const keyed = { ...place, rowKey: 'order' };
		const marked = { ...customer(0), '\uFEFForder': 'A1' };
		expect((await bench.run(keyed, [{ json: marked }])).outputs[0]?.[0]?.json.rowKey).toBe('A1');
		const { error } = await bench.run(keyed, [{ json: { ...marked, order: 'A2' } }]);
		expect(error?.message).toBe(
			'The fields "<U+FEFF>order" and "order" have one name, apart from blanks and invisible characters',
		);
		expect(called()).toHaveLength(1);
	});

	test.each([
		['was sent before', undefined, [['sentBefore', 'accepted'], []]],
		['is sent if it was refused there', refused, [['accepted', 'accepted'], []]],
		[
			'is unknown if it is unknown there',
			{ kind: 'drop', when: 'after' },
			[['accepted'], [undefined]],
		],
	] as const)(
		'a row that another execution of this process is sending waits for that execution, and %s',
		async (_, fault, expected) => {
			await bench.json({ resource: 'configuration', operation: 'get', kind: 'voices' });
			bench.platform.configure({ latencyMs: 300 });
			if (fault) bench.platform.failNext('callout', fault);
			const running = bench.run(direct, customers(1), withErrorOutput);
			await until(() => bench.requests('callout').length > 0);
			const { outputs } = await bench.run(direct, customers(2), withErrorOutput);
			expect(outputs.map(states)).toEqual(expected);
			await running;
			expect(called().sort()).toEqual(numbers(2));
		},
	);

	test('if the store fails while a row waits for another execution, it is not sent', async () => {
		await bench.json({ resource: 'configuration', operation: 'get', kind: 'voices' });
		bench.platform.configure({ latencyMs: 300 });
		const running = bench.run(direct, customers(1), withErrorOutput);
		await until(() => bench.requests('callout').length > 0);
		processedData.delays = () => {
			throw new Error('Connection terminated');
		};
		const { outputs } = await bench.run(direct, customers(2), withErrorOutput);
		await running;
		const message = "n8n's database could not be asked what was sent before: Connection terminated";
		expect(outputs.map((items) => items.map(({ json }) => json.error))).toEqual([
			[],
			[message, message],
		]);
		// What the first execution could not record is recorded with the next row.
		processedData.delays = noDelays;
		const { outputs: later } = await bench.run(direct, customers(2), withErrorOutput);
		expect(later.map(states)).toEqual([['sentBefore', 'accepted'], []]);
	});

	test('a key is only released if its row was bad, or if a stop kept the row from being sent', async () => {
		bench.platform.setup.sensitiveNumbers.add('13800000001');
		const isolating = { ...place, options: { ...options, ...SEND_OTHERS } };
		expect(
			(await bench.run(isolating, customers(3), withErrorOutput)).outputs.map(
				(items) => items.length,
			),
		).toEqual([2, 1]);
		bench.platform.setup.sensitiveNumbers.clear();
		expect(states((await bench.run(place, customers(3))).outputs[0])).toEqual([
			'sentBefore',
			'accepted',
			'sentBefore',
		]);

		// The stop comes while the platform works on the second batch, which it calls nevertheless.
		bench.platform.configure({ latencyMs: 80 });
		const before = bench.requests('callout').length;
		await bench.run({ ...place, options: { ...options, concurrentRequests: 1 } }, customers(200), {
			onStart: (cancel) =>
				void until(() => bench.requests('callout').length === before + 2).then(cancel),
		});
		await until(() => called().length === 100);
		bench.platform.configure({ latencyMs: 0 });
		await bench.run(place, customers(200));
		expect(called().sort()).toEqual(numbers(200));
	});

	test('for a list of rows, Row Key must give a list with one key per row', async () => {
		const rows = [customer(0), Object.values(customer(1))];
		const parameters = { ...place, rowsField: 'rows' };
		const listed = {
			...parameters,
			rowKey: '={{ $json.rows.map((_, index) => "order " + index) }}',
		};
		expect(await bench.json(listed, [{ json: { rows } }])).toEqual(
			[0, 1].map((index) => ({ ...resultOf(index, 'accepted'), rowKey: `order ${index}` })),
		);
		expect(
			states((await bench.run(listed, [{ json: { rows } }, { json: { rows: [] } }])).outputs[0]),
		).toEqual(['sentBefore', 'sentBefore']);
		const { error } = await bench.run({ ...parameters, rowKey: '={{ "order 1" }}' }, [
			{ json: { rows } },
		]);
		expect([error?.message, error?.description]).toEqual([
			'Row Key gives 1 key for 2 rows',
			'Nothing was sent. For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}, or enter the name of a field of the rows. Then run it again.',
		]);
		expect(called()).toHaveLength(2);
	});

	test.each<[string, string, string]>([
		['empty', '={{ $json.nothing ?? " " }}', 'Row Key is empty'],
		['missing', '={{ $json.nothing }}', 'Row Key is empty'],
		['an object', '={{ { order: 1 } }}', 'Row Key must be text, but is an object'],
		[
			'a number without its last digits',
			'={{ 123456789012345678901 }}',
			'Row Key is the number 123456789012345680000, which lost its last digits before reaching this node',
		],
	])(
		'a key that is %s is an error of the row, and nothing is sent',
		async (_name, rowKey, message) => {
			expect((await bench.run({ ...place, rowKey }, customers(1))).error?.message).toBe(message);
			expect([called(), processedData.calls]).toEqual([[], 0]);
		},
	);

	test('if a key joins text and a number that has lost its last digits, the row is an error: no other customer counts as sent before', async () => {
		const ids = [Number('346252615123869699'), Number('346252615123869700'), '346252615123869701'];
		const items = ids.map((id, index) => ({ json: { ...customer(index), id } }));
		const keyed = {
			...place,
			options: { ...options, ...SEND_OTHERS },
			rowKey: '=spring-{{ $json.id }}',
		};
		const refused = (item: number) => ({
			json: {
				...customer(item),
				id: 346252615123869700,
				error:
					'Row Key is the number 346252615123869700, which lost its last digits before reaching this node',
				details: {
					advice: 'Pass it as text. Numbers only keep 15 to 16 digits.',
					kind: 'invalidInput',
					state: 'problem',
				},
			},
			pairedItem: { item },
		});
		const { outputs } = await bench.run(keyed, items, withErrorOutput);
		const accepted = { ...resultOf(2, 'accepted'), rowKey: 'spring-346252615123869701' };
		expect(outputs).toEqual([
			[{ json: accepted, pairedItem: { item: 2 } }],
			[refused(0), refused(1)],
		]);
		expect(called()).toEqual([customer(2).客户手机号码]);
	});
});

describe('the store', () => {
	test('runs with one row each add few entries to the store; a run with more rows than Remembered Row Keys is refused', async () => {
		const remembering1000 = { ...place, options: { ...options, rememberedRowKeys: 1000 } };
		for (let index = 0; index < 5; index++)
			await bench.json(remembering1000, [{ json: customer(index) }]);
		const [entries] = [...processedData.lists.values()];
		expect(entries?.length).toBeLessThanOrEqual(5 * 5);
		const { error } = await bench.run(
			{ ...place, options: { ...options, rememberedRowKeys: 100 } },
			customers(101),
		);
		expect([error?.message, error?.description]).toEqual([
			'There is a problem with 96 of 101 rows: There are 101 rows with keys, but only 100 keys are remembered',
			'Nothing was sent. Of the others: 5 sent before. Increase Remembered Row Keys under Options to more than the number of rows in a run. Then run it again.',
		]);
		expect(called()).toHaveLength(5);
	});

	test('runs that send nothing new leave nothing in the store, so that no key is forgotten', async () => {
		await bench.json(place, customers(3));
		const entries = () => [...processedData.lists.values()].flat();
		const before = entries();
		for (let run = 0; run < 3; run++)
			expect(states((await bench.run(place, customers(3))).outputs[0])).toEqual(
				Array.from({ length: 3 }, () => 'sentBefore'),
			);
		expect(entries()).toEqual(before);
	});

	test('runs that only find a row with an unknown outcome leave nothing in the store', async () => {
		bench.platform.failNext('callout', { kind: 'drop', when: 'after' });
		await bench.run(place, customers(1), withErrorOutput);
		const entries = () => [...processedData.lists.values()].flat();
		const before = entries();
		const { outputs } = await bench.run(place, customers(1), withErrorOutput);
		expect(outputs[1]?.[0]?.json).toMatchObject({ details: { state: 'unknown' } });
		expect(entries()).toEqual(before);
	});

	test('a run of 750 rows calls the store eight times', async () => {
		await bench.json(place, customers(750));
		expect(processedData.calls).toBe(8);
	});

	test('what another process has overwritten during a run is recorded again', async () => {
		await bench.json(place, customers(1));
		const [node = ''] = [...processedData.lists.keys()];
		const entries = [...(processedData.lists.get(node) ?? [])];
		// The other process has read the entries before the run, and writes them back after its first rows.
		processedData.delays = () => {
			if (called().length > 1) processedData.lists.set(node, entries.splice(0));
			processedData.delays = called().length > 1 ? noDelays : processedData.delays;
			return noDelays();
		};
		await bench.json({ ...place, options: { concurrentRequests: 1 } }, customers(250));
		const again = await bench.run(place, customers(250));
		expect(new Set(states(again.outputs[0]))).toEqual(new Set(['sentBefore']));
		expect(called().sort()).toEqual(numbers(250));
	});

	test('a row that a run could not release is not released later, when another process may have sent it', async () => {
		const [first, second] = loadProcesses(bench, 2, quickClock);
		bench.platform.failNext('callout', refused);
		processedData.delays = () => {
			if (bench.requests('callout').length > 0) throw new Error('Connection terminated');
			return noDelays();
		};
		await bench.run(direct, customers(1), { ...first?.(), ...withErrorOutput });
		processedData.delays = noDelays;
		const sendInterrupted = { ...direct, options: { sendInterrupted: true } };
		await bench.run(sendInterrupted, customers(1), second?.());
		await bench.run(direct, [{ json: customer(1) }], first?.());
		const { outputs } = await bench.run(direct, customers(2), second?.());
		expect([states(outputs[0]), called()]).toEqual([['sentBefore', 'sentBefore'], numbers(2)]);
	});

	test('if the store fails for a batch of rows, these rows are not sent, but the other batches are', async () => {
		let failures = 0;
		// The second group of 100 rows and its two repetitions.
		processedData.delays = () => {
			if (called().length === 100 && ++failures <= 3) throw new Error('Connection terminated');
			return noDelays();
		};
		const { outputs } = await bench.run(
			{ ...place, options: { ...options, ...SEND_OTHERS, concurrentRequests: 1 } },
			customers(250),
			withErrorOutput,
		);
		expect(outputs.map((items) => items.length)).toEqual([150, 100]);
		expect(outputs[1]?.[0]?.json).toMatchObject({
			error: "n8n's database could not be asked what was sent before: Connection terminated",
			details: { state: 'notSent' },
		});
		expect(called().length).toBe(150);
	});
});

describe("a call to n8n's database that fails once", () => {
	/** Runs the node for one row. Returns the error, the number of items of each output, and the number of calls. */
	const runOneRow = async () => {
		const { error, outputs } = await bench.run(
			{ ...place, options },
			customers(1),
			withErrorOutput,
		);
		return [error?.message, ...outputs.map((items) => items.length), called().length];
	};

	test.each([1, 2, 3, 4, 5, 6])(
		"a row is called if a call to n8n's database fails once before it has written (call %i)",
		async (failing) => {
			let calls = 0;
			processedData.delays = () => {
				if (++calls === failing) throw new Error('Connection terminated');
				return { read: 0, write: 0 };
			};
			expect(await runOneRow()).toEqual([undefined, 1, 0, 1]);
		},
	);

	// If the call to the database writes before it fails, the row may be recorded as begun or sent. Then nobody is called.
	test.each([
		[1, [undefined, 0, 1, 0]],
		[2, [undefined, 1, 0, 1]],
		[3, [undefined, 1, 0, 1]],
		[4, [undefined, 1, 0, 1]],
		[5, [undefined, 1, 0, 1]],
	])(
		"nobody is called twice if a call to n8n's database fails after it has written (call %i)",
		async (failing, expected) => {
			processedData.failsAfterWriting = (call) => call === failing;
			expect(await runOneRow()).toEqual(expected);
		},
	);
});
