import type { INodeProperties } from 'n8n-workflow';

/** The fields in which the user chooses a script, a line, a voice or a task. */

/** A field in which the user chooses from a list of the platform, or enters an ID. */
function locator(
	own: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & { required?: boolean },
	searchMethod: string,
	example: string,
): INodeProperties {
	return {
		...own,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

export const script = locator(
	{
		displayName: 'Script',
		name: 'robotId',
		required: true,
		description: 'Conversation script of the robot (API: robot_id)',
	},
	'searchScripts',
	'5201',
);
export const line = locator(
	{
		displayName: 'Line',
		name: 'lineNum',
		required: true,
		description: 'Line to call from (API: line_num)',
	},
	'searchLines',
	'055168204601',
);
/** The voice, for Options. */
export const voice = locator(
	{
		displayName: 'Voice',
		name: 'voiceCode',
		description: 'If not set, the platform chooses (API: voice_code)',
	},
	'searchVoices',
	'65580',
);
export const task = locator(
	{
		displayName: 'Task',
		name: 'taskId',
		required: true,
		description:
			'The outbound task. To use the ID from an earlier node, choose By ID (API: task_id).',
	},
	'searchTasks',
	'88101',
);
