/** What of a text is not spoken. */
type LeftOutKind =
	| 'codeBlocks'
	| 'emoji'
	| 'formulas'
	| 'hiddenHtml'
	| 'images'
	| 'linkAddresses'
	| 'reasoning'
	| 'references'
	| 'struckOut';

/** For each kind how many there were, and how many characters they had together. */
export type LeftOut = Partial<Record<LeftOutKind, { count: number; characters: number }>>;

/** Counts a text that is not spoken, or several in one. */
export function leaveOut(leftOut: LeftOut, kind: LeftOutKind, text: string, count = 1): void {
	if (count === 0) return;
	const known = leftOut[kind] ?? { count: 0, characters: 0 };
	const characters = known.characters + lengthOf(text);
	leftOut[kind] = { count: known.count + count, characters };
}

/** Whether more than half of a text is left out. Addresses do not count: the text of a link is spoken. */
export function isMostlyLeftOut(spoken: string, leftOut: LeftOut): boolean {
	const counts = Object.entries(leftOut).filter(([kind]) => kind !== 'linkAddresses');
	const characters = counts.reduce((sum, [, count]) => sum + count.characters, 0);
	return characters > lengthOf(spoken);
}

/** How many characters a text has without white space. A rare one has two code units. */
const lengthOf = (text: string) => text.replace(/[\s\uDC00-\uDFFF]/g, '').length;
