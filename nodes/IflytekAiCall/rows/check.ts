import { outsideHours } from '../../shared/aiCall/time/callingHours';
import { checkMappedColumns, problemsOf, warning, type Finding } from '../../shared/aiCall/checks';
import type { Clock } from '../../shared/n8n/retry/clock';
import type { Checks, CheckStep } from '../delivery/check';
import {
	invalidEntry,
	nameOf,
	repeatsIn,
	type DeliveryEntry,
	type InvalidEntry,
} from '../delivery/entry';
import type { PlatformData } from '../lookups/platformData';
import type { Destination, RowInput, RowTarget } from './input';

/** A destination, and what Check Only checks of it. */
export interface CheckedDestination<Target> extends Destination<Target> {
	/** What an item names on the platform. */
	check(platform: PlatformData, index: number): CheckStep[];
}

export function checksOf<Target>(
	{ platform, mapped }: Pick<RowInput<Target>, 'platform' | 'mapped'>,
	rows: CheckedDestination<Target>,
	clock: Clock,
): Pick<Checks<RowTarget<Target>>, 'ofItem' | 'ofEntries'> {
	return {
		ofItem: (index) => [
			...rows.check(platform, index),
			() => problemsOf(rows.hours && outsideHours(rows.hours(index), clock.date())),
			async () => (mapped ? checkMappedColumns(mapped, await rows.columns(platform, index)) : []),
		],
		ofEntries: repeatWarnings,
	};
}

/** Rows whose phone number an earlier row of the run has, with what is said of it. */
function repeatedNumbers<Target, T>(
	entries: readonly DeliveryEntry<Target>[],
	said: (text: string, entry: DeliveryEntry<Target>) => T,
): Map<DeliveryEntry<Target>, T> {
	const repeats = [...repeatsIn(entries, ({ label }) => label)];
	return new Map(
		repeats.map(([entry, first]) => [
			entry,
			said(`Duplicate number: already used in this run (${nameOf(first)})`, entry),
		]),
	);
}

function repeatWarnings<Target>(
	entries: readonly DeliveryEntry<Target>[],
): Map<DeliveryEntry<Target>, Finding[]> {
	return repeatedNumbers(entries, (text) => [
		warning(
			text,
			'It would be called again. Remove the row, or turn on Reject Duplicate Numbers under Options.',
		),
	]);
}

export function refusedRepeats<Target>(
	entries: readonly DeliveryEntry<Target>[],
): Map<DeliveryEntry<Target>, InvalidEntry> {
	return repeatedNumbers(entries, (reason, entry) =>
		invalidEntry(entry, {
			reason,
			advice: 'Remove the row, or turn off Reject Duplicate Numbers under Options.',
		}),
	);
}
