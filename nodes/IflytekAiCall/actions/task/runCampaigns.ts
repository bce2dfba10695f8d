import { inBothZones } from '../../../shared/aiCall/time/momentTexts';
import { periodText, readAllPeriods } from '../../../shared/aiCall/time/times';
import { outcomesOf, type Outcomes } from '../../entry/audit';
import type { Entry } from '../../entry/entry';
import { counted } from '../../entry/names';
import { outcomeOfRepeat, type Outcome } from '../../entry/outcomes';
import { findRepeats } from '../../send/repeats';
import { CampaignRows } from '../../sentBefore/campaignRows';
import { FilledTasks } from '../../sentBefore/filledTasks';
import { withNodeLock } from '../../sentBefore/nodeLock';
import type { OpenStore } from '../../sentBefore/openStore';
import type { RowRun } from '../../run/runRows';
import { runCampaign, type Campaign } from './campaign';
import { CampaignTask } from './campaignTask';

/** A task that was started, and how many customers it calls. */
interface Started {
	task: CampaignTask;
	customers: number;
}

/**
 * Runs the campaigns of a run one after another. Campaigns of a node that run at the same moment, in
 * this process or another one, wait for each other.
 */
export async function runCampaigns(run: RowRun, rows: readonly Entry[]): Promise<Outcomes> {
	const { node, clock, mode } = run;
	const opened = mode === 'real' && rows.length > 0 ? await open(run, rows) : undefined;
	if (!opened) return await runAll(run, rows, undefined);
	const work = async () => await runAll(run, rows, opened);
	return await withNodeLock(opened.store, clock, node.stopped, work);
}

/** Finds the rows that a run would leave out, because they were called before. */
export async function findCalled(
	run: RowRun,
	rows: readonly Entry[],
): Promise<ReadonlyMap<Entry, Outcome>> {
	const opened = rows.length > 0 ? await open(run, rows) : undefined;
	return opened ? await recordOf(run, opened).peek(rows) : new Map();
}

const open = async (run: RowRun, [first]: readonly Entry[]) =>
	await run.openStore('run', first?.destination.zone);

function recordOf({ client, repeat }: RowRun, opened: OpenStore): CampaignRows {
	const tasks = new FilledTasks(client, opened.store, opened.identities);
	return new CampaignRows(opened, tasks, repeat);
}

async function runAll(
	run: RowRun,
	rows: readonly Entry[],
	opened: OpenStore | undefined,
): Promise<Outcomes> {
	const { names, clock } = run;
	const outcomes = outcomesOf({ names, clock });
	for (const row of rows) outcomes.set(row, { state: 'notSent' });
	const repeats = await findRepeats(rows, (row) => opened?.identities.note(row));
	const record = opened && recordOf(run, opened);
	const started: Started[] = [];
	for (const campaign of campaignsOf(rows.filter((row) => !repeats.has(row)))) {
		const called = await runCampaign(campaign, { ...run, outcomes, record });
		if (called.length > 0) started.push({ task: campaign.task, customers: called.length });
		const hasFailed = (row: Entry) => ['notSent', 'unknown'].includes(outcomes.of(row).state);
		if (!run.sendOthers && campaign.rows.some(hasFailed)) break;
	}
	for (const [row, first] of repeats) outcomes.set(row, outcomeOfRepeat(outcomes.of(first)));
	showStart(run, started);
	return outcomes;
}

function campaignsOf(rows: readonly Entry[]): Campaign[] {
	const campaigns = new Map<CampaignTask, Campaign>();
	for (const row of rows) {
		const { task } = row.destination;
		// Only for the compiler: each row of this operation has such a task.
		if (!(task instanceof CampaignTask)) continue;
		const campaign = campaigns.get(task) ?? { task, rows: [] };
		campaign.rows.push(row);
		campaigns.set(task, campaign);
	}
	return [...campaigns.values()];
}

/** Of many tasks only the first are named. */
const LISTED_TASKS = 5;

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later, through iFLYTEK AI Call Trigger; iFLYTEK AI Call Task Status Trigger tells when the task has finished.';

/** Shows in the output panel which tasks have started, how many they call, and until when. */
function showStart({ zone, tell }: RowRun, started: readonly Started[]): void {
	if (started.length === 0) return;
	const more = started.length - LISTED_TASKS;
	const messages = [
		...started.slice(0, LISTED_TASKS).map((one) => startText(one, zone)),
		...(more > 0 ? [`${more} more ${more === 1 ? 'task has' : 'tasks have'} started.`] : []),
		WHERE_RESULTS_COME_FROM,
	];
	for (const message of messages) tell(message);
}

function startText({ task: { id, body }, customers: count }: Started, zone: string): string {
	const hours = readAllPeriods(body.time_range)?.map(periodText).join(', ');
	const customers = counted(count, ['customer', 'customers']);
	const end =
		body.time_end === undefined
			? 'with no end time'
			: `until ${inBothZones(Number(body.time_end), zone)}`;
	return `Task ${id} has started: it calls ${customers}, ${hours} in China, ${end}.`;
}
