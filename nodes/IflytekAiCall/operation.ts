import type { INodeProperties } from 'n8n-workflow';
import type { AiCallClient } from '../shared/n8n/aiCall/client';
import { concurrentRequests, optionsCollection, retries, timeout } from '../shared/n8n/parameters';
import type { Operation } from '../shared/n8n/run/operations';
import { checkOnly } from './checkOnly';

/** What several operations of this node have in common. */

export type AiCallOperation = Operation<AiCallClient>;

/** A choice from a list of the platform, or by id. */
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

export const script = locator({ displayName: 'Script', name: 'robotId', required: true, description: 'The conversation script of the robot. Usable scripts are listed first, deleted ones not at all (API: robot_id).' }, 'searchScripts', '5201');
export const line = locator({ displayName: 'Line', name: 'lineNum', required: true, description: 'Line to call from (API: line_num)' }, 'searchLines', '055168204601');
export const voice = locator({ displayName: 'Voice', name: 'voiceCode', description: 'Voice of the robot. If empty, the platform chooses one (API: voice_code).' }, 'searchVoices', '65580');
export const task = locator({ displayName: 'Task', name: 'taskId', required: true, description: 'The outbound task. To use the ID from an earlier node, choose By ID (API: task_id).' }, 'searchTasks', '88101');

/** The Options of every operation, and those of one operation. */
export function aiCallOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, retries, timeout, ...own);
}

/** The Options of an operation that sends what must be sent once, in requests that serve several items. */
export function deliveryOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(checkOnly, concurrentRequests, { ...timeout, description: `${timeout.description}. The value of the first item applies to all items.` }, ...own);
}
