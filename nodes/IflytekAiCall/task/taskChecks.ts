import {
	ANY_TIME,
	platformHours,
	platformPeriods,
	type CallingHours,
} from '../../shared/aiCall/time/callingHours';
import { checkLine, checkScript, checkTimes, checkVoice } from '../../shared/aiCall/checks';
import { checkEnd, linesIn } from '../../shared/aiCall/tasks/taskCreation';
import { readPeriods } from '../../shared/aiCall/time/times';
import { settle } from '../../shared/settle';
import type { CheckStep } from '../delivery/check';
import type { PlatformData } from '../lookups/platformData';
import { periodsOf, type TaskParameters } from './plan';

/** What Check Only checks: each parameter by itself, and what they name on the platform. */
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
	];
	let known: Promise<CallingHours> | undefined;
	const within = async () => await (known ??= knownHours(plan, at));
	return [
		...parameters.map((read) => () => void read()),
		async () => checkScript(await platform.configuration(), plan.robotId()),
		async () => checkVoice(await platform.configuration(), plan.voiceCode()),
		...[() => [plan.line()], plan.furtherLines].map((lines) => async () => {
			const [configuration, hours] = [await platform.configuration(), await within()];
			return linesIn(lines()).flatMap((lineNum) => checkLine(configuration, lineNum, at, hours));
		}),
		async () => checkTimes({ begin: plan.begin(), end: plan.end(), hours: await within() }, at),
	];
}

/** The calling hours as far as they are known, in the platform's time: also where the start or the end cannot be read. */
async function knownHours(plan: TaskParameters, at: number): Promise<CallingHours> {
	for (const read of [() => periodsOf(plan), () => platformPeriods(plan.hours(), at)]) {
		const periods = await settle(Promise.resolve().then(read));
		if (periods.status === 'fulfilled') return platformHours(readPeriods(periods.value));
	}
	return ANY_TIME;
}
