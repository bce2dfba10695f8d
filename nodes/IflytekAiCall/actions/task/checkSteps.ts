import {
	checkLines,
	checkMovedStart,
	checkScript,
	checkStart,
	checkVoice,
} from '../../../shared/aiCall/lookup/acceptance';
import { problemsOf } from '../../../shared/aiCall/finding';
import { checkEnd, linesIn } from '../../../shared/aiCall/tasks/taskCreation';
import {
	ANY_TIME,
	platformHours,
	type CallingHours,
} from '../../../shared/aiCall/time/callingHours';
import { platformPeriods } from '../../../shared/aiCall/time/taskWindow';
import { readPeriods } from '../../../shared/aiCall/time/times';
import type { CheckStep } from '../../entry/delivery';
import type { PlatformData } from '../../../shared/aiCall/lookup/platformData';
import { periodsOf, type TaskParameters } from './plan';

/**
 * The steps of the check of a new task: first the parameters by themselves, then what the
 * parameters name on the platform.
 */
export function checkSteps(plan: TaskParameters, platform: PlatformData, now: number): CheckStep[] {
	const readers = [
		plan.name,
		plan.line,
		plan.furtherLines,
		plan.begin,
		plan.end,
		plan.hours,
		plan.recalls,
		plan.recallWaitSeconds,
		plan.highPerformance,
		() => checkEnd({ begin: plan.begin(), end: plan.end() }),
		plan.times,
	];
	let cachedHours: CallingHours | undefined;
	const hours = () => (cachedHours ??= knownHours(plan, now));
	return [
		...readers.map(mustBeValid),
		async () => checkScript(await platform.configuration(), plan.robotId()),
		async () => checkVoice(await platform.configuration(), plan.voiceCode()),
		async () => {
			// An error in the line does not hide one in the further lines.
			const lines = [() => [plan.line()], plan.furtherLines].flatMap((read) => known(read) ?? []);
			return checkLines(await platform.configuration(), linesIn(lines), now, hours());
		},
		() => (isReversed(plan) ? [] : checkStart(knownTimes(plan), now)),
		() =>
			isReversed(plan)
				? []
				: problemsOf(plan.callsNobodyError({ ...knownTimes(plan), hours: hours() })),
		() =>
			checkMovedStart(plan.start(), { ...plan.times(), hours: hours() }, plan.hours().zone, now),
	];
}

/** A step that reports what a reader throws for an invalid parameter, and nothing else. */
function mustBeValid(read: () => unknown): CheckStep {
	return () => {
		read();
		return undefined;
	};
}

/** What a reader returns; undefined if the value is invalid, which another step reports. */
function known<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Whether the task ends before it begins. One finding says so, and no other follows from it. */
function isReversed(plan: TaskParameters): boolean {
	// What is missing or invalid becomes NaN, which is neither.
	return Number(known(plan.end)) <= Number(known(plan.begin));
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
 * The calling hours in the platform's time zone. If start or end cannot be read, the hours are
 * converted for the current time. If the hours themselves cannot be read, any time is allowed.
 */
function knownHours(plan: TaskParameters, now: number): CallingHours {
	for (const read of [() => periodsOf(plan), () => platformPeriods(plan.hours(), now)]) {
		try {
			return platformHours(readPeriods(read()));
		} catch {
			// The check of the invalid parameter reports this error.
		}
	}
	return ANY_TIME;
}
