import type { IExecuteFunctions, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import {
	CALLING_DAYS,
	DATES_LEFT_OUT,
	readDates,
	readWeekdays,
	weekdayName,
	WEEKDAYS,
} from '../../shared/aiCall/time/callingDays';
import {
	PLATFORM_ZONE,
	readCallingHours,
	type CallingHours,
} from '../../shared/aiCall/time/callingHours';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import {
	asEntries,
	asFlag,
	asText,
	concurrentRequests,
	optionPerItem,
	optionsCollection,
	perItem,
	simplify,
	textField,
	timeout,
} from '../../shared/n8n/parameters';
import { enteredId } from '../../shared/entered';
import { InputError } from '../../shared/failure';
import { isRecord } from '../../shared/values';
import type { Operation } from '../../shared/n8n/run/operations';

/**
 * What several operations of this node have in common: their type, their parameters, and the
 * functions that read these parameters.
 */

export type AiCallOperation = Operation<AiCallClient>;

/** A field in which the user chooses from a list of the platform, or enters an ID. */
function locator(
	own: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & { required?: boolean },
	searchMethod: string,
	example: string,
): INodeProperties {
	return {
		...own,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

export const script = locator(
	{
		displayName: 'Script',
		name: 'robotId',
		required: true,
		description: 'Conversation script of the robot (API: robot_id)',
	},
	'searchScripts',
	'5201',
);
export const line = locator(
	{
		displayName: 'Line',
		name: 'lineNum',
		required: true,
		description: 'Line to call from (API: line_num)',
	},
	'searchLines',
	'055168204601',
);
/** The voice, for Options. */
export const voice = locator(
	{
		displayName: 'Voice',
		name: 'voiceCode',
		description: 'If not set, the platform chooses (API: voice_code)',
	},
	'searchVoices',
	'65580',
);
export const task = locator(
	{
		displayName: 'Task',
		name: 'taskId',
		required: true,
		description:
			'The outbound task. To use the ID from an earlier node, choose By ID (API: task_id).',
	},
	'searchTasks',
	'88101',
);

const CALLING_TIMES = 'callingTimes';
const DEFAULT_HOURS = '09:00-20:00';

/** Reads an ID under Options that is chosen from a list; empty if the option is not set. */
export function locatorOption(
	context: IExecuteFunctions,
	{ name, displayName }: INodeProperties,
): (index: number) => string {
	const path = `options.${name}`;
	return perItem(context, path, (index) => {
		const value: unknown = context.getNodeParameter(path, index, '', { extractValue: true });
		return enteredId(asText(value, displayName));
	});
}

/** When customers may be called. Also without this option, its defaults are in force. */
export const callingTimes: INodeProperties = {
	displayName: 'Calling Times',
	name: CALLING_TIMES,
	type: 'fixedCollection',
	default: {
		times: {
			hours: DEFAULT_HOURS,
			days: [...WEEKDAYS],
			datesLeftOut: '',
			zone: PLATFORM_ZONE,
		},
	},
	description: `When customers may be called. Without this option: every day, ${DEFAULT_HOURS} in China.`,
	options: [
		{
			displayName: 'Calling Times',
			name: 'times',
			values: [
				textField('Calling Hours', 'hours', '00:00-24:00 is any time', {
					default: DEFAULT_HOURS,
					required: true,
					placeholder: 'e.g. 09:00-12:00, 14:00-20:00',
				}),
				{
					displayName: CALLING_DAYS,
					name: 'days',
					type: 'multiOptions',
					options: WEEKDAYS.map((value) => ({ name: weekdayName(value), value })),
					default: [...WEEKDAYS],
					description:
						'Days on which customers may be called. The days of a task must be in a row.',
				},
				textField(
					DATES_LEFT_OUT,
					'datesLeftOut',
					'Dates on which nobody is called: one per line, or an array. Read from the first item.',
					{ typeOptions: { rows: 2 }, placeholder: 'e.g. 2026-10-01 to 2026-10-07, 2027-01-01' },
				),
				textField('Time Zone', 'zone', 'The time zone of the hours and days', {
					default: PLATFORM_ZONE,
					placeholder: 'e.g. Asia/Tokyo',
				}),
			],
		},
	],
};

const timesPath = (name: string) => `options.${CALLING_TIMES}.times.${name}`;

/** The parameters that decide when customers are called, for `getNodeParameter`. */
const CALLING_TIMES_PATH = `options.${CALLING_TIMES}`;

/**
 * Reads the calling times of items. What is not set has its default.
 * @returns a function that takes the index of an item and returns its hours; it throws an
 * InputError if hours or days are invalid
 */
export function readHours(context: IExecuteFunctions): (index: number) => CallingHours {
	refuseWholeExpression(context);
	const valueOf = <T>(
		name: string,
		fallback: NodeParameterValueType,
		read: (value: unknown) => T,
	) =>
		perItem(context, timesPath(name), (index) =>
			read(context.getNodeParameter(timesPath(name), index, fallback)),
		);
	const text = valueOf('hours', DEFAULT_HOURS, (value) => asText(value, 'Calling Hours'));
	const zone = valueOf('zone', PLATFORM_ZONE, (value) =>
		asText(value || PLATFORM_ZONE, 'Time Zone').trim(),
	);
	const weekdays = valueOf('days', [...WEEKDAYS], (value) =>
		readWeekdays(asEntries(value, CALLING_DAYS).map((day) => asText(day, CALLING_DAYS))),
	);
	const datesLeftOut = readDatesLeftOut(context);
	const datesByZone = new Map<string, ReadonlySet<string>>();
	const datesIn = (timeZone: string) => {
		const read = datesByZone.get(timeZone) ?? readDates(datesLeftOut, timeZone);
		datesByZone.set(timeZone, read);
		return read;
	};
	const knownHours = new Map<string, CallingHours>();
	return (index) => {
		const key = JSON.stringify([text(index), zone(index), weekdays(index)]);
		const hours = knownHours.get(key) ?? {
			...readCallingHours(text(index), zone(index)),
			days: { weekdays: weekdays(index), leftOut: datesIn(zone(index)) },
		};
		knownHours.set(key, hours);
		return hours;
	};
}

/** An expression that finds no dates must return an empty array; an empty field has none. */
function readDatesLeftOut(context: IExecuteFunctions): unknown[] {
	const path = timesPath('datesLeftOut');
	const raw: unknown = context.getNodeParameter(path, 0, '', { rawExpressions: true });
	if (typeof raw === 'string' && raw.trim() === '') return [];
	return asEntries(context.getNodeParameter(path, 0, ''), DATES_LEFT_OUT);
}

/**
 * Refuses an expression in place of all options or of all calling times, in which the fields of
 * Calling Times would not be found, so that their defaults would be in force.
 */
function refuseWholeExpression(context: IExecuteFunctions): void {
	for (const path of ['options', CALLING_TIMES_PATH, `${CALLING_TIMES_PATH}.times`]) {
		const raw: unknown = context.getNodeParameter(path, 0, {}, { rawExpressions: true });
		if (!isRecord(raw))
			throw new InputError(
				'Calling Times under Options must have fields, but the whole is an expression or a value',
				'Nothing was sent. Enter expressions in the fields of Calling Times instead.',
			);
	}
}

/**
 * The Options of an operation whose rows or tasks must be sent exactly once, in requests that serve
 * several items. n8n shows options in this order: those that matter most come first.
 */
export function deliveryOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(...own, simplify, concurrentRequests, {
		...timeout,
		description: `${timeout.description}. Read from the first item.`,
	});
}

/** Whether the result of an item is simplified: yes, unless Options says otherwise. */
export function readSimplify(context: IExecuteFunctions): (index: number) => boolean {
	return optionPerItem(context, simplify, (value) => value === '' || asFlag(value));
}
