import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { Outcomes } from '../entry/audit';
import { isInvalid, type Delivery, type PreparedItem } from '../entry/delivery';
import { isEntry, type Entry, type InvalidEntry } from '../entry/entry';
import { counted } from '../entry/names';
import { EACH_RUN } from '../fields/repeat';
import { showHint, showOutcomes } from './hints';
import { invalidError, resultOf } from './results';
import { runError } from './runError';

/**
 * The handler of a run. It gives each item the outcomes of its own entries, or throws the one error
 * that tells of all items.
 */
export function reportRun(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
	delivery: Delivery,
	showCounts = () => showOutcomes(context, delivery, items, outcomes),
): ItemHandler {
	// What was sent, now or before, must reach the nodes after this one.
	const isAnySent = [...outcomes.values()].some(
		({ state }) => state === 'accepted' || state === 'sentBefore',
	);
	if (!context.continueOnFail()) {
		const goesOn = delivery.sendOthers && isAnySent;
		const stop = goesOn
			? undefined
			: (firstInvalid(context, items) ?? runError(delivery, outcomes));
		const error = stop ?? allSentBefore(context, items, outcomes, delivery);
		if (error)
			return async (index) => {
				if (index === error.index) throw error.error;
				return [];
			};
	}
	showCounts();
	return async (index) => {
		// If the execution was stopped, later items were not read.
		const { entries = [], simplified = true } = items[index] ?? {};
		return entries.map((entry) => resultOf(context, delivery, entry, index, outcomes, simplified));
	};
}

/**
 * The handler of a test. Only the item whose row was sent has a result: the nodes after this one get
 * what was called, and nothing else.
 */
export function reportTest(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	entry: Entry,
	outcomes: Outcomes,
	delivery: Delivery,
): ItemHandler {
	const tested = items.map((item, index) => ({
		...item,
		entries: index === entry.item ? [entry] : [],
	}));
	const others = items.flatMap(({ entries }) => entries).length - 1;
	const hint = `Test: 1 accepted, with the number ${entry.label} · ${others} not sent`;
	const isAccepted = outcomes.of(entry).state === 'accepted';
	return reportRun(
		context,
		tested,
		outcomes,
		delivery,
		isAccepted ? () => showHint(context, hint) : undefined,
	);
}

/** Of many invalid items only the first are named. */
const NAMED_ITEMS = 4;

/** The first item because of which nothing was sent, and its error, which names the others. */
function firstInvalid(context: IExecuteFunctions, items: readonly PreparedItem[]) {
	const [first, ...others] = items.flatMap(({ entries }, index) => {
		const entry = entries.find((one): one is InvalidEntry => !isEntry(one));
		return entry ? [{ index, entry }] : [];
	});
	if (!first) return undefined;
	const listed = others.slice(0, NAMED_ITEMS).map(({ index }) => index);
	const more = others.length > NAMED_ITEMS ? ', …' : '';
	const [noun, verb] = others.length === 1 ? ['item', 'is'] : ['items', 'are'];
	const otherItems =
		others.length === 0
			? ''
			: ` ${others.length} other ${noun} ${verb} also invalid: ${listed.join(', ')}${more} (zero-based).`;
	// Of a single item that could not be read, that goes without saying.
	const isWholeInput = items.length === 1 && first.entry.original === undefined;
	const note = isWholeInput ? '' : `Nothing was sent.${otherItems}`;
	return { index: first.index, error: invalidError(context, first.entry, first.index, note) };
}

/**
 * The error of a run that leaves out all its rows, because the same ones were sent today: who means
 * a repetition must learn of it. A retry goes on, and so does what calls this node several times.
 */
function allSentBefore(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
	{ repeat, names }: Delivery,
) {
	const states = [...outcomes.values()].map(({ state }) => state);
	const isAll = states.length > 0 && states.every((state) => state === 'sentBefore');
	if (repeat?.repeat !== 'onceADay' || !isAll) return undefined;
	if (items.some(isInvalid) || goesOnAlone(context)) return undefined;
	const rows =
		states.length === 1 ? 'The row was' : `All ${counted(states.length, names.nouns)} were`;
	const index = Math.min(...[...outcomes.keys()].map(({ item }) => item));
	const isInTask = names.method === 'addRows';
	const without = isInTask ? ', without those that a deleted task has called' : '';
	const error = new InputError(
		`${rows} sent today already, so nothing was sent`,
		`To send the same rows again on one day${without}, set ${EACH_RUN}. Otherwise there is nothing to do.`,
	);
	error.details.facts = { state: 'sentBefore' };
	return { index, error };
}

/** Whether an error would stop others: in a retry, a sub-workflow, a loop, or a tool of an agent. */
function goesOnAlone(context: IExecuteFunctions): boolean {
	const { name, type } = context.getNode();
	if (['retry', 'integrated'].includes(context.getMode()) || type.endsWith('Tool')) return true;
	// n8n does not list a node among its own parents.
	const parents = new Set(context.getParentNodes(name).map((parent) => parent.name));
	return context.getChildNodes(name).some((child) => parents.has(child.name));
}
