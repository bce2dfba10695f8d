import {
	ANY_TIME,
	platformHours,
	platformPeriods,
	type CallingHours,
} from '../../shared/aiCall/time/callingHours';
import {
	checkLine,
	checkScript,
	checkStart,
	checkVoice,
	problemsOf,
} from '../../shared/aiCall/checks';
import { checkEnd, linesIn } from '../../shared/aiCall/tasks/taskCreation';
import { readPeriods } from '../../shared/aiCall/time/times';
import type { CheckStep } from '../delivery/check';
import type { PlatformData } from '../lookups/platformData';
import { periodsOf, type TaskParameters } from './plan';

/** What a check looks at: each parameter by itself, and what they name on the platform. */
export function checkPlan(plan: TaskParameters, platform: PlatformData, at: number): CheckStep[] {
	const parameters = [
		plan.name,
		plan.begin,
		plan.end,
		plan.hours,
		plan.recalls,
		plan.recallWaitSeconds,
		plan.highPerformance,
		() => checkEnd({ begin: plan.begin(), end: plan.end() }),
		plan.times,
	];
	let known: CallingHours | undefined;
	const within = () => (known ??= knownHours(plan, at));
	return [
		...parameters.map((read) => () => void read()),
		async () => checkScript(await platform.configuration(), plan.robotId()),
		async () => checkVoice(await platform.configuration(), plan.voiceCode()),
		...[() => [plan.line()], plan.furtherLines].map((lines) => async () => {
			const configuration = await platform.configuration();
			return linesIn(lines()).flatMap((lineNum) => checkLine(configuration, lineNum, at, within()));
		}),
		() => checkStart(knownTimes(plan), at),
		() => problemsOf(plan.callsNobody({ ...knownTimes(plan), hours: within() })),
	];
}

/** Start and end, also where the days between them cannot be those of a task. */
function knownTimes(plan: TaskParameters): { begin: number; end?: number } {
	try {
		return plan.times();
	} catch {
		// Told by the check of the days.
		return { begin: plan.begin(), end: plan.end() };
	}
}

/**
 * The calling hours as far as they are known, in the platform's time: also where the start or the
 * end cannot be read.
 */
function knownHours(plan: TaskParameters, at: number): CallingHours {
	for (const read of [() => periodsOf(plan), () => platformPeriods(plan.hours(), at)]) {
		try {
			return platformHours(readPeriods(read()));
		} catch {
			// Told by the check of that parameter.
		}
	}
	return ANY_TIME;
}
