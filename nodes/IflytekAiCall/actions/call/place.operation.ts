import type { INodeProperties } from 'n8n-workflow';
import { checkLine, checkScript, checkVoice } from '../../../shared/aiCall/lookup/acceptance';
import { callBody } from '../../../shared/aiCall/protocol/rowRequests';
import { InputError } from '../../../shared/failure';
import { Item } from '../../../shared/n8n/parameters/item';
import { numberOf } from '../../../shared/values';
import type { OpenDelivery } from '../../entry/delivery';
import type { Entry } from '../../entry/entry';
import { callingTimes, readHours } from '../../parameters/callingTimes';
import { line, script, voice } from '../../parameters/locators';
import { skipFields } from '../../parameters/skip';
import { rowOptions, rowParameters } from '../../parameters/rowParameters';
import { realModeNotice, runModeField, testNumber, toolNotice } from '../../parameters/runMode';
import { sendRows } from '../../send/sendRows';
import type { AiCallOperation } from '../../entry/operation';
import { deliverRows, type RowRun } from '../../deliver/deliverRows';

export const robotSpeed: INodeProperties = {
	displayName: 'Robot Speed',
	name: 'robotSpeed',
	type: 'number',
	typeOptions: { minValue: 0.1, numberPrecision: 2 },
	default: 1,
	description: 'How fast the robot speaks. If not set, the platform chooses (API: robot_speed).',
};

/** How fast the robot speaks; undefined if the platform chooses. */
export function readSpeed(given: unknown): number | undefined {
	if (given === undefined || given === '') return undefined;
	const speed = numberOf(given) ?? 0;
	// This is also true for NaN.
	if (!(speed > 0))
		throw new InputError(
			`Robot Speed must be a number above 0, but is ${JSON.stringify(given)}`,
			'Check the value, or remove the option to leave the speed to the platform.',
		);
	return speed;
}

/** Direct outbound calls (document 2, 4.3). */
export const place: AiCallOperation = {
	option: {
		name: 'Place',
		value: 'place',
		action: 'Place calls',
		description:
			'Call customers immediately, without creating a task (API: task/callout). Each row places a real phone call.',
	},
	properties: [
		script,
		line,
		...rowParameters('Script', ['robotId.value']),
		...skipFields('sameValues'),
		toolNotice,
		runModeField({
			check: 'Calls nobody. Each row says what a run would do.',
			test: {
				name: 'Call My Number',
				description: 'Calls only your own number, with the values of the first valid row',
			},
			real: { name: 'Call All Rows', description: 'Calls every row: real people' },
		}),
		testNumber,
		realModeNotice('This calls real people. A call cannot be taken back.'),
		rowOptions({ times: [callingTimes], robot: [voice, robotSpeed] }),
	],
	executeAll: async (context, client, clock) => {
		const itemAt = (index: number) => new Item(context, index);
		const robotId = (index: number) => itemAt(index).requiredId('robotId', 'Script');
		const lineNum = (index: number) => itemAt(index).requiredId('lineNum', 'Line');
		const voiceCode = (index: number) => itemAt(index).optionId(voice);
		const speed = (index: number) => readSpeed(itemAt(index).option(robotSpeed));
		const hours = readHours(context);
		return await deliverRows(context, client, clock, {
			names: { method: 'placeCalls' },
			describeDestination: (index, columns) => {
				const choices = {
					robotId: robotId(index),
					lineNum: lineNum(index),
					voiceCode: voiceCode(index),
					robotSpeed: speed(index),
					columns,
				};
				const own = { script: choices.robotId, hours: hours(index) };
				return { choices, ...own, body: (rows) => callBody(choices, rows) };
			},
			columns: async (platform, index) => await platform.columnsOfScript(robotId(index)),
			check: (platform, index) => [
				async () => checkScript(await platform.configuration(), robotId(index)),
				async () => checkLine(await platform.configuration(), lineNum(index), clock.date()),
				async () => checkVoice(await platform.configuration(), voiceCode(index)),
				// These readers throw if the value is wrong. A check does not need the value.
				() => void speed(index),
				() => void hours(index),
			],
			open: openPlace,
		});
	},
};

async function openPlace(run: RowRun, rows: readonly Entry[]): Promise<OpenDelivery> {
	const memory = await run.remember(rows, false);
	return {
		...memory?.asked,
		send: async (ready, decisions) => await sendRows(ready, decisions, { ...run, memory }),
	};
}
