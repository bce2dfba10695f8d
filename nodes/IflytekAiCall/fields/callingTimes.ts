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
import { InputError } from '../../shared/failure';
import { asEntries, asText } from '../../shared/n8n/parameters/coerce';
import { Item, perItem } from '../../shared/n8n/parameters/item';
import { textField } from '../../shared/n8n/parameters/properties';
import { isRecord } from '../../shared/values';

const CALLING_TIMES = 'callingTimes';
const DEFAULT_HOURS = '09:00-20:00';

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

/**
 * Reads the calling times of items. What is not set has its default.
 * @returns a function that takes the index of an item and returns its hours; it throws an
 * InputError if hours or days are invalid
 */
export function readHours(context: IExecuteFunctions): (index: number) => CallingHours {
	const first = new Item(context, 0);
	refuseWholeExpression(first);
	const datesLeftOut = readDatesLeftOut(first);
	const datesByZone = new Map<string, ReadonlySet<string>>();
	const datesIn = (timeZone: string) => {
		const read = datesByZone.get(timeZone) ?? readDates(datesLeftOut, timeZone);
		datesByZone.set(timeZone, read);
		return read;
	};
	const knownHours = new Map<string, CallingHours>();
	return perItem(context, ['hours', 'zone', 'days'].map(timesPath), (item) => {
		const text = asText(item.value(timesPath('hours'), DEFAULT_HOURS), 'Calling Hours');
		const zone = asText(item.value(timesPath('zone'), '') || PLATFORM_ZONE, 'Time Zone').trim();
		const days = asEntries(item.value(timesPath('days'), WEEKDAYS), CALLING_DAYS);
		const weekdays = readWeekdays(days.map((day) => asText(day, CALLING_DAYS)));
		const key = JSON.stringify([text, zone, weekdays]);
		const hours = knownHours.get(key) ?? {
			...readCallingHours(text, zone),
			days: { weekdays, leftOut: datesIn(zone) },
		};
		knownHours.set(key, hours);
		return hours;
	});
}

/** An expression that finds no dates must return an empty array; an empty field has none. */
function readDatesLeftOut(first: Item): unknown[] {
	const path = timesPath('datesLeftOut');
	const raw = first.raw(path) ?? '';
	if (typeof raw === 'string' && raw.trim() === '') return [];
	return asEntries(first.value(path), DATES_LEFT_OUT);
}

/**
 * Refuses an expression in place of all options or of all calling times, in which the fields of
 * Calling Times would not be found, so that their defaults would be in force.
 */
function refuseWholeExpression(first: Item): void {
	for (const path of ['options', `options.${CALLING_TIMES}`, `options.${CALLING_TIMES}.times`]) {
		if (!isRecord(first.raw(path) ?? {}))
			throw new InputError(
				'Calling Times under Options must have fields, but the whole is an expression or a value',
				'Nothing was sent. Enter expressions in the fields of Calling Times instead.',
			);
	}
}
