import pLimit from 'p-limit';
import { callOf, courseOf, type Call } from './call';
import type { VirtualClock } from './clock';
import type { Setup } from './config';
import type { RowIds } from './ids';
import { pushesOf, type Push } from './pushPayloads';
import type { Pusher, PushManner, PushRecord } from './pushes';
import { Random } from './random';
import { randomUUID } from '../../setup/chance';

/** How `pushMany` composes and sends its pushes. */
export interface ManyOptions {
	/** Seed of the random order and choices; by default the platform's seed. */
	seed?: number;
	/** Whether the pushes of all calls are sent in random order; default true. */
	shuffle?: boolean;
	/** Share (0 to 1) of the pushes that are sent twice, the second time anywhere after the first. */
	sentTwiceShare?: number;
	/** Share (0 to 1) of the pushes whose first attempt is cut off. */
	cutShare?: number;
	/** Share (0 to 1) of the pushes whose IDs are numbers instead of strings. */
	numericIdShare?: number;
	/** The secret of all pushes; by default the one in the URL. */
	secret?: string;
	timeoutMs?: number;
	/** How many times a push is sent again, as long as it is not answered with success. */
	repeats?: number;
}

/** The results of many pushes. */
export interface ManyReport {
	seed: number;
	/** Number of different pushes. */
	pushes: number;
	/** Number of sent pushes. A push that is sent twice counts twice. */
	sent: number;
	delivered: number;
	givenUp: number;
	attempts: number;
	/** Real milliseconds from the first push to the end of the last one. */
	ms: number;
	/** Response times of the answered attempts. */
	latencyMs: { p50: number; p99: number; max: number };
	/** Numbers of the first and the last push record. */
	first: number;
	last: number;
}

interface Planned {
	push: Push;
	manner: PushManner;
	/** The index of the push, before the pushes are shuffled. A repeat has the index of its original. */
	index: number;
	isRepeat: boolean;
}

const PUSHES_PER_CALL = 4;

/** Median, 99th percentile and maximum of the measured times; 0 if nothing was measured. */
export function spread(times: readonly number[]): { p50: number; p99: number; max: number } {
	const sorted = [...times].sort((left, right) => left - right);
	const quantile = (share: number): number =>
		sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
	return { p50: quantile(0.5), p99: quantile(0.99), max: sorted.at(-1) ?? 0 };
}

/** Sends pushes about invented calls. Each call was answered, so it has two records, a recording and a dialog. */
export class ManyPushes {
	constructor(
		private readonly setup: Setup,
		private readonly clock: VirtualClock,
		private readonly ids: RowIds,
		private readonly pusher: Pusher,
	) {}

	/** Sends `count` pushes, `concurrency` at a time. Resolves when the last one is delivered or given up. */
	async send(
		count: number,
		concurrency: number,
		options: ManyOptions,
		defaultSeed: number,
	): Promise<ManyReport> {
		const seed = options.seed ?? defaultSeed;
		const plan = this.plan(count, options, new Random(seed));
		const limit = pLimit(concurrency);
		/** The record numbers of the originals, by index. */
		const recordNumbers = new Map<number, number>();
		const started = performance.now();
		const records = await Promise.all(
			plan.map(async ({ push, manner, index, isRepeat }): Promise<PushRecord> => {
				const { record, done } = this.pusher.start(
					push,
					manner,
					isRepeat ? recordNumbers.get(index) : undefined,
					limit,
				);
				if (!isRepeat) recordNumbers.set(index, record.number);
				return done;
			}),
		);
		const attempts = records.flatMap((record) => record.attempts);
		return {
			seed,
			pushes: count,
			sent: records.length,
			delivered: records.filter((record) => record.state === 'delivered').length,
			givenUp: records.filter((record) => record.state === 'given up').length,
			attempts: attempts.length,
			ms: Math.round(performance.now() - started),
			latencyMs: spread(
				attempts
					.filter((attempt) => attempt.status !== undefined)
					.map((attempt) => attempt.latencyMs),
			),
			first: records[0]?.number ?? 0,
			last: records.at(-1)?.number ?? 0,
		};
	}

	/** Plans the pushes in the order in which they are sent. Each repeat has a random place after its original. */
	private plan(count: number, options: ManyOptions, random: Random): Planned[] {
		const calls = Array.from({ length: Math.ceil(count / PUSHES_PER_CALL) }, (_, index) =>
			this.inventCall(index, random),
		);
		const pushes = calls
			.flatMap((call) => pushesOf(call, this.setup.settings, random))
			.slice(0, count);
		const { timeoutMs, repeats, secret } = options;
		const planned = pushes.map((push, index): Planned => {
			const manner: PushManner = {
				...(timeoutMs === undefined ? {} : { timeoutMs }),
				...(repeats === undefined ? {} : { repeats }),
				...(secret === undefined ? {} : { secret }),
				...(random.chance(options.cutShare ?? 0) ? { cut: 'json' as const } : {}),
				...(random.chance(options.numericIdShare ?? 0) ? { idsAsNumbers: true } : {}),
			};
			return { push, manner, index, isRepeat: false };
		});
		const plan = options.shuffle === false ? planned : random.shuffle(planned);
		const sentTwice = random
			.shuffle(plan)
			.slice(0, Math.round(count * (options.sentTwiceShare ?? 0)));
		for (const original of sentTwice) {
			// A repeat is always complete, even if its original is cut off.
			const manner: PushManner = { ...original.manner, cutAttempts: 0 };
			const repeat = { ...original, manner, isRepeat: true };
			plan.splice(random.between(plan.indexOf(original) + 1, plan.length), 0, repeat);
		}
		return plan;
	}

	/** Invents a call of a task. Each call has its own ID and its own row. */
	private inventCall(index: number, random: Random): Call {
		const account = this.setup.accounts[0];
		const line = this.setup.lines[0];
		if (!account || !line) throw new Error('The platform has no account or no line');
		const columns = ['客户手机号码', '姓名'];
		const values = [`138${String(index).padStart(8, '0')}`, `客户${index + 1}`];
		const script = { result: 'answers' as const };
		return {
			...callOf(account, randomUUID(), script, courseOf(script, this.clock.now(), random)),
			direction: 2,
			robotId:
				this.setup.robots.find((robot) => robot.status === 4 && robot.deleted === 0)?.robot_id ??
				'0',
			caller: line.line_num,
			callee: values[0] ?? '',
			over: true,
			outbound: {
				taskId: '88000',
				taskDataId: this.ids.take().toString(),
				tries: 0,
				rowIndex: index + 1,
				rowHead: columns,
				rowValue: values,
			},
			relationId: undefined,
			values: Object.fromEntries(columns.map((name, index) => [name, values[index] ?? ''])),
		};
	}
}
