import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CountMismatchError, UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import { asFailure, Failure, InputError, PlatformError } from '../../shared/failure';
import { errorItem, toNodeError, type NodeFailure } from '../../shared/n8n/run/nodeErrors';
import { definedFields } from '../../shared/values';
import type { Delivery } from './delivery';
import {
	isEntry,
	itemsText,
	nameOf,
	positionText,
	shownOf,
	type DeliveryNames,
	type Entry,
	type InvalidEntry,
} from './entry';
import {
	invalidState,
	isFailed,
	leftOut,
	leftOutText,
	OUTCOMES,
	type FailedOutcome,
	type Outcome,
	type Outcomes,
} from './outcomes';

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
	if (state === 'sentBefore')
		return { json: { state, ...idField, ...taskField, ...shown, ...audit } };
	if (state !== 'accepted')
		return fail(entryFailure(names, entry, outcome), { state, ...idField }, shown);
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

/** How many accepted IDs the advice lists at most. */
const LISTED_IN_TEXT = 50;

/** The failure of an entry that was not accepted, for its error item. */
export function entryFailure(
	names: DeliveryNames,
	entry: Entry,
	outcome: FailedOutcome | { state: 'notSent' },
): Failure {
	if (!isFailed(outcome))
		return new Failure(
			`Not sent: another ${names.nouns[0]} failed or has a problem, or the execution was stopped`,
			'stopped',
			{ advice: 'It can be sent again.' },
		);
	const failure = failureOf(names, outcome, [entry]);
	const { batch, state } = outcome;
	if (state === 'unknown' || batch.length === 1 || !(failure instanceof PlatformError))
		return failure;
	const together = `${batch.length} ${names.nouns[1]} were refused together: ${itemsText(batch)}.`;
	const advice = `${failure.details.advice ?? ''} ${together}`.trim();
	return withDetails(failure, { advice });
}

/**
 * The error of an outcome. If the outcome is unknown, an error that says so and names `entries`.
 */
function failureOf(
	{ method }: DeliveryNames,
	{ state, error, howToCheck }: FailedOutcome,
	entries: readonly Entry[],
): Failure {
	const reason = asFailure(error);
	const saysItself = reason instanceof CountMismatchError || reason instanceof UnknownOutcomeError;
	if (state !== 'unknown' || saysItself) return reason;
	const rows = method === 'createTask' ? [] : entries.map(nameOf);
	return new UnknownOutcomeError(method, reason, rows, howToCheck);
}

/**
 * The error of a delivery that a failure stopped. The message has the first failure and counts the
 * outcomes. The advice lists the accepted IDs and the items with other outcomes. The facts list all
 * of this in full. Undefined if nothing failed.
 */
export function failedDelivery(
	names: DeliveryNames,
	outcomes: ReadonlyMap<Entry, Outcome>,
): Failure | undefined {
	const failedOutcome = [...outcomes.values()].find(isFailed);
	if (!failedOutcome) return undefined;
	const firstFailure = failureOf(names, failedOutcome, failedOutcome.batch);
	const inState = (wanted: string) => [...outcomes].filter(([, { state }]) => state === wanted);
	const accepted = inState('accepted');
	const groups = Object.entries(OUTCOMES)
		.map(([state, { text, optional = false }]) => ({ state, text, optional, rows: inState(state) }))
		.filter(({ optional, rows }) => !optional || rows.length > 0)
		.sort((a, b) => Number(a.optional) - Number(b.optional));
	const facts = { ...firstFailure.details.facts };
	for (const { state, rows } of [{ state: 'accepted', rows: accepted }, ...groups])
		facts[state] = rows.map(([{ item, rowIndex, label }, outcome]) =>
			definedFields({ item, row: rowIndex, label, [names.idName]: idOf(outcome) }),
		);
	if (outcomes.size === 1) return withDetails(firstFailure, { facts });
	const advice = [
		firstFailure.details.advice,
		accepted.length > 0 && acceptedText(names, accepted),
		...groups
			.filter(({ rows }) => rows.length > 0)
			.map(({ text, rows }) => {
				const items = itemsText(rows.map(([entry]) => entry));
				return `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${items}.`;
			}),
		'Item and row numbers are zero-based.',
	];
	const counts = [
		`${accepted.length} of ${outcomes.size} ${names.nouns[1]} accepted`,
		...groups.map(({ text, rows }) => `${rows.length} ${text}`),
	];
	return withDetails(
		firstFailure,
		{ facts, advice: advice.filter(Boolean).join(' ') },
		`${firstFailure.message} (${counts.join(', ')})`,
	);
}

/** The ID of an entry that was accepted in this run. */
const idOf = (outcome: Outcome) =>
	outcome.state === 'accepted' || outcome.state === 'notStarted' ? outcome.id : undefined;

function acceptedText(
	{ idName, nouns }: DeliveryNames,
	accepted: readonly [Entry, Outcome][],
): string {
	const listed = accepted
		.slice(0, LISTED_IN_TEXT)
		.map(([entry, outcome]) => `${positionText(entry)}: ${idOf(outcome)}`);
	const more =
		accepted.length > listed.length
			? `; and ${accepted.length - listed.length} more, all of them in the data of this error`
			: '';
	return `Already accepted; do not send again (${nouns[0]}: ${idName}): ${listed.join('; ')}${more}. Retry in the list of executions does not send them again.`;
}

function withDetails(
	failure: Failure,
	more: Partial<Failure['details']>,
	message = failure.message,
): Failure {
	const details = { ...failure.details, ...more };
	return failure instanceof PlatformError
		? new PlatformError(message, failure.kind, details)
		: new Failure(message, failure.kind, details);
}
