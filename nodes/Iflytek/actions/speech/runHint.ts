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
		const { hint, reasons } = known ?? {
			hint: { message: '', type: 'warning' as const, location: 'outputPane' as const },
			reasons: [],
		};
		reasons.push(reason);
		hint.message = this.textOf(reasons);
		if (known) return;
		this.runs.set(context, { hint, reasons });
		context.addExecutionHints(hint);
	}
}
