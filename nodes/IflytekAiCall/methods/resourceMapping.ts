import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { uniqueColumnNames } from '../../shared/aiCall/rows/columns';
import { panelNames, modelExpressions } from '../../shared/aiCall/rows/mapperColumns';
import {
	expressionOf,
	inputFields,
	proposeMapping,
	type InputField,
} from '../../shared/aiCall/rows/mappingProposal';
import { isRecord } from '../../shared/values';
import { escapedMarkup, shortened } from '../../shared/errorTexts';
import { inputItem } from '../parameters/rowParameters';
import { chosen, queryPlatform } from './editorQuery';
import { PlatformData } from '../../shared/aiCall/lookup/platformData';

/*
 * The fields of the column mapper. Each answer has a notice that is true: n8n shows the last one
 * that it got whenever no fields are visible, as in Map Automatically, and never clears it.
 */

export async function getScriptColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await scriptColumns(this, chosen(this, 'robotId'));
}

async function scriptColumns(
	context: ILoadOptionsFunctions,
	robotId: string,
): Promise<ResourceMapperFields> {
	if (robotId === '')
		return {
			fields: [],
			emptyFieldsNotice: 'Choose a script first, from the list or by its ID.',
		};
	return await loadFields(
		context,
		`script ${robotId}`,
		async (platform) => await platform.columnsOfScript(robotId),
	);
}

/** The columns of the script of the chosen task, or of the chosen script if no task is chosen. */
export async function getTaskColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const taskId = chosen(this, 'taskId');
	const robotId = chosen(this, 'options.robotId');
	if (taskId === '' && robotId === '')
		return {
			fields: [],
			emptyFieldsNotice: 'Choose a task first, or Script of the Task under Options.',
		};
	return taskId === ''
		? await scriptColumns(this, robotId)
		: await loadFields(
				this,
				`task ${taskId}`,
				async (platform) => await platform.columnsOfTask(taskId, robotId),
			);
}

async function loadFields(
	context: ILoadOptionsFunctions,
	owner: string,
	columnsFrom: (platform: PlatformData) => Promise<string[]>,
): Promise<ResourceMapperFields> {
	const columns = await queryPlatform(
		context,
		async (client) => await columnsFrom(new PlatformData(client)),
	);
	const names = uniqueColumnNames(columns);
	const isTool = context.getNode().type.endsWith('Tool');
	const shownNames = panelNames(columns, isTool);
	const expressions = isTool
		? modelExpressions(columns)
		: proposeMapping(names, firstItemFields(context)).map(inputExpression);
	return {
		fields: names.map((name, index) => ({
			id: name,
			displayName: shownNames[index] ?? name,
			required: index === 0,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
			// The editor fills a field with it that nobody has filled yet.
			defaultValue: expressions[index],
		})),
		// n8n shows the notice as HTML.
		emptyFieldsNotice: `Columns of ${owner}: ${escapedMarkup(shortened(names.join(', ')))}`,
	};
}

/** The expression for the value of an input field. */
function inputExpression(inputField: string | undefined): string | undefined {
	const expression = inputField === undefined ? undefined : expressionOf(inputField);
	return expression === undefined ? undefined : `=${expression}`;
}

/** The fields of the first input item; none if there is no input yet. */
function firstItemFields(context: ILoadOptionsFunctions): InputField[] {
	const item = context.getCurrentNodeParameter(inputItem.name);
	return inputFields([item].filter(isRecord));
}
