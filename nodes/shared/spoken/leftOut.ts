/** What of a text is not spoken, and how many there were of it. */
type LeftOutKind = 'codeBlocks' | 'emoji' | 'hiddenHtml' | 'images' | 'linkAddresses' | 'struckOut';

export type LeftOut = Partial<Record<LeftOutKind, number>>;

/** Counts so many more. */
export function leaveOut(leftOut: LeftOut, kind: LeftOutKind, count = 1): void {
	if (count > 0) leftOut[kind] = (leftOut[kind] ?? 0) + count;
}
