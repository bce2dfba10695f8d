import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Failure } from '../../shared/failure';
import { errorItem, toNodeError, type NodeFailure } from '../../shared/n8n/run/nodeErrors';
import { definedFields } from '../../shared/values';
import type { Audit, Outcomes } from '../check/audit';
import type { Delivery } from './delivery';
import { positionText, type Entry } from './entry';
import { entryFailure, withFacts } from './report';

/**
 * What the result shows of a row that was left out on purpose. This is not a failure. Undefined for
 * a row that is to be sent.
 */
export function droppedState({ duplicateOf, neverCall }: Entry): DroppedState | undefined {
	if (neverCall) return { state: 'neverCall' };
	return duplicateOf && { state: 'duplicate', duplicateOf: positionText(duplicateOf) };
}

interface DroppedState {
	state: 'neverCall' | 'duplicate';
	/** Where the earlier row is. */
	duplicateOf?: string;
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
	const shown = () => destination.shown(values);
	if (dropped) return { json: { ...dropped, ...shown(), ...keyField, ...audit } };
	if (state === 'sentBefore') {
		const idField = definedFields({ [names.idName]: outcome.id });
		return { json: { state, ...idField, ...shown(), ...keyField, ...audit } };
	}
	if (state !== 'accepted')
		return failedItem(
			context,
			withFacts(entryFailure(names, entry, outcome), audit),
			rowIndex,
			entry.item,
		);
	const { id, envelope } = outcome;
	const result = simplified ? { [names.idName]: id, ...shown() } : raw(id, envelope.sent);
	return {
		json: { ...(names.method !== 'createTask' && { state }), ...result, ...keyField, ...audit },
	};
}

/**
 * The error item of an entry. n8n adds the fields of the input item if `pairedItem` is an object.
 * If the input item contains an array of rows, this must not happen: running the error item again
 * would send the whole array again. So `pairedItem` is a number then.
 */
export function failedItem(
	context: IExecuteFunctions,
	failure: Failure,
	rowIndex: number | undefined,
	index: number,
): INodeExecutionData {
	const node = context.getNode();
	const item = errorItem(node, toNodeError(node, failure, index), index);
	return rowIndex === undefined ? item : { ...item, pairedItem: index };
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
	const data: IDataObject = { state: 'notSent', ...(error.context.data as IDataObject), ...audit };
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
