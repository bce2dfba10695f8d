import express from 'express';
import { Answers } from './answers';
import type { Call } from './call';
import { VirtualClock } from './clock';
import {
	isCallbackModule,
	pickSettings,
	Setup,
	urlsAt,
	type AiCallOptions,
	type CallbackModule,
	type PushOrder,
	type Settings,
} from './config';
import { controlRouter } from './controlRouter';
import { Dialer } from './dialer';
import { Faults, type Fault, type FaultPlan } from './faults';
import { FIRST_LONG_ID, RowIds } from './ids';
import { Inbound, type ContextRecord, type InboundOrder, type PlacedCall } from './inbound';
import { ManyPushes, spread, type ManyOptions, type ManyReport } from './manyPushes';
import type { Endpoint } from './endpointList';
import type { UrlModule } from './protocol';
import { inOrder, pushesOf, type Push } from './pushPayloads';
import { Pusher, type PushManner, type PushRecord } from './pushes';
import { Random } from './random';
import { Records, type AcceptedRow, type RequestRecord } from './records';
import type { Customer } from './results';
import type { TaskChange } from './stagedTasks';
import { createEndpoints } from './serve';
import { Tasks } from './tasks';
import { Tokens } from './token';

const DAY_MS = 86_400_000;
const POLL_MS = 10;

/** The counts that a test or a person reads at the end. */
export interface Summary {
	requests: number;
	requestsByEndpoint: Record<string, number>;
	acceptedRows: number;
	/** How many accepted rows repeat an earlier row of the same task with the same values. */
	doubledRows: number;
	calls: number;
	inboundCalls: number;
	pushes: { sent: number; delivered: number; waiting: number; givenUp: number; attempts: number };
	contexts: { asked: number; inTime: number; latencyMs: { p50: number; p99: number; max: number } };
}

/** The local platform of document 2: its router, its records, and the controls for tests. */
export class AiCallSimulator {
	/** The platform's endpoints and `/_control/aicall/…`. A server may mount the router in several places. */
	readonly router = express.Router();
	/** Scripts, lines, voices, accounts, customers, URLs and settings. A test may change them at any time. */
	readonly setup: Setup;
	/** The clock of tasks and calls. */
	readonly clock: VirtualClock;
	/** The clock of tokens. */
	readonly tokenClock: VirtualClock;

	private readonly seed: number;
	private readonly random: Random;
	private readonly records = new Records();
	private readonly faults = new Faults();
	private readonly answers = new Answers();
	private readonly tokens: Tokens;
	private readonly taskBook: Tasks;
	private readonly dialer: Dialer;
	private readonly pusher: Pusher;
	private readonly inbound: Inbound;
	private readonly manyPushes: ManyPushes;

	constructor(private readonly options: AiCallOptions = {}) {
		this.seed = options.seed ?? 1;
		this.random = new Random(this.seed);
		this.setup = new Setup(options);
		this.clock = options.clock ?? new VirtualClock(options.startTime, options.speed ?? 60);
		this.tokenClock = options.tokenClock ?? new VirtualClock(undefined, options.tokenSpeed ?? 1);
		this.faults.setPlan(options.faultPlan);
		this.tokens = new Tokens(this.setup, this.tokenClock);
		const ids = rowIds(options, this.random);
		const { setup, clock, random } = this;
		this.taskBook = new Tasks(setup, clock, ids, this.records, () => this.dialer);
		const onCallEnd = (call: Call): void => this.sendPushesOf(call);
		this.dialer = new Dialer({ setup, clock, random, tasks: () => this.taskBook.all, onCallEnd });
		this.pusher = new Pusher(setup);
		this.inbound = new Inbound(setup, clock, random, onCallEnd);
		this.manyPushes = new ManyPushes(setup, clock, ids, this.pusher);
		const { tokens, taskBook: tasks, faults, records, answers } = this;
		this.router.use('/_control/aicall', controlRouter(this));
		this.router.use(
			createEndpoints({
				setup,
				tokens,
				tasks,
				faults,
				records,
				answers,
				clock,
				activeOn: (line) => this.dialer.activeOn(line),
			}),
		);
	}

	// Records of the platform

	/** Every request, in order of arrival. */
	get requests(): readonly RequestRecord[] {
		return this.records.requests;
	}

	/** Every row that was accepted, the earliest first. */
	get acceptedRows(): readonly AcceptedRow[] {
		return this.records.acceptedRows;
	}

	/** The numbers that were called, in the order of their rows: of accepted calls, and of tasks that were started and not deleted. */
	get calledNumbers(): string[] {
		const started = new Set(
			this.tasks
				.filter(({ deleted, status }) => !deleted && status !== 0)
				.map(({ taskId }) => taskId),
		);
		return this.acceptedRows
			.filter(({ endpoint, taskId }) => endpoint === 'callout' || started.has(taskId))
			.map(({ values: [number = ''] }) => number);
	}

	/** Every outbound call, in order of dialing. */
	get calls(): readonly Call[] {
		return this.dialer.calls;
	}

	/** Every inbound call. */
	get inboundCalls(): readonly Call[] {
		return this.inbound.calls;
	}

	/** Every push with its attempts, in order of sending. */
	get pushes(): readonly PushRecord[] {
		return this.pusher.records;
	}

	/** Every request for a dynamic context. */
	get contexts(): readonly ContextRecord[] {
		return this.inbound.contexts;
	}

	/** Sends late answers immediately, and cuts stalled connections. */
	releaseAnswers(): void {
		this.answers.release();
	}

	/** Ordered faults that no request has used up yet. */
	get waitingFaults(): Faults['waiting'] {
		return this.faults.waiting;
	}

	/** The tasks of all applications. Some of these facts are not in the answer to a task query. */
	get tasks(): readonly {
		taskId: string;
		taskName: string;
		status: number;
		deleted: boolean;
		rows: number;
		waitingRows: number;
		activeCalls: number;
	}[] {
		return this.taskBook.all.map((task) => ({
			taskId: task.id,
			taskName: task.plan.taskName,
			status: task.status,
			deleted: task.deleted,
			rows: task.rowCount,
			waitingRows: task.waitingRows,
			activeCalls: task.activeCalls,
		}));
	}

	/** The largest number of simultaneous calls on each line. */
	get peaks(): Record<string, number> {
		return Object.fromEntries(
			this.setup.lines.map(({ line_num }) => [line_num, this.dialer.peakOn(line_num)]),
		);
	}

	summary(): Summary {
		const { requests, acceptedRows, pushes, contexts } = this;
		const requestsByEndpoint: Record<string, number> = {};
		for (const { endpoint } of requests)
			requestsByEndpoint[endpoint] = (requestsByEndpoint[endpoint] ?? 0) + 1;
		const inState = (state: PushRecord['state']): number =>
			pushes.filter((push) => push.state === state).length;
		const distinctRows = new Set(
			acceptedRows.map((row) => JSON.stringify([row.taskId, row.columns, row.values])),
		);
		return {
			requests: requests.length,
			requestsByEndpoint,
			acceptedRows: acceptedRows.length,
			doubledRows: acceptedRows.length - distinctRows.size,
			calls: this.calls.length,
			inboundCalls: this.inboundCalls.length,
			pushes: {
				sent: pushes.length,
				delivered: inState('delivered'),
				waiting: inState('waiting'),
				givenUp: inState('given up'),
				attempts: pushes.reduce((sum, push) => sum + push.attempts.length, 0),
			},
			contexts: {
				asked: contexts.length,
				inTime: contexts.filter((context) => context.inTime).length,
				latencyMs: spread(contexts.map((context) => context.latencyMs)),
			},
		};
	}

	// Controls for tests

	/** Changes settings. */
	configure(settings: Partial<Settings>): void {
		Object.assign(this.setup.settings, pickSettings(settings));
		this.dialer.wake();
	}

	/** Orders a fault for the next `times` requests to an endpoint (`*` for any). */
	failNext(endpoint: Endpoint | '*', fault: Fault, times = 1): void {
		this.faults.failNext(endpoint, fault, times);
	}

	/** Sets the plan of random faults; `undefined` removes it. */
	setFaultPlan(plan: FaultPlan | undefined): void {
		this.faults.setPlan(plan);
	}

	/** Removes all ordered faults and the plan of random faults. */
	clearFaults(): void {
		this.faults.clear();
	}

	/** Ends all tokens, and returns how many of them were still valid. */
	expireAllTokens(): number {
		return this.tokens.endAll();
	}

	/** Replaces the callback URLs. `urls` is one URL for all four modules, or the URLs of some modules by name. A name may have a scope. */
	setUrls(urls: string | Partial<Record<CallbackModule, string>>): void {
		this.setup.urls =
			typeof urls === 'string'
				? urlsAt(urls)
				: Object.entries(urls).flatMap(([name, url]) =>
						url !== undefined && isCallbackModule(name) ? [{ url, url_module: name }] : [],
					);
	}

	/** Sets the behavior of some customers by telephone number. All other customers behave as before. */
	setCustomers(customers: Record<string, Customer>): void {
		Object.assign(this.setup.customers, customers);
	}

	/** Sets the numbers that the platform refuses (200203). */
	setSensitiveNumbers(numbers: readonly string[]): void {
		this.setup.sensitiveNumbers = new Set(numbers);
	}

	/** Adds tasks to the first application, and returns the IDs of these tasks. `changeTask` can then set their states. */
	stageTasks(count: number): string[] {
		const [account] = this.setup.accounts;
		if (!account) throw new Error('There is no application');
		return this.taskBook.stage(account, count).map(({ id }) => id);
	}

	/** Sets fields of a task that a task query returns. The platform makes no more calls for this task. */
	changeTask(taskId: string, change: TaskChange): void {
		this.taskBook.change(taskId, change);
	}

	/**
	 * Runs all calls of started tasks and all inbound calls by advancing the clock from one planned action to the next.
	 * Stops after 30 days on that clock, because some calls may never be allowed. Returns the milliseconds that have passed
	 * on that clock.
	 */
	runCalls(): number {
		const start = this.clock.now();
		this.dialer.wake();
		for (
			let due = this.clock.nextDue();
			this.isCalling && due !== undefined && due < start + 30 * DAY_MS;
			due = this.clock.nextDue()
		) {
			this.clock.advance(Math.max(0, due - this.clock.now()));
		}
		return this.clock.now() - start;
	}

	/**
	 * Waits until all calls and pushes have ended, including later retries and repeats.
	 * @throws Error that names the remaining calls and pushes, after `timeoutMs` real milliseconds
	 */
	async settled(timeoutMs = 300_000): Promise<void> {
		const end = Date.now() + timeoutMs;
		while (this.isCalling || this.pusher.waiting > 0) {
			if (Date.now() > end)
				throw new Error(`After ${timeoutMs} ms there are still ${this.leftovers()}`);
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
	}

	/** Places an inbound call. The platform requests the context, runs the call, and pushes its records at the end. */
	async placeInboundCall(order: InboundOrder): Promise<PlacedCall> {
		return this.inbound.place(order);
	}

	/** Places `count` inbound calls, `perSecond` in each real second. Resolves with the records of all context requests. */
	async placeInboundCalls(
		count: number,
		perSecond: number,
		order: InboundOrder,
	): Promise<ContextRecord[]> {
		const started = Date.now();
		const placed = Array.from({ length: count }, async (_, index) => {
			await new Promise((resolve) =>
				setTimeout(resolve, Math.max(0, started + (index * 1000) / perSecond - Date.now())),
			);
			return this.inbound.place(order);
		});
		const contexts = (await Promise.all(placed)).map(({ context }) => context);
		return contexts.filter((context) => context !== undefined);
	}

	/** Sends a push with any payload. */
	async push(
		module: UrlModule,
		payload: Record<string, unknown>,
		manner: PushManner = {},
	): Promise<PushRecord> {
		const callUuid = typeof payload.call_uuid === 'string' ? payload.call_uuid : '';
		const partOfModule = {
			receiveCallRecord: 'task_row_index' in payload ? 'outbound' : 'basic',
			receiveVoice: 'recording',
			receiveDialog: 'dialog',
			getDialogContext: 'basic',
		} as const;
		return this.pusher.send({ module, part: partOfModule[module], callUuid, payload }, manner);
	}

	/** Repeats the earlier push with this number. */
	async repeatPush(number: number, manner: PushManner = {}): Promise<PushRecord> {
		return this.pusher.repeat(number, manner);
	}

	/** Repeats all pushes of a call, one after another in this order. */
	async repeatCall(
		callUuid: string,
		order: PushOrder = 'documented',
		manner: PushManner = {},
	): Promise<PushRecord[]> {
		const call = [...this.calls, ...this.inboundCalls].find((known) => known.callUuid === callUuid);
		if (!call) throw new Error(`There is no call ${callUuid}`);
		const originals = this.pushes.filter(
			(push) => push.callUuid === callUuid && push.repeatOf === undefined,
		);
		const inDocumentOrder = pushesOf(call, this.setup.settings, this.random)
			.map(({ part }) => originals.find((push) => push.part === part))
			.filter((push) => push !== undefined);
		const repeated: PushRecord[] = [];
		for (const { number } of inOrder(inDocumentOrder, order, this.random))
			repeated.push(await this.pusher.repeat(number, manner));
		return repeated;
	}

	/** Sends `count` pushes about invented calls, `concurrency` at a time, and reports the results. */
	async pushMany(
		count: number,
		concurrency: number,
		options: ManyOptions = {},
	): Promise<ManyReport> {
		return this.manyPushes.send(count, concurrency, options, this.seed);
	}

	/** Forgets requests, accepted rows, context requests, and finished calls and pushes. Tasks, tokens and settings stay. */
	clearRecords(): void {
		this.records.clear();
		this.pusher.clear();
		this.inbound.clear();
		this.dialer.calls = this.dialer.calls.filter((call) => !call.over);
	}

	/** Restores the initial state. Only IDs and clocks continue. */
	reset(): void {
		this.stop();
		this.setup.restore();
		this.faults.clear();
		this.faults.setPlan(this.options.faultPlan);
		this.tokens.endAll();
		this.taskBook.clear();
		this.clock.clear();
		this.dialer.clear();
		this.clearRecords();
	}

	/** Ends held connections, calls and pushes. Resolves when no push is under way. */
	async close(): Promise<void> {
		this.stop();
		if (this.options.clock) this.clock.clear();
		else this.clock.stop();
		if (!this.options.tokenClock) this.tokenClock.stop();
		await this.pusher.idle();
	}

	private stop(): void {
		this.answers.close();
		this.pusher.stop();
		this.inbound.stop();
	}

	private get isCalling(): boolean {
		return this.dialer.unfinished.length > 0 || this.inbound.active > 0;
	}

	private leftovers(): string {
		const tasks = this.dialer.unfinished.map(
			(task) =>
				`task ${task.id} (status ${task.status}) with ${task.waitingRows} rows and ${task.activeCalls} calls`,
		);
		return [...tasks, `${this.inbound.active} inbound calls`, `${this.pusher.waiting} pushes`].join(
			', ',
		);
	}

	private sendPushesOf(call: Call): void {
		const { settings } = this.setup;
		const pushes: Push[] = pushesOf(call, settings, this.random);
		const oneByOne = settings.pushOrder !== 'random';
		this.pusher.sendAll(inOrder(pushes, settings.pushOrder, this.random), oneByOne);
	}
}

function rowIds(options: AiCallOptions, random: Random): RowIds {
	const isLong = options.ids !== 'small';
	return new RowIds(
		options.firstTaskDataId ?? (isLong ? FIRST_LONG_ID : '130'),
		isLong ? random : undefined,
	);
}
