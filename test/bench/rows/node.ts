import { IflytekAiCallApi } from '../../../credentials/IflytekAiCallApi.credentials';
// The path needs its extension, because IflytekAiCall.node.json is in the same folder and would be found first.
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node.js';
import { runChain } from '../engine';
import type { Cost } from '../measure';
import { credentialAt, customer, newTask } from './client';

/** A run that adds rows: its cost, and the ID that it returned for each row, in the order of the rows. */
export interface RowsRun extends Cost {
	ids: string[];
}

const type = new IflytekAiCallApi();
const node = new IflytekAiCall();

/**
 * Adds rows with the AI Call node and its defaults: it sends several batches of 50 rows at the same time, and finds the
 * value of each column in the field with the same name.
 */
export async function addWithNode(url: string, count: number): Promise<RowsRun> {
	const { taskId } = await newTask(url);
	const columns = {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [],
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	};
	const parameters = {
		resource: 'task',
		operation: 'addRows',
		runMode: 'real',
		taskId: { __rl: true, mode: 'list', value: taskId },
		columns,
	};
	const items = Array.from({ length: count }, (_none, index) => ({ json: customer(index) }));
	const run = await runChain(
		items,
		[{ type: node, parameters }],
		[{ type, data: credentialAt(url) }],
	);
	return { ...run, ids: run.items.map(({ json }) => String(json.task_data_id)) };
}
