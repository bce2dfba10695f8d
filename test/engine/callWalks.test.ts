import type { IDataObject } from 'n8n-workflow';
import { RUN as SAYS } from '../../nodes/IflytekAiCall/entry/sentences';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { random } from '../setup/chance';
import {
	ADD_ROWS,
	begunAt,
	byHand,
	CallBench,
	CREATE,
	customer,
	iflytekAiCallWith,
	PLACE,
	RUN,
} from './aiCall';
import {
	newExecution,
	type ExecutionStart,
	type InputItem,
	type NodeResult,
	type NodeRun,
} from './harness';
import { dyingProcess } from './killed';

/**
 * Random walks: what may happen to a list within days, in any order. Lists are edited, columns have another value each
 * time, answers are lost, processes are killed, tasks are started and deleted by hand. In the end a person looks at the
 * platform, and takes the one step that the texts name. Nobody is called twice, nobody is forgotten, nobody is told wrong.
 */

const WALKS = FULL_SIZE ? 300 : 20;
const bench = new CallBench({ speed: 0 });
const HOUR_MS = 3_600_000;

const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
const chance = (share: number) => random() < share;
const oneOf = <Value>(values: readonly Value[]): Value =>
	values[between(0, values.length - 1)] ?? (values[0] as Value);

const OPERATIONS = ['Place', 'Run Campaign', 'Add Rows'] as const;
type Operation = (typeof OPERATIONS)[number];
const CHOICES = ['calledToday', 'sameValues', 'sentKey', 'none'] as const;
type Choice = (typeof CHOICES)[number];
const ENDPOINTS = {
	Place: ['callout'],
	'Run Campaign': ['taskCreate', 'taskInsert', 'taskStart', 'taskDelete'],
	'Add Rows': ['taskInsert'],
} as const;

interface Person {
	index: number;
	name: string;
}
/** A call: who was called, with which name, on which day, and in which execution. */
interface Call {
	number: string;
	name: string;
	day: number;
	execution: number;
	taskId?: string;
}

class Walk {
	readonly operation: Operation = oneOf(OPERATIONS);
	readonly choice: Choice = oneOf(
		CHOICES.filter((choice) => this.operation !== 'Add Rows' || choice !== 'sentKey'),
	);
	readonly isVolatile = chance(0.4);
	readonly log: string[] = [];
	private people: Person[] = Array.from({ length: between(3, 70) }, (_, index) => ({
		index,
		name: `客户${index}`,
	}));
	private hours = 0;
	private ticks = 0;
	private executions = 0;
	private readonly calls: Call[] = [];
	private counted = 0;
	private taskId = '';
	private last: { start: number; number: number } | undefined;
	readonly told = new Map<string, Set<string>>();

	get day(): number {
		// It begins at noon.
		return Math.floor((this.hours + 12) / 24);
	}

	/** Runs the list: a new execution, or the last one again. */
	async run({
		kind = 'new',
		isHelped = false,
		people = this.people,
		isFaulty = true,
	} = {}): Promise<NodeResult | 'killed'> {
		const isRetry = kind === 'retry' && this.last !== undefined;
		const now = NOON_IN_CHINA + this.hours * HOUR_MS + ++this.ticks;
		const own = isRetry && this.last ? this.last : { start: now, number: ++this.executions };
		const clock = { ...quickClock, date: () => now };
		const kill =
			isFaulty && chance(0.4)
				? {
						call: between(1, 25),
						when: oneOf(['before', 'after'] as const),
						counts: 'all' as const,
					}
				: undefined;
		if (isFaulty && !kill && chance(0.6)) this.fail();
		const dying = kill && dyingProcess(bench, kill, clock);
		const node = dying?.node ?? { nodeType: iflytekAiCallWith(clock) };
		const execution: ExecutionStart = { ...newExecution(isRetry ? 'retry' : 'trigger') };
		const settings: NodeRun['settings'] = chance(0.5)
			? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }
			: {};
		this.log.push(
			`${isRetry ? 'retry' : 'run'} ${people.length} day ${this.day}${kill ? ` killed ${kill.when} ${kill.call}` : ''}${settings.retryOnFail ? ' retrying' : ''}${isHelped ? ' helped' : ''}`,
		);
		if (this.operation === 'Add Rows') await this.openTask(now);
		const running = bench.run(this.parameters(isHelped), people.map(itemOf), {
			...node,
			nodeType: begunAt(node.nodeType, own.start),
			execution,
			settings,
		});
		const result = await Promise.race([running, ...(dying ? [dying.killed] : [])]);
		bench.platform.clearFaults();
		this.note(own.number);
		// A killed process holds the lock of campaigns for a while.
		if (result === 'killed') this.hours += 0.1;
		// n8n keeps the start of an execution that has failed, and not of one that was killed.
		this.last = result === 'killed' || !result.error ? undefined : own;
		if (result !== 'killed') this.hear(result);
		if (this.operation === 'Add Rows' && result !== 'killed' && !result.error)
			await this.startTask();
		return result;
	}

	/** What else happens. */
	async live(): Promise<void> {
		if (chance(0.3)) this.edit();
		if (chance(0.2)) this.hours += oneOf([1, 3, 24]);
		const tasks = bench.platform.tasks.filter(({ deleted }) => !deleted);
		if (tasks.length > 0 && chance(0.2)) {
			const { taskId, status } = oneOf(tasks);
			const operation = status === 0 && chance(0.5) ? 'start' : 'delete';
			// Who starts a half-filled task of a killed campaign is asked to look; that is no random step.
			if (operation === 'start' && this.operation !== 'Add Rows') return;
			this.log.push(`${operation} ${taskId}`);
			await bench.run({ resource: 'task', operation, taskId }, [{}], {});
		}
	}

	/** The person looks at the platform, and takes the step that the texts name. */
	async finish(): Promise<void> {
		let result = await this.run({ isFaulty: false });
		const hasDoubt = () =>
			result !== 'killed' &&
			JSON.stringify([result.outputs, result.error?.context]).includes('unknown');
		if (hasDoubt()) {
			const done = new Set(
				[...this.called(), ...this.added()]
					.filter((call) => this.isOfScope(call))
					.map(({ number }) => number),
			);
			const rest = this.people.filter(({ index }) => !done.has(numberFor(index)));
			this.log.push(`looked: ${done.size} done, ${rest.length} left`);
			if (rest.length > 0)
				result = await this.run({ people: rest, isHelped: true, isFaulty: false });
			else if (this.operation === 'Add Rows') await this.startTask();
		}
		if (result === 'killed' || !result.error) return;
		this.log.push(`error ${result.error.message}`);
		if (result.error.description?.includes(SAYS.repeatInTask)) await this.startTask();
	}

	/** Who was called, in tasks that were started, too. */
	called(): Call[] {
		const tasks = new Map(bench.platform.tasks.map((task) => [task.taskId, task]));
		return this.calls.filter(({ taskId }) => {
			const task = taskId === undefined ? undefined : tasks.get(taskId);
			return taskId === undefined || (task && !task.deleted && task.status !== 0);
		});
	}

	/** Who is in the task that this run fills, and will be called when it is started. */
	private added(): Call[] {
		return this.operation === 'Add Rows'
			? this.calls.filter(({ taskId }) => taskId === this.taskId)
			: [];
	}

	/** The calls that should not have been made. */
	twice(): string[] {
		const keyOf = (call: Call) => {
			const { number, day, execution, name } = call;
			if (this.choice === 'calledToday') return `${number} ${day}`;
			if (this.choice === 'sentKey') return number;
			if (this.choice === 'none') return `${number} ${execution}`;
			return this.isVolatile ? `${number} ${execution}` : `${number} ${day} ${name.trim()}`;
		};
		const seen = new Set<string>();
		return this.called()
			.map(keyOf)
			.filter((key) => {
				const isSeen = seen.has(key);
				seen.add(key);
				return isSeen;
			});
	}

	forgotten(): string[] {
		const reached = new Set(
			this.called()
				.filter((call) => this.isOfScope(call))
				.map(({ number }) => number),
		);
		return this.people
			.map(({ index }) => numberFor(index))
			.filter((number) => !reached.has(number));
	}

	/** Who was told to be called, and was not. One whose task was deleted later was told right. */
	toldWrong(): string[] {
		const numbers = new Set(this.calls.map(({ number }) => number));
		return [...this.told]
			.filter(
				([number, states]) =>
					(states.has('accepted') || states.has('sentBefore')) && !numbers.has(number),
			)
			.map(([number]) => number);
	}

	private isOfScope({ day }: Call): boolean {
		return this.choice === 'sentKey' || day === this.day;
	}

	private parameters(isHelped: boolean): IDataObject {
		const options = { concurrentRequests: 1, ...(isHelped && { sendInterrupted: true }) };
		const columns = this.isVolatile
			? byHand(['客户手机号码', '姓名', '预约时间'], {
					客户手机号码: '={{ $json.客户手机号码 }}',
					姓名: '={{ Math.random().toString() }}',
					预约时间: '周五',
				})
			: undefined;
		return {
			...(this.operation === 'Place'
				? PLACE
				: this.operation === 'Run Campaign'
					? RUN
					: { ...ADD_ROWS, taskId: this.taskId }),
			skipCustomers: this.choice,
			...(this.choice === 'sentKey' && { rowKey: '={{ $json.客户手机号码 }}' }),
			...(columns && { columns }),
			options,
		} as IDataObject;
	}

	private fail(): void {
		const endpoint = oneOf(ENDPOINTS[this.operation]);
		const fault = oneOf([
			{ kind: 'drop', when: 'before' },
			{ kind: 'drop', when: 'after' },
			{ kind: 'code', code: 10020 },
			{ kind: 'code', code: 200209 },
		] as const);
		this.log.push(`fault ${endpoint} ${JSON.stringify(fault)}`);
		if (chance(0.4)) bench.platform.failNext(endpoint, { kind: 'late', ms: 0 });
		bench.platform.failNext(endpoint, fault);
	}

	private edit(): void {
		const change = oneOf(['blank', 'name', 'remove', 'add', 'order'] as const);
		this.log.push(change);
		const [first, ...others] = this.people;
		if (!first) return;
		// With other values, Place calls again: that is another event.
		if (change === 'blank') this.people = [{ ...first, name: `${first.name} ` }, ...others];
		if (change === 'name') this.people = [{ ...first, name: `${first.name}x` }, ...others];
		if (change === 'remove' && others.length > 1) this.people = others;
		if (change === 'add')
			this.people = [...this.people, { index: 100 + this.log.length, name: '新' }];
		if (change === 'order') this.people = [...this.people].reverse();
	}

	private async openTask(now: number): Promise<void> {
		const nodeType = iflytekAiCallWith({ ...quickClock, date: () => now });
		const open = bench.platform.tasks.find(
			({ taskId, deleted, status }) => taskId === this.taskId && !deleted && status === 0,
		);
		if (!open) this.taskId = await bench.newTask({ begin: '' }, { nodeType });
	}

	private async startTask(): Promise<void> {
		await bench.run({ ...CREATE, operation: 'start', taskId: this.taskId }, [{}], {});
	}

	/** Notes the calls that this run has made. */
	private note(execution: number): void {
		const rows = bench.platform.acceptedRows.slice(this.counted);
		this.counted += rows.length;
		for (const { values, endpoint, taskId } of rows)
			this.calls.push({
				number: String(values[0]),
				name: String(values[1]),
				day: this.day,
				execution,
				...(endpoint !== 'callout' && { taskId: String(taskId) }),
			});
	}

	private hear({ outputs }: NodeResult): void {
		for (const { json } of outputs.flat())
			if (typeof json.phoneNumber === 'string' && typeof json.state === 'string')
				this.told.set(
					json.phoneNumber,
					(this.told.get(json.phoneNumber) ?? new Set()).add(json.state),
				);
	}
}

const numberFor = (index: number) => customer(index).客户手机号码;
const itemOf = ({ index, name }: Person): InputItem => ({
	json: { ...customer(index), 姓名: name },
});

test.each(Array.from({ length: WALKS }, (_, number) => number + 1))(
	'walk %d: nobody is called twice, forgotten, or told wrong',
	async () => {
		const walk = new Walk();
		for (let steps = between(2, 5); steps > 0; steps--) {
			await walk.run({ kind: oneOf(['new', 'retry'] as const) });
			await walk.live();
		}
		await walk.finish();
		const how = [
			`${walk.operation}, ${walk.choice}${walk.isVolatile ? ', volatile' : ''}`,
			...walk.log,
		];
		const found = { twice: walk.twice(), forgotten: walk.forgotten(), toldWrong: walk.toldWrong() };
		const isGood = Object.values(found).every((list) => list.length === 0);
		expect(isGood ? [] : [how, found]).toEqual([]);
	},
	60_000,
);
