import { checkLine, checkScript, checkVoice } from '../../../shared/aiCall/checks';
import { callBody } from '../../../shared/aiCall/rows/rows';
import {
	asFlag,
	Item,
	noticeField,
	optionPerItem,
	perItem,
	simplify,
} from '../../../shared/n8n/parameters';
import {
	callingDays,
	callingHours,
	callingHoursZone,
	datesLeftOut,
	readHours,
	line,
	script,
	voice,
	type AiCallOperation,
} from '../fields';
import { beginRows } from '../../rowInput/beginRows';
import { isolateBadRows, rowOptions, rowParameters } from '../../rowInput/parameters';
import { runModeField, testNumber, toolNotice } from '../runMode';
import { robotSpeed, readSpeed } from './robotSpeed';

/** Direct outbound calls (document 2, 4.3). */
export const place: AiCallOperation = {
	option: {
		name: 'Place',
		value: 'place',
		action: 'Place phone calls',
		description:
			'Call customers immediately, without creating a task (API: task/callout). Each row places a real phone call.',
	},
	properties: [
		noticeField(
			'Real calls people: a call cannot be taken back. Results come later, through iFLYTEK AI Call Trigger.',
		),
		toolNotice,
		runModeField({
			check: 'Calls nobody. Each row says what a real run would do.',
			test: {
				name: 'Test Call',
				description: 'Calls only your own number, with the values of the first valid row.',
			},
			real: 'Calls every row: real people',
		}),
		testNumber,
		script,
		line,
		voice,
		callingHours('Outside them, rows fail with the state "outsideHours".'),
		callingDays('On other days, rows fail in the same way.'),
		...rowParameters('Script', ['robotId.value']),
		simplify,
		rowOptions(callingHoursZone, datesLeftOut, isolateBadRows, robotSpeed),
	],
	executeAll: async (context, client, clock) => {
		const robotId = perItem(context, 'robotId', (index) =>
			new Item(context, index).requiredId('robotId', 'Script'),
		);
		const lineNum = perItem(context, 'lineNum', (index) =>
			new Item(context, index).requiredId('lineNum', 'Line'),
		);
		const voiceCode = perItem(context, 'voiceCode', (index) =>
			new Item(context, index).id('voiceCode', 'Voice'),
		);
		const speed = optionPerItem(context, robotSpeed, readSpeed);
		const hours = readHours(context);
		return await beginRows(context, client, clock, {
			names: { method: 'placeCalls', action: 'call people' },
			describeDestination: (index, columns) => {
				const choices = {
					robotId: robotId(index),
					lineNum: lineNum(index),
					voiceCode: voiceCode(index),
					robotSpeed: speed(index),
					columns,
				};
				return { choices, hours: hours(index), body: (rows) => callBody(choices, rows) };
			},
			columns: async (platform, index) => await platform.columnsOfScript(robotId(index)),
			isolate: asFlag(new Item(context, 0).options.isolateBadRows),
			check: (platform, index) => [
				async () => checkScript(await platform.configuration(), robotId(index)),
				async () => checkLine(await platform.configuration(), lineNum(index), clock.date()),
				async () => checkVoice(await platform.configuration(), voiceCode(index)),
				// These readers throw if the value is wrong. A check does not need the value.
				() => void speed(index),
				() => void hours(index),
			],
		});
	},
};
