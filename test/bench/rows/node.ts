import type { INodeParameters } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../../credentials/IflytekAiCallApi.credentials';
// The path needs its extension, because IflytekAiCall.node.json is in the same folder and would be found first.
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node.js';
import { runChain } from '../engine';
import type { Cost } from '../measure';
import { credentialAt, customer, LINE, newTask, SCRIPT } from './client';

/** A run that adds rows: its cost, and the ID that it returned for each row, in the order of the rows. */
export interface RowsRun extends Cost {
	ids: string[];
}

const type = new IflytekAiCallApi();
const node = new IflytekAiCall();

/** Each column of the script gets the value of the field of the same name. */
const BY_NAME = {
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

/**
 * Adds rows to a new task with Add Rows and its defaults: it sends several batches of 50 rows at the same time, and finds
 * the value of each column in the field with the same name.
 */
export async function addWithNode(url: string, count: number): Promise<RowsRun> {
	const { taskId } = await newTask(url);
	return await sendRows(url, count, { operation: 'addRows', taskId: chosen(taskId) });
}

/** Sends rows with Run Campaign and its defaults, which creates their task and starts it. */
export async function runCampaign(url: string, count: number): Promise<RowsRun> {
	const options = { callingTimes: { times: { hours: '00:00-24:00' } } };
	return await sendRows(url, count, {
		operation: 'run',
		taskName: 'Bench',
		robotId: chosen(SCRIPT),
		lineNum: chosen(LINE),
		options,
	});
}

async function sendRows(url: string, count: number, operation: INodeParameters): Promise<RowsRun> {
	const parameters = { resource: 'task', runMode: 'real', columns: BY_NAME, ...operation };
	const items = Array.from({ length: count }, (_none, index) => ({ json: customer(index) }));
	const run = await runChain(
		items,
		[{ type: node, parameters }],
		[{ type, data: credentialAt(url) }],
	);
	return { ...run, ids: run.items.map(({ json }) => String(json.task_data_id)) };
}
