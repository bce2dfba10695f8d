import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { uniqueColumnNames } from '../../shared/aiCall/rows/columns';
import { toolColumnName } from '../../shared/aiCall/rows/toolColumns';
import { chosen, queryPlatform } from './query';
import { PlatformData } from './platformData';

/** The fields of the column mapper. */

const NO_SCRIPT_CHOSEN = 'Choose a script first, from the list or by its ID.';

export async function getScriptColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const robotId = chosen(this, 'robotId');
	if (robotId === '') return { fields: [], emptyFieldsNotice: NO_SCRIPT_CHOSEN };
	return await loadFields(this, async (platform) => await platform.columnsOfScript(robotId));
}

/** The columns of the script of the chosen task, or of the chosen script if no task is chosen. */
export async function getTaskColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const taskId = chosen(this, 'taskId');
	const robotId = chosen(this, 'robotId');
	if (taskId === '' && robotId === '')
		return {
			fields: [],
			emptyFieldsNotice: 'Choose a task first. If the task does not exist yet, choose its script.',
		};
	return await loadFields(
		this,
		async (platform) =>
			await (taskId === ''
				? platform.columnsOfScript(robotId)
				: platform.columnsOfTask(taskId, robotId)),
	);
}

/**
 * The same columns as a list: n8n's AI builder reads lists, but not the fields of a column mapper.
 */
export async function getScriptColumnNames(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return asList(this, await getScriptColumns.call(this));
}

export async function getTaskColumnNames(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return asList(this, await getTaskColumns.call(this));
}

/** @throws NodeOperationError if no script or task is chosen */
function asList(
	context: ILoadOptionsFunctions,
	{ fields, emptyFieldsNotice }: ResourceMapperFields,
): INodePropertyOptions[] {
	if (emptyFieldsNotice) throw new NodeOperationError(context.getNode(), emptyFieldsNotice);
	return fields.map(({ id, displayName, required }) => ({
		name: displayName,
		value: id,
		...(required && { description: 'The phone number' }),
	}));
}

async function loadFields(
	context: ILoadOptionsFunctions,
	columnsFrom: (platform: PlatformData) => Promise<string[]>,
): Promise<ResourceMapperFields> {
	const columns = await queryPlatform(
		context,
		async (client) => await columnsFrom(new PlatformData(client)),
	);
	const names = uniqueColumnNames(columns);
	const isTool = context.getNode().type.endsWith('Tool');
	return {
		fields: columns.map((column, index) => ({
			id: names[index] ?? column,
			displayName: isTool ? toolColumnName(column, index) : column,
			required: index === 0,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
		})),
	};
}
