/** The events and percentages that were selected at the last poll. */
import type { TriggerSettings } from './parameters';

type Selection = Pick<TriggerSettings, 'events' | 'shares'>;

/** A selection as text: the names of the events, and the percentages of progress. */
export const selectedText = ({ events, shares }: Selection) => [...events, ...shares].join(',');

/**
 * The selection without what was not selected at the last poll. n8n may not have saved what was
 * seen without an event, so what happened before something was selected cannot be told from what
 * happened since.
 * @param stored the `selectedText` of the last poll
 */
export function selectedBefore(stored: unknown, { events, shares }: Selection): Selection {
	if (typeof stored !== 'string') return { events, shares };
	const names = new Set(stored.split(','));
	return {
		events: events.filter((event) => names.has(event)),
		shares: shares.filter((share) => names.has(String(share))),
	};
}
