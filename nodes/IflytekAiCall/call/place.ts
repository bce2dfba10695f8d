import { checkLine, checkScript, checkVoice, problemsOf } from '../../shared/aiCall/checks';
import { callBody } from '../../shared/aiCall/rows/rows';
import { outsideHours } from '../../shared/aiCall/time/callingHours';
import {
	asFlag,
	Item,
	noticeOf,
	optionPerItem,
	perItem,
	simplify,
} from '../../shared/n8n/parameters';
import {
	callingDays,
	callingHours,
	callingHoursZone,
	datesLeftOut,
	hoursOf,
	line,
	script,
	voice,
	type AiCallOperation,
} from '../operation';
import { beginRows } from '../rows/beginRows';
import { isolateBadRows, rowOptions, rowParameters } from '../rows/parameters';
import { robotSpeed, speedOf } from './robotSpeed';

/** Direct outbound calls (document 2, 4.3). */
export const place: AiCallOperation = {
	option: {
		name: 'Place',
		value: 'place',
		action: 'Place real phone calls',
		description:
			'Call customers immediately, without creating a task (API: task/callout). Each row places a real phone call.',
	},
	properties: [
		noticeOf(
			'Each row is a real call to a real person. First run it with <b>Check Only</b> (under Options), which calls nobody, and then with your own number. Each run calls all its rows again; with <b>Row Key</b>, a row is called only once. In queue mode, Stop may not reach a run that is placing calls, and a call cannot be taken back. How a call went comes later, through the iFLYTEK AI Call Trigger.',
		),
		script,
		line,
		voice,
		callingHours(
			'Rows are only sent within these hours. Outside them a row is not sent and fails with the state "outsideHours"; it can be sent later.',
		),
		callingDays('Rows are only sent on these days; on others they fail in the same way.'),
		...rowParameters('Script', ['robotId.value']),
		simplify,
		rowOptions(callingHoursZone, datesLeftOut, isolateBadRows, robotSpeed),
	],
	begin: async (context, client, clock) => {
		const robotId = perItem(context, 'robotId', (index) =>
			new Item(context, index).requiredText('robotId', 'Script').trim(),
		);
		const lineNum = perItem(context, 'lineNum', (index) =>
			new Item(context, index).requiredText('lineNum', 'Line').trim(),
		);
		const voiceCode = perItem(context, 'voiceCode', (index) =>
			new Item(context, index).text('voiceCode', 'Voice').trim(),
		);
		const speed = optionPerItem(context, robotSpeed, speedOf);
		const hours = hoursOf(context);
		return await beginRows(context, client, clock, {
			names: { method: 'placeCalls', action: 'call people' },
			to: (index, columns) => {
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
				() => void speed(index),
				() => problemsOf(outsideHours(hours(index), clock.date())),
			],
		});
	},
};
