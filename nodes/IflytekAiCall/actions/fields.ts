import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
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
	asText,
	concurrentRequests,
	Item,
	optionOfFirst,
	optionPerItem,
	optionsCollection,
	perItem,
	textField,
	timeout,
} from '../../shared/n8n/parameters';
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
export const voice = locator(
	{
		displayName: 'Voice',
		name: 'voiceCode',
		description: 'If empty, the platform chooses (API: voice_code)',
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

const CALLING_HOURS = 'callingHours';

/** The field for the hours within which customers may be called. */
export function callingHours(description: string): INodeProperties {
	return textField(
		'Calling Hours',
		CALLING_HOURS,
		`${description} China time, unless Options has a time zone. 00:00-24:00 is any time.`,
		{ default: '09:00-20:00', required: true, placeholder: 'e.g. 09:00-12:00, 14:00-20:00' },
	);
}

export const callingHoursZone = textField(
	'Calling Hours Time Zone',
	'callingHoursZone',
	'If not set, Calling Hours are in China time',
	{ default: PLATFORM_ZONE, placeholder: 'e.g. Asia/Tokyo' },
);

const HOLIDAYS = 'For holidays, see Dates Left Out under Options.';

/** The field for the days of the week on which customers may be called. */
export function callingDays(description: string): INodeProperties {
	return {
		displayName: CALLING_DAYS,
		name: 'callingDays',
		type: 'multiOptions',
		options: WEEKDAYS.map((value) => ({
			name: weekdayName(value),
			value,
		})),
		default: [...WEEKDAYS],
		description: `${description} ${HOLIDAYS}`,
	};
}

export const datesLeftOut = textField(
	DATES_LEFT_OUT,
	'datesLeftOut',
	'Dates on which nobody is called: one per line, or an array. Read from the first item.',
	{ typeOptions: { rows: 3 }, placeholder: 'e.g. 2026-10-01 to 2026-10-07, 2027-01-01' },
);

/**
 * Reads the calling hours and days of items.
 * @returns a function that takes the index of an item and returns its hours; it throws an
 * InputError if hours or days are invalid
 */
export function readHours(context: IExecuteFunctions): (index: number) => CallingHours {
	const text = perItem(context, CALLING_HOURS, (index) =>
		new Item(context, index).text(CALLING_HOURS, 'Calling Hours'),
	);
	const zone = optionPerItem(context, callingHoursZone, (value) =>
		asText(value || PLATFORM_ZONE, callingHoursZone.displayName).trim(),
	);
	const weekdays = perItem(context, 'callingDays', (index) =>
		readWeekdays(
			asEntries(new Item(context, index).value('callingDays'), CALLING_DAYS).map((day) =>
				asText(day, CALLING_DAYS),
			),
		),
	);
	const dates = optionOfFirst(context, datesLeftOut);
	const datesLeftOutEntries = dates === undefined ? [] : asEntries(dates.value, DATES_LEFT_OUT);
	const datesByZone = new Map<string, ReadonlySet<string>>();
	const datesIn = (timeZone: string) => {
		const read = datesByZone.get(timeZone) ?? readDates(datesLeftOutEntries, timeZone);
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

/**
 * The Options of an operation whose rows or tasks must be sent exactly once, in requests that serve
 * several items.
 */
export function deliveryOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(
		concurrentRequests,
		{
			...timeout,
			description: `${timeout.description}. Read from the first item.`,
		},
		...own,
	);
}
