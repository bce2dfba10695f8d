import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Failure } from '../../shared/failure';
import { errorItem, toNodeError, type NodeFailure } from '../../shared/n8n/run/nodeErrors';
import type { Audit, Outcomes } from './audit';
import type { Delivery } from './beginDelivery';
import { positionText, type Entry } from './entry';
import { entryFailure, withFacts } from './report';

/**
 * What the result shows of a row that was left out on purpose, which is no failure. Undefined for a
 * row that is to be sent.
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
	const { key, rowIndex, to, values } = entry;
	const sent = entry.sharedWith ?? entry;
	const outcome = outcomes.get(sent) ?? { state: 'notSent' };
	const audit = outcomes.auditOf(sent);
	const { state } = outcome;
	const keyed = key === undefined ? {} : { rowKey: key };
	const dropped = droppedState(entry);
	if (dropped) return { json: { ...dropped, ...to.shown(values), ...keyed, ...audit } };
	if (state === 'sentBefore') return { json: { state, ...to.shown(values), ...keyed, ...audit } };
	if (state !== 'accepted')
		return failedItem(
			context,
			withFacts(entryFailure(names, entry, outcome), audit),
			rowIndex,
			entry.item,
		);
	const { id, envelope } = outcome;
	const result = simplified ? { [names.idName]: id, ...to.shown(values) } : raw(id, envelope.sent);
	return {
		json: { ...(names.method !== 'createTask' && { state }), ...result, ...keyed, ...audit },
	};
}

/**
 * The error item of an entry. If the input item contains an array, n8n must not add the input
 * fields, as it does for items paired by object: running that item again would send the whole array
 * again.
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

/** The error of an item that is invalid as a whole. */
export function notSent(
	context: IExecuteFunctions,
	reason: unknown,
	index: number,
	audit: Partial<Audit> = {},
): NodeFailure {
	const error = toNodeError(context.getNode(), reason, index);
	error.context.data = { state: 'notSent', ...(error.context.data as IDataObject), ...audit };
	return error;
}
