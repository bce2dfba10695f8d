import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Resource } from '../../shared/n8n/run/operations';
import { place } from './call/place.operation';
import { get as getConfiguration } from './configuration/get.operation';
import { addRows } from './task/addRows.operation';
import { create } from './task/create.operation';
import { get as getTask } from './task/get.operation';
import { getAll } from './task/getAll.operation';
import { run } from './task/run.operation';
import { deleteTask, pause, start } from './task/state.operation';

/**
 * All operations of the node. Its parameters and its dispatch both come from this list. What most
 * people need is the first of the node's actions; the others are in the order of their names.
 */
export const resources: Resource<AiCallClient>[] = [
	{
		displayName: 'Task',
		value: 'task',
		defaultOperation: 'getAll',
		operations: [run, addRows, create, deleteTask, getTask, getAll, pause, start],
	},
	{ displayName: 'Call', value: 'call', defaultOperation: 'place', operations: [place] },
	{
		displayName: 'Configuration',
		value: 'configuration',
		defaultOperation: 'get',
		operations: [getConfiguration],
	},
];
