import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { PLATFORM_ZONE, readCallingHours, type CallingHours } from '../shared/aiCall/callingHours';
import { asText, Item, perItem, textField } from '../shared/n8n/parameters';

/** The hours within which customers may be called: the parameter, its time zone, and how both are read. */

const NAME = 'callingHours';

export function callingHours(description: string): INodeProperties {
	return textField(
		'Calling Hours',
		NAME,
		`${description} China time, unless a Calling Hours Time Zone is set under Options. A period may go over midnight (22:00-06:00); 00:00-24:00 is any time.`,
		{ default: '09:00-20:00', required: true, placeholder: 'e.g. 09:00-12:00, 14:00-20:00' },
	);
}

export const callingHoursZone = textField(
	'Calling Hours Time Zone',
	'callingHoursZone',
	'Name of the time zone that Calling Hours are in. Without this option: China time.',
	{ default: PLATFORM_ZONE, placeholder: 'e.g. Asia/Tokyo' },
);

/** Reads the hours of items; throws an InputError where they are none. */
export function hoursOf(context: IExecuteFunctions): (index: number) => CallingHours {
	const text = perItem(context, NAME, (index) => new Item(context, index).text(NAME, 'Calling Hours'));
	const zone = perItem(context, 'options', (index) => asText(new Item(context, index).options[callingHoursZone.name] ?? PLATFORM_ZONE, callingHoursZone.displayName).trim());
	const known = new Map<string, CallingHours>();
	return (index) => {
		const key = JSON.stringify([text(index), zone(index)]);
		const hours = known.get(key) ?? readCallingHours(text(index), zone(index));
		known.set(key, hours);
		return hours;
	};
}
