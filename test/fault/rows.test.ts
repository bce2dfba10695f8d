import type { INodeExecutionData } from 'n8n-workflow';
import type { AcceptedRow, Fault } from '../simulator/aiCall';
import { byName, CallBench, chosen, customer, customers, LINE, SCRIPT } from '../engine/aiCall';

const SEED = Number(process.env.FAULT_SEED ?? 20_261_121);

const bench = new CallBench({ speed: 0, newTokenEndsFormer: true });
const rows = { rowsFrom: 'item', columns: byName, options: { concurrentRequests: 10 } };
const carryOn = { settings: { onError: 'continueErrorOutput' as const } };

type Verdict = 'accepted' | 'failed' | 'unknown';

/** What an item says about its row; undefined if it says nothing. */
function verdictOf({ json }: INodeExecutionData): Verdict | undefined {
	if (typeof json.task_data_id === 'string') return 'accepted';
	const { state } = (json.details ?? {}) as { state?: unknown };
	if (state === 'unknown') return 'unknown';
	return state === 'notAccepted' || state === 'notSent' ? 'failed' : undefined;
}

/** For each endpoint, the parameters of a node that sends rows to it. */
const operations = {
	async taskInsert() {
		const [made] = await bench.json({
			resource: 'task',
			operation: 'create',
			taskName: 'faults',
			robotId: chosen(SCRIPT),
			lineNum: chosen(LINE),
			begin: '2026-12-01T09:00:00Z',
		});
		return {
			...rows,
			resource: 'task',
			operation: 'addRows',
			robotId: chosen(''),
			taskId: chosen(String((made as { task_id: string }).task_id)),
		};
	},
	async callout() {
		return {
			...rows,
			resource: 'call',
			operation: 'place',
			robotId: chosen(SCRIPT),
			lineNum: chosen(LINE),
			voiceCode: chosen(''),
		};
	},
};

/** A fault in words: its kind, whether its answer is JSON, and whether it comes before or after the work. */
function nameOf(fault: Fault): string {
	return [fault.kind, 'json' in fault && fault.json && 'JSON', 'when' in fault && fault.when]
		.filter(Boolean)
		.join(' ');
}

/**
 * What the platform did in a run: the rows that it accepted, by number; the numbers of requests that it did not answer; and
 * the numbers of requests that it carried out and answered.
 */
function platformRecord(endpoint: string) {
	const accepted = new Map<string, AcceptedRow[]>();
	for (const row of bench.platform.acceptedRows)
		accepted.set(row.values[0] ?? '', [...(accepted.get(row.values[0] ?? '') ?? []), row]);
	const hidden = new Set<string>();
	const answeredAccepted = new Set<string>();
	for (const { answered, carriedOut, body } of bench.requests(endpoint)) {
		const numbers = (JSON.parse(body) as { call_list: string[][] }).call_list.map(
			([number]) => number ?? '',
		);
		for (const number of numbers) {
			if (!answered) hidden.add(number);
			else if (carriedOut) answeredAccepted.add(number);
		}
	}
	return { accepted, hidden, answeredAccepted };
}

test.each([
	['taskInsert', 10_000],
	['callout', 5_000],
] as const)(
	'%s: each of %d rows has its true outcome while the platform is busy, drops connections, fails like a gateway and ends tokens',
	async (endpoint, ROWS) => {
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
			half: 0.015,
			expireToken: 0.05,
		});
		const { outputs } = await bench.run(parameters, customers(ROWS), carryOn);
		const items: INodeExecutionData[] = [];
		for (const item of outputs.flat()) items[(item.pairedItem as { item: number }).item] = item;
		const { accepted, hidden, answeredAccepted } = platformRecord(endpoint);

		const count = { rows: ROWS, accepted: 0, failed: 0, unknown: 0, doubled: 0, unaccounted: 0 };
		const wrong: string[] = [];
		for (let index = 0; index < ROWS; index++) {
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
				wrong.push(`${index} is reported failed, and in the platform`);
			if (verdict === 'unknown' && !hidden.has(row.客户手机号码))
				wrong.push(`${index} is reported unknown, and the platform answered`);
			if (answeredAccepted.has(row.客户手机号码) && verdict !== 'accepted')
				wrong.push(`${index} was answered as accepted, and reported ${verdict}`);
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
				`  ${requests.length} requests for ${ROWS / 50} batches, ${bench.requests('token').length} tokens; faults: ${[...faults].map(([kind, times]) => `${kind} ${times}`).join(', ')}\n`,
		);
		expect(wrong).toEqual([]);
		expect(outputs.flat()).toHaveLength(ROWS);
		expect([
			count.doubled,
			count.unaccounted,
			count.accepted + count.failed + count.unknown,
		]).toEqual([0, 0, ROWS]);
		// Some rows were accepted, some are unknown, and all nine kinds of faults occurred.
		expect([count.accepted > 0, count.unknown > 0, faults.size]).toEqual([true, true, 9]);

		// The items of the error output run once more, without faults: only the failed rows are sent.
		bench.platform.clearFaults();
		const again = await bench.run(
			parameters,
			outputs[1]?.map(({ json }) => ({ json })),
			carryOn,
		);
		expect(again.outputs.map((output) => output.length)).toEqual([count.failed, count.unknown]);
		const numbers = bench.platform.acceptedRows.map(({ values }) => values[0]);
		expect(new Set(numbers).size).toBe(numbers.length);
	},
	180_000,
);
