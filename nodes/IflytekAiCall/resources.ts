import { get as getConfiguration } from './configuration/get';
import { deleteTask } from './task/delete';
import { get as getTask } from './task/get';
import { getAll } from './task/getAll';
import { pause } from './task/pause';
import { start } from './task/start';
import type { AiCallResource } from './types';

/** All that the node can do: its description and its dispatch both come from here. */
export const resources: AiCallResource[] = [
	{ value: 'configuration', defaultOperation: 'get', operations: [getConfiguration] },
	{ value: 'task', defaultOperation: 'getAll', operations: [deleteTask, getTask, getAll, pause, start] },
];
