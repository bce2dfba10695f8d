import type { INodeProperties } from 'n8n-workflow';
import { concurrentRequests, optionsCollection, retries, timeout } from '../shared/n8n/parameters/properties';

/** Parameters that several operations share. */

/** A choice from a list that the platform fills, or by id. */
function locator(own: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & { required?: boolean }, searchMethod: string, example: string): INodeProperties {
	return {
		...own,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod: searchMethod, searchable: true } },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

export const script = locator(
	{ displayName: 'Script', name: 'robotId', required: true, description: 'What the robot says and asks. Scripts that can be used stand first (API: robot_id).' },
	'searchScripts',
	'5201',
);

export const line = locator(
	{ displayName: 'Line', name: 'lineNum', required: true, description: 'The line that the calls go out on (API: line_num)' },
	'searchLines',
	'055168204601',
);

export const voice = locator(
	{ displayName: 'Voice', name: 'voiceCode', description: 'The voice of the robot. Leave it empty to leave the choice to the platform (API: voice_code).' },
	'searchVoices',
	'65580',
);

export const task = locator(
	{ displayName: 'Task', name: 'taskId', required: true, description: 'The outbound task (API: task_id)' },
	'searchTasks',
	'88101',
);

/** The Options collection: what every operation that can be sent again has, and what this one has beside it. */
export function aiCallOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, retries, timeout, ...own);
}

/** The same for an operation that hands over in batches: one request is of several items. */
export function deliveryOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, { ...timeout, description: `${timeout.description}. The value of the first item counts for all.` }, ...own);
}
