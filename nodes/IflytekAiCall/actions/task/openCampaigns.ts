import { PLATFORM_ZONE } from '../../../shared/aiCall/time/callingHours';
import type { Decisions } from '../../entry/decision';
import type { OpenDelivery } from '../../entry/delivery';
import type { Entry } from '../../entry/entry';
import { counted, RUN } from '../../entry/sentences';
import { DeliveryLog } from '../../send/log';
import { CampaignRows } from '../../sentBefore/campaignRows';
import type { Memory } from '../../sentBefore/memory';
import { withNodeLock } from '../../sentBefore/nodeLock';
import type { RowRun } from '../../deliver/deliverRows';
import { callsText } from './callsText';
import { runCampaign, type Campaign } from './campaign';
import { CampaignTask } from './campaignTask';

/** A task that was started, and how many customers it calls. */
interface Started {
	task: CampaignTask;
	customers: number;
	/** The zone of its calling times. */
	zone: string | undefined;
}

/** Opens what the node remembers of the rows of campaigns. */
export async function openCampaigns(run: RowRun, rows: readonly Entry[]): Promise<OpenDelivery> {
	const memory = await run.remember(rows, true);
	if (!memory) return { send: async (ready, decisions) => await runAll(run, ready, decisions) };
	return {
		...memory.asked,
		// Campaigns of a node that run at the same moment, here or in another process, wait for each other.
		send: async (ready, decisions) => {
			if (ready.length === 0) return;
			const work = async () => await runAll(run, ready, decisions, memory);
			await withNodeLock(memory.store, run.clock, run.node.stopped, work);
		},
	};
}

/** Runs the campaigns of a run one after another. */
async function runAll(
	run: RowRun,
	rows: readonly Entry[],
	decisions: Decisions,
	memory?: Memory,
): Promise<void> {
	const started: Started[] = [];
	for (const campaign of campaignsOf(rows)) {
		const record = memory && new CampaignRows(memory);
		const called = await runCampaign(campaign, { ...run, decisions, record });
		const [first] = called;
		if (first)
			started.push({
				task: campaign.task,
				customers: called.length,
				zone: first.destination.zone,
			});
		const hasFailed = decisions.in(campaign.rows, 'notSent', 'unknown').length > 0;
		if (!run.sendOthers && hasFailed) break;
	}
	await memory
		?.close(rows, decisions)
		.catch((error: unknown) => new DeliveryLog(run.node, run.names).warnOfRecord(error));
	showStart(run, started);
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

/** Shows in the output panel which tasks have started, how many they call, and when. */
function showStart({ clock, tell }: RowRun, started: readonly Started[]): void {
	if (started.length === 0) return;
	const more = started.length - LISTED_TASKS;
	const messages = [
		...started.slice(0, LISTED_TASKS).map((one) => campaignText(one, clock.date())),
		...(more > 0 ? [`${more} more ${more === 1 ? 'task has' : 'tasks have'} started.`] : []),
		RUN.resultsOfTasks,
	];
	for (const message of messages) tell(message);
}

function campaignText(
	{ task: { id, body }, customers: count, zone = PLATFORM_ZONE }: Started,
	now: number,
): string {
	const customers = counted(count, ['customer', 'customers']);
	return `Task ${id} has started: it calls ${customers}, ${callsText(body, zone, now)}.`;
}
