import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { receivePush } from '../../nodes/IflytekAiCallTrigger/receive';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { until } from '../setup/until';
import { TriggerServer, type Answer, type TriggerServing } from './webhookHarness';

/** A clock that stands still: each pause ends when the test says so. */
export class StoppedClock implements Clock {
	/** The length of each pause so far, in milliseconds. */
	readonly pauses: number[] = [];
	private ends: (() => void)[] = [];

	now = () => 0;
	date = () => 0;

	async sleep(ms: number): Promise<void> {
		this.pauses.push(ms);
		await new Promise<void>((resolve) => this.ends.push(resolve));
	}

	/** Ends all pauses that have begun. */
	elapse(): void {
		for (const end of this.ends.splice(0)) end();
	}

	get running(): number {
		return this.ends.length;
	}
}

type Receive = (context: IWebhookFunctions, clock: Clock) => Promise<IWebhookResponseData>;

/** A trigger whose pauses end when the test says so. Another `receive` is that of another process. */
export class OnePerCallServer extends TriggerServer {
	readonly clock: StoppedClock;
	private readonly answers: Promise<Answer>[] = [];

	constructor(serving: Partial<TriggerServing> = {}, receive: Receive = receivePush) {
		const clock = new StoppedClock();
		class TimedTrigger extends IflytekAiCallTrigger {
			override async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
				return await receive(this, clock);
			}
		}
		super({ nodeType: new TimedTrigger(), parameters: {}, ...serving });
		this.clock = clock;
	}

	/** Sends a push, and returns once it is answered or waits in a pause. */
	async send(push: object): Promise<void> {
		const { pauses } = this.clock;
		const pausesBefore = pauses.length;
		let isAnswered = false;
		const answer = this.post(push);
		this.answers.push(answer);
		void answer.then(() => (isAnswered = true));
		await until(() => isAnswered || pauses.length > pausesBefore);
	}

	/** Ends all pauses, and returns once each push that waited is handled or waits in another pause. */
	async elapse(): Promise<void> {
		this.clock.elapse();
		await until(() => this.handled + this.clock.running >= this.answers.length);
	}

	/** Lets all time pass that any push waits, and returns the status of each answer in the order of the pushes. */
	async end(): Promise<number[]> {
		while (this.handled < this.answers.length) {
			this.clock.elapse();
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		return (await Promise.all(this.answers)).map(({ status }) => status);
	}

	/** The records with which executions started. */
	get started(): unknown[] {
		return this.executions.map(([item]) => item?.json.record);
	}
}
