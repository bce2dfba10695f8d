import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../requests/clock';
import type { NodeFailure } from './nodeErrors';

/** How often a run reports its progress, in seconds. A shorter run reports nothing. */
export const PROGRESS_SECONDS = 10;

/**
 * Reports the progress of a run with many items: in n8n's log, and for a manual run in the console
 * of the browser. The panel of n8n shows nothing before the run has ended. Then a hint shows the
 * counts.
 */
export class Progress {
	private done = 0;
	private failed = 0;
	private readonly begun: number;
	private reportedAt: number;

	/** @param noun a plural noun for the items */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly clock: Clock,
		private readonly noun: string,
		private readonly total = context.getInputData().length,
	) {
		this.begun = this.reportedAt = clock.now();
	}

	/** Counts an item that has a result or an error. */
	itemDone(hasFailed: boolean): void {
		this.done++;
		if (hasFailed) this.failed++;
		const now = this.clock.now();
		if (this.done === this.total || now - this.reportedAt < PROGRESS_SECONDS * 1000) return;
		this.reportedAt = now;
		this.report(`${this.done} of ${this.total} ${this.noun}, ${this.counts()}`);
	}

	/**
	 * Adds a hint with the counts if the run took long enough, or if some of several items have
	 * failed.
	 */
	end(): void {
		const tookLong = this.clock.now() - this.begun >= PROGRESS_SECONDS * 1000;
		const someFailed = this.failed > 0 && this.total > 1;
		if (!tookLong && !someFailed) return;
		const text = `${this.total} ${this.noun}, ${this.counts()}`;
		if (tookLong) this.report(text);
		this.context.addExecutionHints({ message: `${text}.`, location: 'outputPane' });
	}

	/** Adds to the error of one item how the other items can go on. */
	adviseToContinue(error: NodeFailure): void {
		const advice = `To go on with the other ${this.noun}, set On Error under Settings to Continue.`;
		error.description = [error.description, advice].filter(Boolean).join(' ');
	}

	private report(text: string): void {
		const line = `${this.context.getNode().name}: ${text}`;
		this.context.logger.info(line);
		this.context.sendMessageToUI(line);
	}

	private counts(): string {
		const seconds = (this.clock.now() - this.begun) / 1000;
		const rate = this.done / Math.max(seconds, 1);
		const rounded = rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate);
		return `${rounded} a second, ${this.failed} failed`;
	}
}
