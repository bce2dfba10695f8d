import type { OutputSchemas } from '../shared/n8n/aiBuilder';
import callPlace from './__schema__/v1.0.0/call/place.json';
import configurationGet from './__schema__/v1.0.0/configuration/get.json';
import taskAddRows from './__schema__/v1.0.0/task/addRows.json';
import taskCreate from './__schema__/v1.0.0/task/create.json';
import taskDelete from './__schema__/v1.0.0/task/delete.json';
import taskGet from './__schema__/v1.0.0/task/get.json';
import taskGetAll from './__schema__/v1.0.0/task/getAll.json';
import taskPause from './__schema__/v1.0.0/task/pause.json';
import taskRun from './__schema__/v1.0.0/task/run.json';
import taskStart from './__schema__/v1.0.0/task/start.json';

/** The output schemas of the operations. `npm run schemas` writes them, and this file. */
export const outputSchemas: OutputSchemas = {
	call: {
		place: callPlace,
	},
	configuration: {
		get: configurationGet,
	},
	task: {
		addRows: taskAddRows,
		create: taskCreate,
		delete: taskDelete,
		get: taskGet,
		getAll: taskGetAll,
		pause: taskPause,
		run: taskRun,
		start: taskStart,
	},
};
