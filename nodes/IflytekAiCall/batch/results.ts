import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { NEVER_CALL } from '../../shared/aiCall/rows/neverCall';
import { Failure, InputError } from '../../shared/failure';
import { errorItem, toNodeError, type NodeFailure } from '../../shared/n8n/run/nodeErrors';
import { definedFields } from '../../shared/values';
import type { Audit, Outcomes } from '../check/audit';
import type { Delivery } from './delivery';
import { rowName, type Entry, type InvalidEntry } from './entry';
import { entryFailure, withFacts } from './report';

/**
 * What the result shows of a row that is not called on purpose. Undefined for a row that is to be
 * sent.
 */
export function droppedState({ duplicateOf, neverCall }: Entry): DroppedState | undefined {
	if (neverCall) return { state: 'neverCall' };
	return duplicateOf && { state: 'duplicate', duplicateOf: rowName(duplicateOf) };
}

interface DroppedState {
	state: 'neverCall' | 'duplicate';
	/** The earlier row. */
	duplicateOf?: string;
}

/** Why a row is not called, in short. */
export function droppedText({ state, duplicateOf = '' }: DroppedState): string {
	return state === 'neverCall'
		? `The number is under ${NEVER_CALL}`
		: `An earlier row has the same number (${duplicateOf})`;
}

/** The result of an entry: first `state`, then its ID or its values. */
export function entryResult(
	context: IExecuteFunctions,
	{ names, raw }: Pick<Delivery, 'names' | 'raw'>,
	entry: Entry,
	outcomes: Outcomes,
	simplified: boolean,
): INodeExecutionData {
	const { key, rowIndex, destination, values } = entry;
	const sentEntry = entry.sharedWith ?? entry;
	const outcome = outcomes.get(sentEntry) ?? { state: 'notSent' };
	const audit = outcomes.auditOf(sentEntry);
	const { state } = outcome;
	const keyField = definedFields({ rowKey: key });
	const dropped = droppedState(entry);
	const taskField = definedFields({ task_id: destination.task?.id });
	const shown = () => destination.shown(values);
	if (dropped) {
		if (!context.continueOnFail())
			return { json: { ...dropped, ...shown(), ...keyField, ...audit } };
		const failure = new InputError(droppedText(dropped));
		const rows = rowIndex === undefined ? undefined : [entry.original];
		const facts = { ...dropped, ...shown(), ...keyField, ...definedFields({ rows }), ...audit };
		return failedItem(context, withFacts(failure, facts), rowIndex, entry.item);
	}
	if (state === 'sentBefore') {
		const idField = definedFields({ [names.idName]: outcome.id });
		return { json: { state, ...idField, ...taskField, ...shown(), ...keyField, ...audit } };
	}
	if (state !== 'accepted')
		return failedItem(
			context,
			withFacts(entryFailure(names, entry, outcome), audit),
			rowIndex,
			entry.item,
			{ ...shown(), ...keyField },
		);
	const { id, envelope } = outcome;
	const result = simplified
		? { [names.idName]: id, ...taskField, ...shown() }
		: { ...raw(id, envelope.sent), ...taskField };
	return {
		json: { ...(names.method !== 'createTask' && { state }), ...result, ...keyField, ...audit },
	};
}

/**
 * The item of an entry that was not sent or not accepted. If On Error is set to continue, it is an
 * error item, and n8n adds the fields of the input item if `pairedItem` is an object. If the input
 * item contains an array of rows, this must not happen: running the error item again would send the
 * whole array again. So `pairedItem` is a number then. If On Error is set to stop, the node has one
 * output, and the item has its state first like those of the other entries.
 * @param shown the values of the entry, which n8n adds to error items itself
 */
export function failedItem(
	context: IExecuteFunctions,
	failure: Failure,
	rowIndex: number | undefined,
	index: number,
	shown: object = {},
): INodeExecutionData {
	const node = context.getNode();
	const error = toNodeError(node, failure, index);
	if (!context.continueOnFail()) return stateItem(error, shown);
	const item = errorItem(node, error, index);
	return rowIndex === undefined ? item : { ...item, pairedItem: index };
}

/** The item of an error that does not stop the node although On Error is set to stop. */
export function stateItem(error: NodeFailure, shown: object = {}): INodeExecutionData {
	const { state, ...details } = error.context.data as IDataObject;
	return { json: { state, ...shown, error: error.message, ...details } };
}

/** What a result shows of an invalid row: its phone number, and the row as it came. */
export function shownInvalid({ label, original }: InvalidEntry): object {
	return { ...definedFields({ phoneNumber: label || undefined }), row: original };
}

/**
 * The error of an item that is invalid as a whole.
 * @param note stands before the advice. An error that n8n threw has no advice of ours, and no note.
 */
export function invalidItemError(
	context: IExecuteFunctions,
	reason: unknown,
	index: number,
	{ audit, note }: { audit?: Partial<Audit>; note?: string },
): NodeFailure {
	const error = toNodeError(context.getNode(), reason, index);
	const state = reason instanceof LookupError ? 'notSent' : 'problem';
	const data: IDataObject = { state, ...(error.context.data as IDataObject), ...audit };
	if (reason instanceof Failure && note !== undefined) {
		error.description = withNote(error.description);
		data.advice = withNote(reason.details.advice);
	}
	error.context.data = data;
	return error;

	function withNote(text: string | null | undefined): string {
		return `${note} ${text ?? ''}`.trim();
	}
}
