import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

/** A warning in the panel, once for all items of a run that give a reason for it. */
export class RunHint<Reason> {
	private readonly runs = new WeakMap<
		IExecuteFunctions,
		{ hint: NodeExecutionHint; reasons: Reason[] }
	>();

	/** @param textOf the warning for all reasons of a run */
	constructor(private readonly textOf: (reasons: readonly Reason[]) => string) {}

	/** Adds the reason of an item to the warning of its run. */
	add(context: IExecuteFunctions, reason: Reason): void {
		const known = this.runs.get(context);
		const reasons = known?.reasons ?? [];
		reasons.push(reason);
		const message = this.textOf(reasons);
		if (known) {
			known.hint.message = message;
			return;
		}
		const hint = { message, type: 'warning', location: 'outputPane' } as const;
		this.runs.set(context, { hint, reasons });
		context.addExecutionHints(hint);
	}
}
