import type { AiCallClient } from '../shared/n8n/aiCall/aiCallClient';
import type { Resource } from '../shared/n8n/run/operations';
import { place } from './call/place';
import { get as getConfiguration } from './configuration/get';
import { addRows } from './task/addRows';
import { create } from './task/create';
import { get as getTask } from './task/get';
import { getAll } from './task/getAll';
import { run } from './task/run';
import { deleteTask, pause, start } from './task/state';

/** All operations of the node. Its parameters and its dispatch both come from this list. */
export const resources: Resource<AiCallClient>[] = [
	{ displayName: 'Call', value: 'call', defaultOperation: 'place', operations: [place] },
	{
		displayName: 'Configuration',
		value: 'configuration',
		defaultOperation: 'get',
		operations: [getConfiguration],
	},
	{
		displayName: 'Task',
		value: 'task',
		defaultOperation: 'getAll',
		operations: [addRows, create, deleteTask, getTask, getAll, pause, run, start],
	},
];
