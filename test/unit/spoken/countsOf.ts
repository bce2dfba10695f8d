import type { spokenText } from '../../../nodes/shared/spoken/spokenText';

/** How many there were of each kind that is left out. */
export function countsOf({ leftOut }: ReturnType<typeof spokenText>): Record<string, number> {
	return Object.fromEntries(Object.entries(leftOut).map(([kind, { count }]) => [kind, count]));
}
