import type { IExecuteFunctions, Logger } from 'n8n-workflow';
import { Item, readConcurrency, readTimeout } from '../../shared/n8n/parameters/item';

/** What sending needs to know of the run of a node. */
export interface NodeRun {
	logger: Logger;
	/** The node and its execution, for the log. */
	label: string;
	/** How many items the run has. */
	itemCount: number;
	/** How many requests may be under way at the same time. */
	concurrency: number;
	timeoutMs: number;
	/** Aborted when the user stops the execution. */
	stopped: AbortSignal | undefined;
}

/** @throws InputError if one of the options is invalid, so it is called before anything is recorded */
export function nodeRunOf(context: IExecuteFunctions): NodeRun {
	return {
		logger: context.logger,
		label: `${context.getNode().name}: execution ${context.getExecutionId() ?? 'without id'}`,
		itemCount: context.getInputData().length,
		concurrency: readConcurrency(context),
		timeoutMs: readTimeout(new Item(context, 0)),
		stopped: context.getExecutionCancelSignal(),
	};
}
