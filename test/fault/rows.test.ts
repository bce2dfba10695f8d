import type { INodeExecutionData } from 'n8n-workflow';
import type { AcceptedRow, Fault } from '../simulator/aiCall';
import { byName, CallBench, chosen, customer, customers, LINE, SCRIPT } from '../engine/aiCall';

const SEED = Number(process.env.FAULT_SEED ?? 20_261_121);

const bench = new CallBench({ speed: 0, newTokenEndsFormer: true });
const rowParameters = { columns: byName, options: { concurrentRequests: 10 } };
const continueOnError = { settings: { onError: 'continueErrorOutput' as const } };

type Verdict = 'accepted' | 'failed' | 'unknown';

/** What an item says about its row. Undefined if the item says nothing. */
function verdictOf({ json }: INodeExecutionData): Verdict | undefined {
	if (typeof json.task_data_id === 'string') return 'accepted';
	const { state } = (json.details ?? {}) as { state?: unknown };
	if (state === 'unknown') return 'unknown';
	return state === 'notAccepted' || state === 'notSent' ? 'failed' : undefined;
}

/** For each endpoint, the parameters of a node that sends rows to it. For `taskInsert`, this creates the task of the rows. */
const operations = {
	async taskInsert() {
		const [created] = await bench.json({
			resource: 'task',
			operation: 'create',
			taskName: 'faults',
			robotId: chosen(SCRIPT),
			lineNum: chosen(LINE),
			begin: '2026-12-01T09:00:00Z',
		});
		return {
			...rowParameters,
			resource: 'task',
			operation: 'addRows',
			taskId: chosen(String((created as { task_id: string }).task_id)),
		};
	},
	async callout() {
		return {
			...rowParameters,
			resource: 'call',
			operation: 'place',
			robotId: chosen(SCRIPT),
			lineNum: chosen(LINE),
		};
	},
};

/**
 * A fault in words: its kind, whether its answer is JSON, and whether it occurs before or after the platform carries out
 * the request.
 */
function nameOf(fault: Fault): string {
	return [fault.kind, 'json' in fault && fault.json && 'JSON', 'when' in fault && fault.when]
		.filter(Boolean)
		.join(' ');
}

/**
 * What the platform did in a run:
 * - `accepted`: the rows that it accepted, by phone number
 * - `unanswered`: the phone numbers in requests that it did not answer
 * - `answeredAsAccepted`: the phone numbers in requests that it carried out and answered
 */
function platformRecord(endpoint: string) {
	const accepted = new Map<string, AcceptedRow[]>();
	for (const row of bench.platform.acceptedRows) {
		const [number = ''] = row.values;
		accepted.set(number, [...(accepted.get(number) ?? []), row]);
	}
	const unanswered = new Set<string>();
	const answeredAsAccepted = new Set<string>();
	for (const { answered, carriedOut, body } of bench.requests(endpoint)) {
		const numbers = (JSON.parse(body) as { call_list: string[][] }).call_list.map(
			([number]) => number ?? '',
		);
		for (const number of numbers) {
			if (!answered) unanswered.add(number);
			else if (carriedOut) answeredAsAccepted.add(number);
		}
	}
	return { accepted, unanswered, answeredAsAccepted };
}

test.each([
	['taskInsert', 10_000],
	['callout', 5_000],
] as const)(
	'%s: the node reports the true outcome of each of %d rows while the platform is busy, drops connections, fails like a gateway and ends tokens',
	async (endpoint, rowCount) => {
		const parameters = await operations[endpoint]();
		bench.platform.setFaultPlan({
			seed: SEED,
			endpoints: [endpoint],
			busy: 0.15,
			dropBefore: 0.04,
			dropAfter: 0.04,
			http5xxBefore: 0.015,
			http5xxAfter: 0.015,
			json5xxBefore: 0.015,
			json5xxAfter: 0.015,
			// The connection is cut in the middle of an answer.
			half: 0.015,
			expireToken: 0.05,
		});
		const { outputs } = await bench.run(parameters, customers(rowCount), continueOnError);
		const items: INodeExecutionData[] = [];
		for (const item of outputs.flat()) items[(item.pairedItem as { item: number }).item] = item;
		const { accepted, unanswered, answeredAsAccepted } = platformRecord(endpoint);

		const count = {
			rows: rowCount,
			accepted: 0,
			failed: 0,
			unknown: 0,
			doubled: 0,
			unaccounted: 0,
		};
		const wrong: string[] = [];
		for (let index = 0; index < rowCount; index++) {
			const item = items[index];
			const verdict = item && verdictOf(item);
			const row = customer(index);
			const stored = accepted.get(row.客户手机号码) ?? [];
			if (verdict) count[verdict]++;
			else count.unaccounted++;
			if (stored.length > 1) count.doubled++;
			if (verdict === 'accepted' && stored[0]?.taskDataId !== item?.json.task_data_id)
				wrong.push(`${index} has another id than the platform gave`);
			if (
				verdict === 'accepted' &&
				JSON.stringify(stored[0]?.values) !== JSON.stringify(Object.values(row))
			)
				wrong.push(`${index} was stored with other values`);
			if (verdict === 'failed' && stored.length > 0)
				wrong.push(`${index} is reported as failed, but the platform accepted it`);
			if (verdict === 'unknown' && !unanswered.has(row.客户手机号码))
				wrong.push(`${index} is reported as unknown, but the platform answered`);
			if (answeredAsAccepted.has(row.客户手机号码) && verdict !== 'accepted')
				wrong.push(`${index} was answered as accepted, but is reported as ${verdict}`);
		}

		const requests = bench.requests(endpoint);
		const faults = new Map<string, number>();
		for (const { fault } of requests) {
			const kind = fault && nameOf(fault);
			if (kind) faults.set(kind, (faults.get(kind) ?? 0) + 1);
		}
		process.stdout.write(
			`Fault test of ${endpoint}, seed ${SEED}: ${Object.entries(count)
				.map(([name, number]) => `${name} ${number}`)
				.join(', ')}\n` +
				`  ${requests.length} requests for ${rowCount / 50} batches, ${bench.requests('token').length} tokens; faults: ${[...faults].map(([kind, times]) => `${kind} ${times}`).join(', ')}\n`,
		);
		expect(wrong).toEqual([]);
		expect(outputs.flat()).toHaveLength(rowCount);
		expect([
			count.doubled,
			count.unaccounted,
			count.accepted + count.failed + count.unknown,
		]).toEqual([0, 0, rowCount]);
		// Some rows were accepted, some are unknown, and all nine kinds of faults occurred.
		expect([count.accepted > 0, count.unknown > 0, faults.size]).toEqual([true, true, 9]);

		// The items of the error output run once more, without faults: only the failed rows are sent.
		bench.platform.clearFaults();
		const secondRun = await bench.run(
			parameters,
			outputs[1]?.map(({ json }) => ({ json })),
			continueOnError,
		);
		expect(secondRun.outputs.map((output) => output.length)).toEqual([count.failed, count.unknown]);
		const calledNumbers = bench.platform.acceptedRows.map(({ values }) => values[0]);
		expect(new Set(calledNumbers).size).toBe(calledNumbers.length);
	},
	180_000,
);
