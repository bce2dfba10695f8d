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

/**
 * The steps of a check. First come the parameters by themselves, then what they name on the
 * platform.
 */
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
		// The line and the further lines are checked separately, so that an error in one does not hide
		// the other.
		...[() => [plan.line()], plan.furtherLines].map((lines) => async () => {
			const configuration = await platform.configuration();
			return linesIn(lines()).flatMap((lineNum) => checkLine(configuration, lineNum, at, within()));
		}),
		() => checkStart(knownTimes(plan), at),
		() => problemsOf(plan.callsNobody({ ...knownTimes(plan), hours: within() })),
	];
}

/**
 * Start and end on the calling days, or as entered if a task cannot call on exactly these days.
 */
function knownTimes(plan: TaskParameters): { begin: number; end?: number } {
	try {
		return plan.times();
	} catch {
		// The check of `plan.times` reports this error.
		return { begin: plan.begin(), end: plan.end() };
	}
}

/**
 * The calling hours in the platform's time. If start or end cannot be read, the hours are converted
 * for the current time. If the hours themselves cannot be read, any time is allowed.
 */
function knownHours(plan: TaskParameters, at: number): CallingHours {
	for (const read of [() => periodsOf(plan), () => platformPeriods(plan.hours(), at)]) {
		try {
			return platformHours(readPeriods(read()));
		} catch {
			// The check of the invalid parameter reports this error.
		}
	}
	return ANY_TIME;
}
