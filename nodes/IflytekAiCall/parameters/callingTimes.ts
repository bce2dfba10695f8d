import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	CALLING_DAYS,
	DATES_ADDED,
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
import { enteredId } from '../../shared/entered';
import { InputError } from '../../shared/failure';
import { asEntries, asText } from '../../shared/n8n/parameters/coerce';
import { Item, perItem } from '../../shared/n8n/parameters/item';
import { textField } from '../../shared/n8n/parameters/properties';
import { isRecord } from '../../shared/values';

const CALLING_TIMES = 'callingTimes';
const DEFAULT_HOURS = '09:00-20:00';
const NO_DATES: ReadonlySet<string> = new Set();

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
			datesAdded: '',
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
				textField(
					DATES_ADDED,
					'datesAdded',
					'Dates on which customers are called on any day of the week, such as a Sunday on which China works. Read from the first item.',
					{ typeOptions: { rows: 2 }, placeholder: 'e.g. 2026-10-10, 2027-02-14' },
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
	const leftOut = datesReader(first, 'datesLeftOut', DATES_LEFT_OUT);
	const added = datesReader(first, 'datesAdded', DATES_ADDED);
	const knownHours = new Map<string, CallingHours>();
	return perItem(context, ['hours', 'zone', 'days'].map(timesPath), (item) => {
		const text = asText(item.value(timesPath('hours'), DEFAULT_HOURS), 'Calling Hours');
		const zone = readZone(item);
		const days = asEntries(item.value(timesPath('days'), WEEKDAYS), CALLING_DAYS);
		const weekdays = readWeekdays(days.map((day) => asText(day, CALLING_DAYS)));
		const key = JSON.stringify([text, zone, weekdays]);
		const hours = knownHours.get(key) ?? {
			...readCallingHours(text, zone),
			days: { weekdays, leftOut: leftOut(zone) ?? NO_DATES, added: added(zone) },
		};
		knownHours.set(key, hours);
		return hours;
	});
}

/**
 * The time zone. A field that was left empty is China's; an expression that gives nothing is an error,
 * as for hours, days and dates: a customer elsewhere would be called by China's clock.
 */
function readZone(item: Item): string {
	const path = timesPath('zone');
	const zone = enteredId(asText(item.value(path, ''), 'Time Zone'));
	if (zone === '' && item.isExpression(path))
		throw new InputError(
			'Time Zone has no value',
			'Check the expression that provides it. To use the zone of China, leave the field empty.',
		);
	return zone || PLATFORM_ZONE;
}

/** Returns a function that gives the dates of a field in a time zone; undefined if it has none. */
function datesReader(first: Item, name: string, label: string) {
	const entries = dateEntries(first, timesPath(name), label);
	const known = new Map<string, ReadonlySet<string>>();
	return (timeZone: string): ReadonlySet<string> | undefined => {
		if (entries.length === 0) return undefined;
		const dates = known.get(timeZone) ?? readDates(entries, timeZone, label);
		known.set(timeZone, dates);
		return dates;
	};
}

/** An expression that finds no dates must return an empty array; an empty field has none. */
function dateEntries(first: Item, path: string, label: string): unknown[] {
	const raw = first.raw(path) ?? '';
	if (typeof raw === 'string' && raw.trim() === '') return [];
	return asEntries(first.value(path), label);
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
