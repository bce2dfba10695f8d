import type { BuiltInNodes } from '../builtInNodes';
import { runNodes, type ChainNode } from '../engine';
import { COLUMNS, customer, newTask } from './client';
import type { RowsRun } from './node';

const BATCH = 50;

/**
 * Adds rows as a careful user does without this package: Loop Over Items returns 50 items at a time, Aggregate makes one
 * item of these, and HTTP Request sends it.
 */
export async function addWithBuiltIn(
	url: string,
	nodes: BuiltInNodes,
	count: number,
): Promise<RowsRun> {
	const { taskId, insertUrl } = await newTask(url);
	const loop: ChainNode = { ...nodes.loopOverItems, parameters: { batchSize: BATCH, options: {} } };
	const aggregate: ChainNode = {
		...nodes.aggregate,
		parameters: {
			aggregate: 'aggregateAllItemData',
			destinationFieldName: 'rows',
			include: 'allFields',
			options: {},
		},
	};
	const send: ChainNode = {
		...nodes.httpRequest,
		parameters: {
			method: 'POST',
			url: insertUrl,
			authentication: 'none',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ task_id: ${JSON.stringify(taskId)}, call_column: ${JSON.stringify(COLUMNS)}, call_list: $json.rows.map(row => Object.values(row)) }) }}`,
			options: {},
		},
	};
	const items = Array.from({ length: count }, (_none, index) => ({ json: customer(index) }));
	// Node 1 is the loop. Its second output has the next batch, its first output all items after the last batch.
	const links = [
		{ from: 0, to: 1 },
		{ from: 1, output: 1, to: 2 },
		{ from: 2, to: 3 },
		{ from: 3, to: 1 },
	];
	const run = await runNodes(items, [loop, aggregate, send], links, 1);
	return { ...run, ids: run.items.flatMap(({ json }) => idsIn(json)) };
}

/** The IDs in an output item of the HTTP Request node. */
function idsIn(json: object): string[] {
	const result: unknown = 'result' in json ? json.result : undefined;
	const ids: unknown =
		typeof result === 'object' && result !== null && 'task_data_ids' in result
			? result.task_data_ids
			: undefined;
	if (!Array.isArray(ids)) throw new Error(`HTTP Request was refused: ${JSON.stringify(json)}`);
	return ids.map(String);
}
