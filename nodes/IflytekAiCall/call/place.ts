import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { callBody, type CallTarget } from '../../shared/aiCall/rows';
import { outsideHours } from '../../shared/aiCall/callingHours';
import { checkLine, checkScript, checkVoice, problemsOf } from '../../shared/aiCall/checks';
import { callingHours, callingHoursZone, hoursOf } from '../callingHours';
import { checkOnly } from '../checkOnly';
import { parameterStep } from '../delivery/check';
import { beginRows } from '../rows/begin';
import { checkNumbers, refuseRepeatedNumbers, rememberedRowKeys, rowKey, rowParameters } from '../rows/parameters';
import { numberOf } from '../../shared/values';
import { asFlag, deliveryOptions, Item, line, noticeOf, perItem, script, simplify, voice, type AiCallOperation } from '../operation';

const option: INodePropertyOptions = {
	name: 'Place',
	value: 'place',
	action: 'Place real phone calls',
	description: 'Call customers immediately, without creating a task (直接外呼, API: task/callout). Each row places a real phone call.',
};

const isolateBadRows: INodeProperties = {
	displayName: 'Isolate Bad Rows',
	name: 'isolateBadRows',
	type: 'boolean',
	default: false,
	description:
		'Whether to split a rejected batch (codes 200203 and 200212) to find the invalid row and call the others. Uses more requests. The value of the first item applies to all items.',
};

const robotSpeed: INodeProperties = {
	displayName: 'Robot Speed',
	name: 'robotSpeed',
	type: 'number',
	typeOptions: { minValue: 0.1, numberPrecision: 2 },
	default: 1,
	description: 'How fast the robot speaks. If not set, the platform chooses. It does not publish which values are allowed (API: robot_speed).',
};

/** Direct outbound calls (document 2, 4.3). */
export const place: AiCallOperation = {
	option,
	properties: [
		noticeOf('Each row is a real call to a real person. First run it with <b>Check Only</b> (under Options), which calls nobody, and then with your own number. Each run calls all its rows again; with the option <b>Row Key</b>, a row is called only once. In queue mode, Stop may not reach a run that is placing calls, and a call cannot be taken back. How a call went comes later, through the iFLYTEK AI Call Trigger.'),
		script,
		line,
		voice,
		callingHours('Rows are only sent within these hours. Outside them a row is not sent and fails with the state "outsideHours"; it can be sent later.'),
		...rowParameters('getScriptColumns', ['robotId.value']),
		simplify,
		deliveryOptions(callingHoursZone, checkNumbers, checkOnly, isolateBadRows, refuseRepeatedNumbers, rememberedRowKeys, robotSpeed, rowKey),
	],
	begin: async (context, client, clock) => {
		const robotId = perItem(context, 'robotId', (index) => new Item(context, index).requiredText('robotId', 'Script').trim());
		const lineNum = perItem(context, 'lineNum', (index) => new Item(context, index).requiredText('lineNum', 'Line').trim());
		const voiceCode = perItem(context, 'voiceCode', (index) => new Item(context, index).text('voiceCode', 'Voice').trim());
		const speed = perItem(context, 'options', (index) => speedOf(new Item(context, index)));
		const hours = hoursOf(context);
		return await beginRows<CallTarget>(context, client, clock, {
			names: { method: 'placeCalls', action: 'call people' },
			target: (index, columns) => ({ robotId: robotId(index), lineNum: lineNum(index), voiceCode: voiceCode(index), robotSpeed: speed(index), columns }),
			columns: async (source, index) => await source.ofScript(robotId(index)),
			body: callBody,
			hours,
			isolate: asFlag(new Item(context, 0).options.isolateBadRows),
			shown: () => ({}),
			check: (source, index) => [
				async () => checkScript(await source.configuration(), robotId(index)),
				async () => checkLine(await source.configuration(), lineNum(index), clock.date()),
				async () => checkVoice(await source.configuration(), voiceCode(index)),
				parameterStep(() => speed(index)),
				() => problemsOf(outsideHours(hours(index), clock.date())),
			],
		});
	},
};

function speedOf({ options }: Item): number | undefined {
	const given = options[robotSpeed.name];
	if (given === undefined || given === '') return undefined;
	const speed = numberOf(given);
	if (speed === undefined || !(speed > 0)) throw new InputError(`Robot Speed must be a number above 0, but is ${JSON.stringify(given)}`, 'Check the value, or remove the option to leave the speed to the platform.');
	return speed;
}
