import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { AI_CALL_CREDENTIAL } from '../../shared/aiCall/transport/aiCallClient';
import { lineEntries } from './listSearch';
import { chosen } from './editorQuery';
import { getScriptColumns, getTaskColumns } from './resourceMapping';

/**
 * The lines for the field of additional lines. While the node has no credential or no line, the
 * list is empty. Without a credential a query would fail, and n8n would show the error.
 */
export async function getLines(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const hasCredential = this.getNode().credentials?.[AI_CALL_CREDENTIAL] !== undefined;
	return hasCredential && chosen(this, 'lineNum') !== '' ? await lineEntries(this) : [];
}

/**
 * The columns of the script as a list: n8n's AI builder reads lists, but not the fields of a column
 * mapper.
 * @throws NodeOperationError if no script is chosen
 */
export async function getScriptColumnNames(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return columnOptions(this, await getScriptColumns.call(this));
}

/** The columns of the task's script, in the same way. */
export async function getTaskColumnNames(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return columnOptions(this, await getTaskColumns.call(this));
}

/** @throws NodeOperationError if there are no columns; the notice says what to choose first */
function columnOptions(
	context: ILoadOptionsFunctions,
	{ fields, emptyFieldsNotice }: ResourceMapperFields,
): INodePropertyOptions[] {
	if (fields.length === 0)
		throw new NodeOperationError(context.getNode(), String(emptyFieldsNotice));
	return fields.map(({ id, required }) => ({
		name: id,
		value: id,
		...(required && { description: 'The phone number' }),
	}));
}
