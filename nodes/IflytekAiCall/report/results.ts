import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Failure } from '../../shared/failure';
import { detailsField } from '../../shared/n8n/olderN8n';
import { toNodeError, type NodeFailure } from '../../shared/n8n/run/nodeErrors';
import { definedFields } from '../../shared/values';
import { isFailed, reasonOf, type Decision, type Decisions, type Failed } from '../entry/decision';
import type { Delivery } from '../entry/delivery';
import { isEntry, shownOf, type DeliveryNames, type InvalidEntry, type Row } from '../entry/entry';

/** The results of a run: an item for each entry, with what became of it. */

/**
 * The result of an entry, or of what cannot be sent: first `state`, then its ID or its values, at the
 * end `reason` and `at`.
 * @param index the index of its item
 */
export function resultOf(
	context: IExecuteFunctions,
	{ names, mode }: Pick<Delivery, 'names' | 'mode'>,
	row: Row,
	index: number,
	decisions: Decisions,
	simplified: boolean,
): INodeExecutionData {
	const decision = decisions.of((isEntry(row) && row.sharedWith) || row);
	const { state } = decision;
	const keyField = isEntry(row) ? definedFields({ rowKey: row.key }) : {};
	const shown = isEntry(row) ? { ...shownOf(row), ...keyField } : shownInvalid(row);
	const why = whyOf(names, decision);
	if (isFailed(decision)) return failedItem(context, names, row, index, decision, shown);
	if (state === 'accepted' && isEntry(row)) {
		const isTask = names.method === 'createTask';
		if (isTask && !simplified) return { json: { ...decision.envelope.sent } as IDataObject };
		const idField = { [names.idName]: decision.id };
		const taskField = definedFields({ task_id: row.destination.task?.id });
		const stateFields = isTask ? {} : mode === 'real' ? { state } : { state, test: true };
		const result = simplified
			? { ...idField, ...taskField, ...shown }
			: { ...idField, response: decision.envelope.sent, ...taskField, ...keyField };
		const again = definedFields({ calledToday: decision.isCalledAgain });
		return { json: { ...stateFields, ...result, ...again, ...why } };
	}
	const { task, duplicateOf } = 'reason' in decision ? decision : {};
	const more = definedFields({ duplicateOf, task_id: task });
	return { json: { state, ...shown, ...more, ...why } };
}

/** Why a row has its state, and when that was decided. Tasks have neither. */
function whyOf(names: DeliveryNames, decision: Decision): { reason?: string; at?: string } {
	if (names.method === 'createTask') return {};
	return { reason: reasonOf(decision), at: timeOf(names, decision.at) };
}

/** The time of a decision (ISO 8601 in UTC). */
export function timeOf({ method }: DeliveryNames, at: number): string | undefined {
	return method === 'createTask' ? undefined : new Date(at).toISOString();
}

/** What is to be done about a row that failed. */
export function adviceOf({ failure, left }: Failed): string | undefined {
	return [left, failure.details.advice].filter(Boolean).join(' ') || undefined;
}

/**
 * The item of an entry that was not sent or not accepted: `error`, and under `details` everything else.
 * `state`, `reason` and `at` stand beside them, too, unless the item is for n8n's error output, which
 * takes no item with other fields. n8n adds the fields of the input item if `pairedItem` is an object.
 * If the input item contains an array of rows, this must not happen: running the error item again
 * would send the whole array again. So `pairedItem` is a number then.
 */
function failedItem(
	context: IExecuteFunctions,
	names: DeliveryNames,
	row: Row,
	index: number,
	decision: Failed & Decision,
	shown: object,
): INodeExecutionData {
	const node = context.getNode();
	const { state } = decision;
	const error = errorOf(context, row, index, decision);
	const why = whyOf(names, decision);
	const rows = row.rowIndex === undefined ? undefined : [row.original];
	const details = {
		...(error.context.data as IDataObject),
		...definedFields({ state, ...why, rows }),
	};
	const failed = { error: error.message, [detailsField(node)]: details };
	const isForErrorOutput = context.continueOnFail() && node.onError === 'continueErrorOutput';
	const json = isForErrorOutput
		? failed
		: { state, ...(context.continueOnFail() ? {} : shown), ...failed, ...why };
	const pairedItem = row.rowIndex === undefined ? { item: index } : index;
	return context.continueOnFail() ? { json, pairedItem } : { json };
}

/** The error of a row that failed, as n8n shows it. */
function errorOf(
	context: IExecuteFunctions,
	{ rowIndex }: Row,
	index: number,
	decision: Failed,
): NodeFailure {
	const { message, kind, details } = decision.failure;
	const place = rowIndex === undefined ? '' : `Row ${rowIndex + 1}: `;
	const failure = new Failure(place + message, kind, { ...details, advice: adviceOf(decision) });
	return toNodeError(context.getNode(), failure, index);
}

/** What a result shows of an invalid row: its phone number, and the row as it came. */
export function shownInvalid({ label, original }: InvalidEntry): object {
	if (original === undefined) return {};
	return { ...definedFields({ phoneNumber: label || undefined }), row: original };
}
