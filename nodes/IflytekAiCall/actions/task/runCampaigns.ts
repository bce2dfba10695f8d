import type { IExecuteFunctions } from 'n8n-workflow';
import { RefusalError } from '../../../shared/aiCall/protocol/aiCallErrors';
import { asFailure, Failure, type FailureDetails } from '../../../shared/failure';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import { deliver } from '../../batch/deliver';
import type { Sending } from '../../batch/delivery';
import type { Entry } from '../../batch/entry';
import { isFailed, type Outcome, type Outcomes } from '../../batch/outcomes';
import { anyUnsent } from '../../sentBefore/storedRows';
import { Campaign } from './campaign';
import { periodText, readAllPeriods } from '../../../shared/aiCall/time/times';
import { inBothZones } from '../../../shared/aiCall/time/taskWindow';

/**
 * Creates the task of each campaign, adds all rows, and starts the tasks that are complete. If
 * anything fails, the task is not started, and a retry of the execution goes on with it:
 *
 * 1. the task is recorded as begun, created, and recorded as sent, with its ID;
 * 2. rows are recorded as begun, added in batches, and recorded as sent;
 * 3. if the answer to a batch was lost, the platform is asked how many numbers the task has; if they
 *    are too few, it is deleted, and another one takes all rows;
 * 4. the task is started. This is not recorded: a retry asks the platform for the task's state.
 */
export async function runCampaigns(
	context: IExecuteFunctions,
	client: AiCallClient,
	entries: readonly Entry[],
	delivery: Sending,
): Promise<Outcomes> {
	const campaigns = campaignsOf(entries);
	for (const [campaign, rows] of campaigns)
		if (await hasNewRow(context, campaign, rows, delivery))
			// If there is no task, `deliver` reports it as the error of the rows.
			await campaign.ready().catch(() => undefined);
	const outcomes = await deliver(context, client, entries, delivery);
	const started: Started[] = [];
	for (const [campaign, rows] of campaigns) {
		const own = () => rows.filter((row) => !isByOther(outcomes.of(row)));
		try {
			if (await mustBeReplaced(campaign, own(), outcomes)) {
				await campaign.replace();
				for (const [row, outcome] of await deliver(context, client, rows, delivery))
					outcomes.set(row, outcome);
			}
			if (await startComplete(campaign, own(), outcomes))
				started.push({ campaign, customers: own().length });
		} catch (error) {
			noteNotStarted(campaign, own(), outcomes, asFailure(error));
		}
	}
	showStart(context, started);
	return outcomes;
}

/** The campaigns of rows, each with its rows. */
function campaignsOf(rows: readonly Entry[]): Map<Campaign, Entry[]> {
	const campaigns = new Map<Campaign, Entry[]>();
	for (const row of rows) {
		const { task } = row.destination;
		if (!(task instanceof Campaign)) continue;
		const known = campaigns.get(task);
		if (known) known.push(row);
		else campaigns.set(task, [row]);
	}
	for (const [index, [campaign, own]] of [...campaigns].entries()) campaign.number(index, own);
	return campaigns;
}

/**
 * Whether a row will be added to the task. Other executions may have sent all rows with keys: then no
 * task is created.
 */
async function hasNewRow(
	context: IExecuteFunctions,
	campaign: Campaign,
	rows: readonly Entry[],
	{ sent = {}, mode }: Sending,
): Promise<boolean> {
	if (sent.rememberedKeys === undefined || mode !== 'real') return true;
	await campaign.find();
	// A task that takes the place of a deleted one is created before its rows are recorded: if the
	// process is killed between, they are not in doubt.
	if (campaign.id !== undefined || campaign.identities.length > 1) return true;
	return await anyUnsent(
		context,
		sent.rememberedKeys,
		rows.map(({ key = '' }) => key),
	);
}

function isByOther(outcome: Outcome): boolean {
	return 'byOther' in outcome;
}

function isInTask({ state }: Outcome): boolean {
	return state === 'accepted' || state === 'sentBefore';
}

/**
 * Starts the task of a campaign if all its rows are in it.
 * @param rows without those that another execution has begun
 * @returns whether the task has started; false if it has no row
 * @throws why the task was not started
 */
async function startComplete(
	campaign: Campaign,
	rows: readonly Entry[],
	outcomes: Outcomes,
): Promise<boolean> {
	await campaign.find();
	if (campaign.id === undefined || rows.length === 0) return false;
	const all = rows.map((row) => outcomes.of(row));
	const failed = all.find(isFailed);
	if (failed) throw asFailure(failed.error);
	if (!all.every(isInTask))
		throw new Failure('the execution was stopped before all rows were in it', 'stopped');
	await campaign.start();
	return true;
}

/**
 * Asks the platform how many numbers the task has, if the answers to some batches were lost. If it
 * has all rows, their outcome is known. If it has not, nobody can tell which ones are missing.
 * @param rows without those that another execution has begun
 * @returns whether another task must take all rows
 */
async function mustBeReplaced(
	campaign: Campaign,
	rows: readonly Entry[],
	outcomes: Outcomes,
): Promise<boolean> {
	const doubtful = rows.filter((row) => outcomes.of(row).state === 'unknown');
	if (doubtful.length === 0 || campaign.id === undefined) return false;
	const inTask = rows.filter((row) => isInTask(outcomes.of(row)));
	if (doubtful.length + inTask.length < rows.length) return false;
	const count = await campaign.countRows();
	if (count === rows.length) {
		for (const row of doubtful) outcomes.set(row, { state: 'sentBefore' });
		return false;
	}
	if (count === undefined || campaign.wasStarted) return false;
	// A batch that the platform has refused would be refused again.
	return !doubtful.some((row) => isRefused(outcomes.of(row)));
}

function isRefused(outcome: Outcome): boolean {
	return isFailed(outcome) && outcome.error instanceof RefusalError;
}

/** Says in the outcome of each row that its task was not started, and what to do. */
function noteNotStarted(
	campaign: Campaign,
	rows: readonly Entry[],
	outcomes: Outcomes,
	reason: Failure,
): void {
	const { id, wasStarted, hasKeys } = campaign;
	if (wasStarted) return;
	const name = id === undefined ? 'The task' : `Task ${id}`;
	const isDoubtful = rows.some((row) => outcomes.of(row).state === 'unknown');
	const advice = [
		`${name} was not started: it calls nobody.`,
		isDoubtful ? DOUBTFUL_ADVICE : RETRY_ADVICE,
		...(hasKeys ? [KEYS_ADVICE] : []),
	].join(' ');
	const withAdvice = (details: FailureDetails) => ({
		facts: { ...details.facts, task_id: id },
		advice: [advice, details.advice].join(' ').trim(),
	});
	const details = { ...reason.details, ...withAdvice(reason.details) };
	const error = new Failure(`${name} was not started: ${reason.message}`, reason.kind, details);
	const noted = new Set<Failure>();
	for (const row of rows) {
		const outcome = outcomes.of(row);
		if (isInTask(outcome)) {
			const ofRow = 'id' in outcome ? outcome.id : undefined;
			outcomes.set(row, { state: 'notStarted', error, batch: [row], id: ofRow });
			continue;
		}
		if (!isFailed(outcome)) continue;
		if (outcome.state === 'unknown') outcomes.set(row, { ...outcome, howToCheck: advice });
		if (outcome.error instanceof Failure && !noted.has(outcome.error)) {
			noted.add(outcome.error);
			const { details: own, message } = outcome.error;
			Object.assign(own, withAdvice(own));
			if (id !== undefined) outcome.error.message = `${name} was not started: ${message}`;
		}
	}
}

const RETRY_ADVICE =
	'Retry in the list of executions goes on with this task and starts it. To give it up, delete it (Task: Delete).';
const DOUBTFUL_ADVICE =
	'It is not known which rows it has. Delete it (Task: Delete) and click Retry in the list of executions: another task takes all rows. Or compare total (Task: Get) and start it (Task: Start).';
const KEYS_ADVICE =
	'A new execution would leave out the rows that it has, because their keys count as sent.';

/** Of many tasks only the first are named. */
const LISTED_TASKS = 5;

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later, through iFLYTEK AI Call Trigger; iFLYTEK AI Call Task Status Trigger tells when the task has finished.';

/** A task that was started, and how many customers it calls. */
interface Started {
	campaign: Campaign;
	customers: number;
}

/** Shows in the output panel which tasks have started, how many they call, and until when. */
function showStart(context: IExecuteFunctions, started: readonly Started[]): void {
	if (started.length === 0) return;
	const more = started.length - LISTED_TASKS;
	const messages = [
		...started.slice(0, LISTED_TASKS).map((one) => startText(one, context.getTimezone())),
		...(more > 0 ? [`${more} more ${more === 1 ? 'task has' : 'tasks have'} started.`] : []),
		WHERE_RESULTS_COME_FROM,
	];
	context.addExecutionHints(
		...messages.map((message) => ({ message, location: 'outputPane' as const })),
	);
}

function startText({ campaign, customers: count }: Started, zone: string): string {
	const { id, body, wasStarted } = campaign;
	const hours = readAllPeriods(body.time_range)?.map(periodText).join(', ');
	const customers = count === 1 ? '1 customer' : `${count} customers`;
	const end =
		body.time_end === undefined
			? 'with no end time'
			: `until ${inBothZones(Number(body.time_end), zone)}`;
	const state = wasStarted ? 'was started before' : 'has started';
	return `Task ${id} ${state}: it calls ${customers}, ${hours} in China, ${end}.`;
}
