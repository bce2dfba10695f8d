import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Failure, InputError } from '../../shared/failure';
import { errorItem, toNodeError, type NodeFailure } from '../../shared/n8n/run/nodeErrors';
import { definedFields } from '../../shared/values';
import type { Outcomes } from '../entry/audit';
import type { Delivery } from '../entry/delivery';
import { isEntry, shownOf, type Entry, type InvalidEntry } from '../entry/entry';
import { invalidState, leftOut, leftOutText } from '../entry/outcomes';
import { entryFailure } from './entryFailure';

/**
 * The result of an entry, or of what cannot be sent: first `state`, then its ID or its values.
 * @param index the index of its item
 */
export function resultOf(
	context: IExecuteFunctions,
	{ names, mode }: Pick<Delivery, 'names' | 'mode'>,
	entry: Entry | InvalidEntry,
	index: number,
	outcomes: Outcomes,
	simplified: boolean,
): INodeExecutionData {
	if (!isEntry(entry)) {
		const error = invalidError(context, entry, index, '', outcomes.auditOf(entry));
		return failedItem(context, error, entry, index, shownInvalid(entry));
	}
	const { key, destination, sharedWith = entry } = entry;
	const isTask = names.method === 'createTask';
	const audit = outcomes.auditOf(sharedWith);
	const keyField = definedFields({ rowKey: key });
	const shown = { ...shownOf(entry), ...keyField };
	const fail = (failure: Failure, facts: object, fields: object) => {
		const error = toNodeError(context.getNode(), failure, index);
		addFacts(error, { ...facts, ...audit }, entry);
		return failedItem(context, error, entry, index, fields);
	};
	const omission = leftOut(entry);
	if (omission) {
		const fields = { ...omission, ...shown };
		if (!context.continueOnFail()) return { json: { ...fields, ...audit } };
		return fail(new InputError(leftOutText(omission)), fields, {});
	}
	const outcome = outcomes.of(sharedWith);
	const { state } = outcome;
	const idField = definedFields({ [names.idName]: 'id' in outcome ? outcome.id : undefined });
	const taskField = definedFields({ task_id: destination.task?.id });
	if (state === 'sentBefore') {
		const task = definedFields({ task_id: outcome.task });
		return { json: { state, ...shown, ...task, ...audit } };
	}
	if (state !== 'accepted') return fail(entryFailure(names, outcome), { state, ...idField }, shown);
	if (isTask && !simplified) return { json: { ...outcome.envelope.sent, ...audit } };
	const stateFields = isTask ? {} : mode === 'real' ? { state } : { state, test: true };
	const result = simplified
		? { ...idField, ...taskField, ...shown }
		: { ...idField, response: outcome.envelope.sent, ...taskField, ...keyField };
	return { json: { ...stateFields, ...result, ...audit } };
}

/**
 * The error of what cannot be sent: its first problem.
 * @param note stands before the advice, unless n8n threw the error
 * @param facts further facts for programs
 */
export function invalidError(
	context: IExecuteFunctions,
	entry: InvalidEntry,
	index: number,
	note = '',
	facts: object = {},
): NodeFailure {
	const { rowIndex } = entry;
	const [reason] = entry.problems;
	const error = toNodeError(context.getNode(), reason, index);
	if (rowIndex !== undefined) error.message = `Row ${rowIndex} (zero-based): ${error.message}`;
	// The state of an item that an earlier run has left as `unknown` stands in its error.
	const { state = invalidState(entry) } = error.context.data as IDataObject;
	addFacts(error, { state, ...facts }, entry);
	if (!(reason instanceof Failure) || note === '') return error;
	error.description = `${note} ${error.description ?? ''}`.trim();
	addFacts(error, { advice: `${note} ${reason.details.advice ?? ''}`.trim() }, entry);
	return error;
}

/** Adds facts for programs to an error, and the row as it came if its item contains several. */
function addFacts(error: NodeFailure, facts: object, row: Entry | InvalidEntry): void {
	const rows = row.rowIndex === undefined ? undefined : [row.original];
	const data = error.context.data as IDataObject;
	error.context.data = { ...data, ...definedFields({ ...facts, rows }) };
}

/**
 * The item of an entry that was not sent or not accepted. If On Error is set to continue, it is an
 * error item, and n8n adds the fields of the input item if `pairedItem` is an object. If the input
 * item contains an array of rows, this must not happen: running the error item again would send the
 * whole array again. So `pairedItem` is a number then. If On Error is set to stop, the node has one
 * output, and the item has its state first like those of the other entries.
 * @param shown the values of the entry, which n8n adds to error items itself
 */
function failedItem(
	context: IExecuteFunctions,
	error: NodeFailure,
	{ rowIndex }: Entry | InvalidEntry,
	index: number,
	shown: object,
): INodeExecutionData {
	if (!context.continueOnFail()) {
		const { state, ...details } = error.context.data as IDataObject;
		return { json: { state, ...shown, error: error.message, ...details } };
	}
	const item = errorItem(context.getNode(), error, index);
	return rowIndex === undefined ? item : { ...item, pairedItem: index };
}

/** What a result shows of an invalid row: its phone number, and the row as it came. */
export function shownInvalid({ label, original }: InvalidEntry): object {
	if (original === undefined) return {};
	return { ...definedFields({ phoneNumber: label || undefined }), row: original };
}
