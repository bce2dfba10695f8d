import { ANY_TIME, platformPeriods, platformHours, type CallingHours } from '../../shared/aiCall/callingHours';
import { checkLine, checkScript, checkTimes, checkVoice } from '../../shared/aiCall/checks';
import { MAX_RECALLS } from '../../shared/aiCall/limits';
import { checkEnd, linesIn, taskCreationBody } from '../../shared/aiCall/taskCreation';
import { readPeriods, toMilliseconds } from '../../shared/aiCall/times';
import { isRecord, type JsonRecord } from '../../shared/values';
import { settle } from '../../shared/settle';
import { parameterStep, type CheckStep } from '../delivery/check';
import type { ColumnSource } from '../lookups/columns';
import { asFlag, asInteger, asText, type Item } from '../operation';

/** The parameters of a task to create, each read when it is asked for. */
export interface TaskParameters {
	name(): string;
	robotId(): string;
	line(): string;
	furtherLines(): string[];
	voiceCode(): string;
	/** Milliseconds. */
	begin(): number;
	end(): number | undefined;
	hours(): CallingHours;
	recalls(): number | undefined;
	recallWaitSeconds(): number | undefined;
	highPerformance(): boolean | undefined;
}

/** How the parameters of an item are read. */
export function readPlan(item: Item, timeZone: string, hours: () => CallingHours): TaskParameters {
	const given = <T>(value: unknown, read: (value: unknown) => T) => (value === undefined || value === null || value === '' ? undefined : read(value));
	const field = (name: string) => {
		const fields = item.value('additionalFields');
		return isRecord(fields) ? fields[name] : undefined;
	};
	return {
		name: () => item.requiredText('taskName', 'Name'),
		robotId: () => item.requiredText('robotId', 'Script').trim(),
		line: () => item.requiredText('lineNum', 'Line'),
		furtherLines: () => given(item.value('furtherLines'), linesOf) ?? [],
		voiceCode: () => item.text('voiceCode', 'Voice').trim(),
		begin: () => toMilliseconds(item.value('begin'), timeZone, 'Start Time'),
		end: () => given(item.value('end'), (value) => toMilliseconds(value, timeZone, 'End Time')),
		hours,
		recalls: () => given(field('recalls'), (value) => asInteger(value, 'Redials', { min: 0, max: MAX_RECALLS })),
		recallWaitSeconds: () => given(field('recallWait'), (value) => asInteger(value, 'Redial Wait (Seconds)', { min: 0 })),
		highPerformance: () => given(field('highPerformance'), asFlag),
	};
}

function linesOf(lines: unknown): string[] {
	return (Array.isArray(lines) ? lines : [lines]).map((one) => asText(one, 'Additional Line Names or IDs'));
}

function periodsOf({ hours, begin, end }: TaskParameters): string[] {
	return platformPeriods(hours(), begin(), end());
}

/**
 * The body of the request.
 * @throws InputError for the first parameter that cannot be sent
 */
export function bodyOf(plan: TaskParameters): JsonRecord {
	return taskCreationBody({
		name: plan.name(),
		robotId: plan.robotId(),
		lineNums: [plan.line(), ...plan.furtherLines()],
		begin: plan.begin(),
		end: plan.end(),
		periods: periodsOf(plan),
		recalls: plan.recalls(),
		recallWaitSeconds: plan.recallWaitSeconds(),
		voiceCode: plan.voiceCode(),
		highPerformance: plan.highPerformance(),
	});
}

/** What Check Only checks: each parameter by itself, and what they name on the platform. */
export function checkPlan(plan: TaskParameters, source: ColumnSource, at: number): CheckStep[] {
	const parameters = [plan.name, plan.begin, plan.end, plan.hours, plan.recalls, plan.recallWaitSeconds, plan.highPerformance, () => checkEnd({ begin: plan.begin(), end: plan.end() })];
	let known: Promise<CallingHours> | undefined;
	const within = async () => await (known ??= knownHours(plan, at));
	return [
		...parameters.map(parameterStep),
		async () => checkScript(await source.configuration(), plan.robotId()),
		async () => checkVoice(await source.configuration(), plan.voiceCode()),
		...[() => [plan.line()], plan.furtherLines].map((lines) => async () => {
			const [configuration, hours] = [await source.configuration(), await within()];
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
