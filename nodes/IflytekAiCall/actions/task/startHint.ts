import type { IExecuteFunctions } from 'n8n-workflow';
import { periodText, readAllPeriods } from '../../../shared/aiCall/time/times';
import { inBothZones } from '../../../shared/aiCall/time/taskWindow';
import type { Campaign } from './campaign';

/** Of many tasks only the first are named. */
const LISTED_TASKS = 5;

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later, through iFLYTEK AI Call Trigger; iFLYTEK AI Call Task Trigger tells when the task has finished.';

/** Shows in the output panel which tasks have started, how many they call, and until when. */
export function showStart(
	context: IExecuteFunctions,
	started: readonly { campaign: Campaign; rows: number }[],
): void {
	if (started.length === 0) return;
	const more = started.length - LISTED_TASKS;
	const messages = [
		...started
			.slice(0, LISTED_TASKS)
			.map(({ campaign, rows }) => startText(campaign, rows, context.getTimezone())),
		...(more > 0 ? [`${more} more ${more === 1 ? 'task has' : 'tasks have'} started.`] : []),
		WHERE_RESULTS_COME_FROM,
	];
	context.addExecutionHints(
		...messages.map((message) => ({ message, location: 'outputPane' as const })),
	);
}

function startText({ id, body, wasStarted }: Campaign, rows: number, zone: string): string {
	const hours = readAllPeriods(body.time_range)?.map(periodText).join(', ');
	const customers = rows === 1 ? '1 customer' : `${rows} customers`;
	const end =
		body.time_end === undefined
			? 'with no end time'
			: `until ${inBothZones(Number(body.time_end), zone)}`;
	const state = wasStarted ? 'was started before' : 'has started';
	return `Task ${id} ${state}: it calls ${customers}, ${hours} in China, ${end}.`;
}
