import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { aiCallAccount } from '../shared/aiCall/protocol/aiCallAccount';
import {
	compareTasks,
	packMemory,
	unpackMemory,
	type TaskChange,
} from '../shared/aiCall/tasks/taskEvents';
import { sampleChanges, watchedTasks } from './watchedTasks';
import { asFailure } from '../shared/failure';
import {
	AI_CALL_CREDENTIAL,
	createAiCallClient,
	type AiCallClient,
} from '../shared/aiCall/transport/aiCallClient';
import { logFailure, toNodeError } from '../shared/n8n/run/nodeErrors';
import { readSettings, type TriggerSettings } from './parameters';
import { withExtraFields } from '../shared/aiCall/platformFields';
import { labelIn, TASK_STATUS } from '../shared/aiCall/aiCallLabels';
import { readableTask, taskFields } from '../shared/aiCall/tasks/readableTask';
import { numberOf, type JsonRecord } from '../shared/values';

/** Contexts that have polled. The first poll of a context is part of its activation. */
const activated = new WeakSet<IPollFunctions>();

/**
 * Modes in which n8n activates the workflow by itself, so nobody sees an error. If the first poll
 * threw an error because the platform cannot be reached, n8n would give up, or wait for hours.
 */
const UNATTENDED_MODES = ['init', 'leadershipChange'];

/**
 * Polls the tasks and returns an item for each event since the last poll, or null if there is none.
 * In the editor it returns a sample and remembers nothing.
 * @throws NodeApiError | NodeOperationError
 */
export async function pollTasks(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isActivation = !isManual && !activated.has(context);
	activated.add(context);
	try {
		const settings = readSettings(context);
		const client = await createAiCallClient(context, { ...settings.request, concurrency: 1 });
		const changes = isManual
			? await sampleChanges(client, settings)
			: await changesSince(context, client, settings);
		if (changes.length === 0) return null;
		return [changes.map((change) => eventItem(change, settings.simplify))];
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, 0);
		if (!isActivation || !UNATTENDED_MODES.includes(context.getActivationMode())) throw nodeError;
		const text = `: The tasks could not be polled when n8n started. ${nodeError.message}`;
		logFailure(context, asFailure(error).kind, text);
		return null;
	}
}

/** The events since the last poll. Also remembers the tasks as they are now. */
async function changesSince(
	context: IPollFunctions,
	client: AiCallClient,
	settings: TriggerSettings,
): Promise<TaskChange[]> {
	const source = await sourceOf(context);
	const scope = hash([settings.taskName, settings.taskIds]);
	const stored = context.getWorkflowStaticData('node');
	const readMemory = () => (stored.source === source ? unpackMemory(stored.tasks) : undefined);
	const tasks = await listOnce(
		context,
		source + scope,
		async () =>
			await watchedTasks(client, settings, (taskId) => readMemory()?.has(taskId) === true),
	);
	if (!tasks) return [];
	// Nothing is awaited from here on, because what is remembered must match what is returned.
	const memory = readMemory();
	const beginsAnew = memory === undefined && stored.source !== undefined;
	if (beginsAnew)
		context.logger.warn(
			`${context.getNode().name}: The memory of the tasks begins anew and this poll starts nothing, because the credential has another Base URL or App Key, or the memory could not be read.`,
			{ workflowId: context.getWorkflow().id },
		);
	// The first poll with a new filter only remembers tasks that were never seen. So does a poll that
	// begins the memory anew, and the very first poll unless Include Existing Tasks is on.
	const onlyRemembers = beginsAnew || (memory ? stored.scope !== scope : !settings.includeExisting);
	const unseenTasks = onlyRemembers ? 'remember' : 'report';
	const compared = compareTasks(memory ?? new Map(), tasks, {
		...settings,
		...selectedBefore(stored.selected, settings),
		unseenTasks,
	});
	const selected = selectedText(settings);
	const values = { source, scope, selected, tasks: packMemory(compared.memory) };
	// Only what differs is written, because n8n saves the data after every write.
	for (const [name, value] of Object.entries(values))
		if (stored[name] !== value) stored[name] = value;
	return compared.changes;
}

/**
 * Identifies the application whose tasks are remembered. In another application the same IDs belong
 * to other tasks.
 */
async function sourceOf(context: IPollFunctions): Promise<string> {
	const { appKey, baseUrl } = aiCallAccount(await context.getCredentials(AI_CALL_CREDENTIAL));
	return hash([appKey, new URL(baseUrl).host]);
}

const hash = (value: unknown) =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** The selected events and percentages. */
type Selection = Pick<TriggerSettings, 'events' | 'shares'>;

const selectedText = ({ events, shares }: Selection) => [...events, ...shares].join(',');

/**
 * The selection without what was not selected at the last poll. n8n may not have saved what was
 * seen without an event, so what happened before something was selected cannot be told from what
 * happened since.
 * @param stored the `selectedText` of the last poll
 */
function selectedBefore(stored: unknown, { events, shares }: Selection): Selection {
	if (typeof stored !== 'string') return { events, shares };
	const names = new Set(stored.split(','));
	return {
		events: events.filter((event) => names.has(event)),
		shares: shares.filter((share) => names.has(String(share))),
	};
}

/** The fields of the task in a simplified event; with those of the event, ten. */
const TASK_OF_EVENT = ['statusName', 'total', 'called', 'answered', 'progressPercent'];

function eventItem(
	{ task, event, eventId, before, state, reached, isMadeUp }: TaskChange,
	simplify: boolean,
): INodeExecutionData {
	const reachedPercent = reached ?? null;
	const readable = readableTask(task, state.share);
	const test = isMadeUp ? { test: true } : {};
	const json = simplify
		? {
				event,
				...taskFields(readable, ['task_id', 'name']),
				...test,
				...taskFields(readable, TASK_OF_EVENT),
				reachedPercent,
				eventId,
			}
		: withExtraFields(task, {
				event,
				eventId,
				...test,
				previousStatus: numberOf(before?.status) ?? null,
				previousStatusName: labelIn(TASK_STATUS, before?.status) ?? null,
				progressPercent: state.share,
				reachedPercent,
			});
	return { json: json as IDataObject };
}

/**
 * A query of the task list that is under way. `scope` identifies the application and the filter of
 * the query. `owner` is the latest activation that asked for it. Only the owner returns the events.
 */
interface Listing {
	scope: string;
	tasks: Promise<JsonRecord[]>;
	owner: IPollFunctions;
}

/** The latest listing of each node in this process. */
const underWay = new Map<string, Listing>();

/**
 * The tasks for a poll; undefined if another poll returns the events. Polls can overlap: n8n begins
 * the next poll even if the last one has not ended, and when the workflow is published again, a
 * poll of the old activation may still be under way. Some versions of n8n start the workflow with
 * the result of that old poll, others drop the result, and the new activation cannot tell which.
 * Therefore both activations share one listing if they have the same filter, and only the new one
 * returns the events.
 */
export async function listOnce(
	activation: IPollFunctions,
	scope: string,
	list: () => Promise<JsonRecord[]>,
): Promise<JsonRecord[] | undefined> {
	const node = `${activation.getWorkflow().id}:${activation.getNode().id}`;
	const current = underWay.get(node);
	// An earlier poll of this activation has not ended.
	if (current?.owner === activation) return undefined;
	if (current) current.owner = activation;
	const shared = current?.scope === scope ? current : undefined;
	const listing = shared ?? { scope, tasks: list(), owner: activation };
	underWay.set(node, listing);
	try {
		const tasks = await listing.tasks;
		return listing.owner === activation ? tasks : undefined;
	} catch (error) {
		if (listing.owner !== activation) return undefined;
		if (!shared) throw asFailure(error);
		// The listing of the old activation failed: list again below.
	} finally {
		if (underWay.get(node) === listing) underWay.delete(node);
	}
	return await listOnce(activation, scope, list);
}
