import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { aiCallAccount } from '../shared/aiCall/protocol/aiCallAccount';
import {
	compareTasks,
	packMemory,
	unpackMemory,
	type TaskChange,
} from '../shared/aiCall/tasks/taskEvents';
import { watchedTasks } from './watchedTasks';
import { sampleChanges } from './sample';
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
import { numberOf } from '../shared/values';
import { listOnce } from './listOnce';

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
	const source = await applicationOf(context);
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
async function applicationOf(context: IPollFunctions): Promise<string> {
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
